"""Training Capture Go's networks from the library's own self-play.

``python -m qikit.train`` repeats it from scratch, and resumes where it was stopped;
TRAINING.md beside this file has the results. It needs PyTorch and numpy, unlike the
rest of qikit: ``pip install qikit[train]``.
"""
