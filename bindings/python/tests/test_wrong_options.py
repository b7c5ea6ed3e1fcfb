"""What every call says of wrong options, by the table that the tests of all
languages read."""

import json
import pathlib

import pytest

import qikit

TABLE = pathlib.Path(__file__).resolve().parents[3] / "internal/ctest/testdata/wrong_options.tsv"
ROWS = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#")]
GAME = "(;SZ[5]RU[Capture-1];B[cc];W[aa];B[bb];W[ab])"


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    board, engine = qikit.Board("surakarta"), qikit.Engine("surakarta", table_mb=1)
    folder = tmp_path_factory.mktemp("wrong")
    book = qikit.book.create("xiangqi", folder / "empty.qkb")
    review = qikit.review.review(GAME, user="black", visits=16, target_visits=16, target_time=0)
    boards = {f"board.{game}": lambda game=game, **o: qikit.Board(game, **o) for game in ("xiangqi", "chess", "surakarta", "go", "capturego", "gomoku", "chinesecheckers", "ludo")}
    yield {
        **boards,
        "board.svg": qikit.Board("xiangqi").svg,
        "engine": lambda **o: qikit.Engine("xiangqi", **o),
        "evaluate": lambda **o: engine.evaluate(board, **o),
        "tables": lambda **o: qikit.tables.build("surakarta", folder, **o).wait(),
        "book.generate": lambda **o: qikit.book.generate(**o).wait(),
        "book.prune": book.prune,
        "game.read": lambda **o: qikit.game.read("1. C2.5 *", **o),
        "game.write": lambda **o: qikit.game.write(qikit.game.read("1. C2.5 *"), **o),
        "review": lambda **o: qikit.review.review(GAME, **o),
        "review.svg": review.svg,
        "selfplay": lambda **o: qikit.selfplay.start(**o).wait(),
        "match": lambda **o: qikit.selfplay.match(**o).wait(),
        "rollout": lambda **o: qikit.selfplay.rollout(**o).wait(),
        "train": lambda **o: qikit.train.start(**o).wait(),
        "gateway": qikit.sgcp.Gateway,
        "sgcp.client": qikit.sgcp.Client,
        "terminal": qikit.terminal.join,
    }
    for thing in (review, book, engine):
        thing.close()


def test_the_table_is_there():
    assert len(ROWS) > 100


@pytest.mark.parametrize("call, status, options, words", [(c, s, o, w) for c, where, s, o, w in ROWS if where == "all"])
def test_wrong_options(calls, call, status, options, words):
    assert status == "QK_ERR_INVALID_ARG"
    with pytest.raises(qikit.InvalidArgument) as caught:
        calls[call](**json.loads(options))
    said = str(caught.value)
    assert words in said if words.endswith(" ") else said.endswith(words)
