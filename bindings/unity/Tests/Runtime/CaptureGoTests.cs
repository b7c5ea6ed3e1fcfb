using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class CaptureGoTests
    {
        [Test]
        public async Task ANetworkOnPlainKernelsRepeats()
        {
            var rates = new double[2];
            for (int i = 0; i < 2; i++)
            {
                using (var board = new Board("capturego"))
                using (var engine = new Engine("capturego", new EngineOptions { TableMb = 4, Deterministic = true }))
                {
                    rates[i] = (await engine.SearchAsync(board, new SearchLimits { Visits = 30 })).WinRate;
                }
            }
            Assert.AreEqual(rates[0], rates[1]);
        }

        [Test]
        public void TheRulesReachTheGame()
        {
            using (var board = new Board("capturego")) Assert.AreEqual("9/9/9/9/9/9/9/9/9 X 1 1 0 0 -", board.Position);
            using (var board = new Board("capturego", null, new BoardOptions { Size = 7, Target = new[] { 3, 5 }, Start = "cross-cut", NoMove = "draw" }))
            {
                StringAssert.EndsWith(" X 3 5 0 0 -", board.Position);
            }
            using (var board = new Board("capturego", null, new BoardOptions { Size = 5, Target = new[] { 2 }, Pass = "free" }))
            {
                StringAssert.EndsWith(" X 2 2 0 0 -", board.Position);
                CollectionAssert.Contains(board.Moves(), "pass");
            }
            Assert.Throws<InvalidArgumentException>(() => new Board("capturego", null, new BoardOptions { Size = 1 }));
        }

        [Test]
        public async Task AnEnginePlaysItselfToTheEnd()
        {
            using (var engine = new Engine("capturego", new EngineOptions { TableMb = 4, Seed = 3 }))
            using (var board = new Board("capturego", null, new BoardOptions { Size = 5 }))
            {
                while (board.Outcome == null)
                {
                    SearchResult found = await engine.SearchAsync(board, new SearchLimits { Visits = 200 });
                    CollectionAssert.Contains(board.Moves(), found.Best);
                    board.Play(found.Best);
                }
                CollectionAssert.Contains(new[] { "target reached", "no legal move" }, board.Outcome.Reason);
            }
        }
    }
}
