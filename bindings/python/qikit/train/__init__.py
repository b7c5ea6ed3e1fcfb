"""Training Capture Go's networks from the library's own self-play.

``python -m qikit.train`` repeats it from nothing, and goes on where it was
stopped; TRAINING.md beside this file tells what came of it. Needs PyTorch and
numpy, which the rest of qikit does not: ``pip install qikit[train]``.
"""
