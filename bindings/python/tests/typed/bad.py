"""Mistakes that mypy --strict and pyright name: each line says the error of the one and
of the other. It is checked, not run."""

import qikit
from qikit import Board, Engine
from qikit.options import DepthOptions

SGF = "(;SZ[5]RU[Capture-1];B[cc])"
out = "a.qkb"

qikit.book.generate(game="xiangqi", out=out, depth={"sdd": 3})  # typeddict-unknown-key reportArgumentType
qikit.book.generate(game="xiangqi", out=out, depth={"sd": "3"})  # typeddict-item reportArgumentType
qikit.book.generate(game="xiangqi", out=out, gaems=3)  # call-arg reportCallIssue
qikit.book.generate(game="xiangqi", out=out, games="3")  # arg-type reportArgumentType
qikit.book.generate(game="xiangqi")  # call-arg reportCallIssue
qikit.book.generate(game="xiangqi", out=out, players=[{"levle": 3}])  # typeddict-unknown-key reportArgumentType
qikit.book.generate(game="xiangqi", out=out, balance={"rank": {"weak": (1, 1)}})  # arg-type reportArgumentType
qikit.book.generate(game="xiangqi", out=out, rules={"komy": 3})  # typeddict-unknown-key reportArgumentType
qikit.review.review(SGF, user="black", typo=3)  # call-arg reportCallIssue
qikit.review.review(SGF, user="red")  # arg-type reportArgumentType
qikit.review.start(SGF, effort="quick")  # call-arg reportCallIssue
depth: DepthOptions = {"meen": 3}  # typeddict-unknown-key reportAssignmentType
engine = Engine("xiangqi", levl=3)  # call-arg reportCallIssue
engine = Engine("xiangqi", kind="oracle")  # arg-type reportArgumentType
board = Board("go", komy=7.5)  # call-arg reportCallIssue
board.svg(flipp=True)  # call-arg reportCallIssue
engine.search(board, dept=3)  # call-arg reportCallIssue
found = engine.search(board, depth=3)
print(found.scor)  # attr-defined reportAttributeAccessIssue
print(found.proven == "won")  # comparison-overlap -
print(found.lines[0].moev)  # attr-defined reportAttributeAccessIssue
engine.evaluate(board, role="middle")  # arg-type reportArgumentType
book = qikit.book.open(out)
entry = book.lookup(board)
print(entry.cuont)  # attr-defined reportAttributeAccessIssue
print(entry.moves[0].evaluation)  # attr-defined reportAttributeAccessIssue
print(book.get(board).count)  # union-attr reportOptionalMemberAccess
print(entry.eval + 1)  # operator reportOptionalOperand
for record in book:
    print(record.fenn)  # attr-defined reportAttributeAccessIssue
book.export("a.docx", "docx")  # arg-type reportArgumentType
book.export("a.csv", shuffel=1)  # call-arg reportCallIssue
book.prune(minimum=3)  # call-arg reportCallIssue
book.samples(fields=["fen"])  # call-arg reportCallIssue
step = engine.start(board).poll()
print(step.left * 2)  # operator reportOptionalOperand
print(step.remaining)  # attr-defined reportAttributeAccessIssue
review = qikit.review.load(out)
print(review.report.moves[0].klass)  # attr-defined reportAttributeAccessIssue
print(review.bad_moves[0].class_ == "awful")  # comparison-overlap -
review.ask(3, "C3", efort="deep")  # call-arg reportCallIssue
review.svg(3, "pie")  # arg-type reportArgumentType
qikit.selfplay.start(out, full="half")  # arg-type reportArgumentType
qikit.sgcp.Gateway(limits={"moev": 3})  # typeddict-unknown-key reportArgumentType
qikit.sgcp.Client("127.0.0.1", 1, "amy", nic="x")  # call-arg reportCallIssue
