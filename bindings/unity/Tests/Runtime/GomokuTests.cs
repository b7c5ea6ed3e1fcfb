using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class GomokuTests
    {
        const string Six = "XXX1XX/OO4/6/OOO3/6/6 X"; // d6 makes six in a row

        [Test]
        public void TheRulesReachTheGame()
        {
            using (var board = new Board("gomoku"))
            {
                Assert.AreEqual(225, board.Moves().Length);
                board.Play("h8");
                Assert.AreEqual("white", board.Side);
            }
            Assert.AreEqual("five in a row", After("freestyle").Reason);
            Assert.IsNull(After("standard"));
            StringAssert.Contains("overline", Assert.Throws<RulesException>(() => After("renju")).Message);
        }

        static Outcome After(string rule)
        {
            using (var board = new Board("gomoku", Six, new BoardOptions { Rule = rule }))
            {
                board.Play("d6");
                return board.Outcome;
            }
        }

        [Test]
        public async Task TheEngineMakesFive()
        {
            using (var engine = new Engine("gomoku", new EngineOptions { TableMb = 4 }))
            using (var board = new Board("gomoku", "8/8/1XXXX3/1OOOO3/8/8/8/8 X"))
            {
                SearchResult found = await engine.SearchAsync(board, new SearchLimits { Depth = 2 });
                CollectionAssert.Contains(new[] { "a6", "f6" }, found.Best);
            }
        }
    }
}
