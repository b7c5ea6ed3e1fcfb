"""Who owns an object of the library: a second owner would free it under the first."""

import copy
import gc
import pickle

import pytest

import qikit
from qikit import _call

GAME = "(;SZ[5]RU[Capture-1];B[cc];W[aa];B[bb];W[ab])"


def kinds(kind=_call.Handle):
    """The package's classes of objects, and the classes below them."""
    for below in kind.__subclasses__():
        if below.__module__.startswith("qikit."):
            yield below
            yield from kinds(below)


@pytest.fixture(scope="module")
def things(tmp_path_factory):
    """An object of each class, by the class."""
    engine, gateway = qikit.Engine("xiangqi", table_mb=1), qikit.sgcp.Gateway()
    book = qikit.book.create("xiangqi", tmp_path_factory.mktemp("copies") / "empty.qkb")
    made = [
        qikit.Board("xiangqi"),
        engine,
        engine.start(qikit.Board("xiangqi"), depth=1),
        book,
        book.samples(),
        qikit.review.review(GAME, user="black", visits=16, target_visits=16, target_time=0),
        gateway,
        qikit.sgcp.Client("127.0.0.1", gateway.port, "amy"),
        qikit.sgcp.Decoder(),
        qikit.game._Games(qikit.game._parsed([qikit.game.Game("xiangqi")])),
    ]
    yield {type(thing): thing for thing in made}
    for thing in reversed(made):
        thing.close()


@pytest.mark.parametrize("kind", sorted(kinds(), key=str), ids=lambda kind: kind.__name__)
def test_only_boards_are_copied_and_pickled(things, kind):
    thing = things[kind]
    ways = (copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t)), lambda t: pickle.dumps(t, 0))
    for way in ways:
        if kind is qikit.Board:
            way(thing)
            continue
        with pytest.raises(TypeError, match=f"^{kind.__name__} cannot be copied or pickled: "):
            way(thing)
        with pytest.raises(TypeError, match=f"^{kind.__name__} cannot be copied or pickled: "):
            way([{"inside": thing}])[0] if way is not copy.copy else way(thing)
    gc.collect()
    assert thing._handle and "closed" not in repr(thing)


def test_a_subclass_and_a_closed_object_are_refused_too():
    class Mine(qikit.Engine):
        pass

    with Mine("xiangqi", table_mb=1) as engine:
        with pytest.raises(TypeError, match="Mine cannot be copied"):
            copy.copy(engine)
    with pytest.raises(TypeError, match="Mine cannot be copied"):
        pickle.dumps(engine)
