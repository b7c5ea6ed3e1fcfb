using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class GoTests
    {
        [Test]
        public async Task TheEnginePlaysItselfToTheEnd()
        {
            using (var engine = new Engine("go", new EngineOptions { TableMb = 4, Seed = 3 }))
            using (var board = new Board("go", null, new BoardOptions { Size = 5 }))
            {
                while (board.Outcome == null)
                {
                    SearchResult found = await engine.SearchAsync(board, new SearchLimits { Visits = 60 });
                    CollectionAssert.Contains(board.Moves(), found.Best);
                    board.Play(found.Best);
                }
                Assert.AreEqual("two passes", board.Outcome.Reason);
            }
        }

        [Test]
        public async Task TheSameSeedPlaysTheSameMove()
        {
            var rates = new double[2];
            for (int i = 0; i < 2; i++)
            {
                using (var board = new Board("go", null, new BoardOptions { Size = 9 }))
                using (var engine = new Engine("go", new EngineOptions { TableMb = 4, Seed = 5 }))
                {
                    rates[i] = (await engine.SearchAsync(board, new SearchLimits { Visits = 150 })).WinRate;
                }
            }
            Assert.AreEqual(rates[0], rates[1]);
        }
    }
}
