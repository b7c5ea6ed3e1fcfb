using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class LudoTests
    {
        [Test]
        public void RollsAreMovesOfChance()
        {
            using (var board = new Board("ludo", null, new BoardOptions { Players = 3 }))
            {
                Assert.AreEqual(new[] { "red", "yellow", "blue", "chance" }, board.Sides);
                Assert.AreEqual("chance", board.Side);
                foreach (string move in new[] { "d6", "b-s", "d2", "s-t6" }) board.Play(move);
                Assert.AreEqual("b,b,b,t6/b,b,b,b/b,b,b,b yellow - 5", board.Position);
            }
            using (var board = new Board("ludo", "home,home,home,h5/b,b,b,t30 red 1").Play("h5-home"))
                Assert.AreEqual(new[] { 1, 2 }, board.Outcome.Ranks);
        }

        [Test]
        public void ADieShowsOneToSix()
        {
            using (var board = new Board("ludo"))
            {
                Assert.Throws<ParseException>(() => board.Play("d7"));
                Assert.Throws<RulesException>(() => board.Play("b-s"));
            }
        }
    }
}
