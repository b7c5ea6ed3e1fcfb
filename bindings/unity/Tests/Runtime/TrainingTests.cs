using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    public class TrainingTests
    {
        [Test]
        public async Task ABookTeachesANetworkThatPlays()
        {
            using (var files = new TestFiles())
            {
                string book = TestFiles.Generate(files["lessons.qkb"], new BookOptions
                {
                    Game = "xiangqi", Games = 20, Seed = 7, MaxPlies = 40,
                    Depth = new DepthOptions { Scope = "ply", Distribution = "uniform", Min = 1, Max = 2 },
                }), net = files["a.qnet"];
                var options = new TrainOptions { Width = 16, Passes = 2, Batch = 64, HeldOut = 0.3 };
                using (Job<Trained> job = Training.Start(new[] { book }, net, options))
                {
                    Trained trained = await job.WaitAsync();
                    Assert.AreEqual("xiangqi", trained.Game);
                    Assert.AreEqual(3, trained.Losses.Count);
                    Assert.Less(trained.Losses[2].Learnt, trained.Losses[1].Learnt);
                    Assert.AreEqual(16, trained.Net.Length);
                }
                using (var board = new Board("xiangqi"))
                using (var engine = new Engine("xiangqi", new EngineOptions { Net = net }))
                {
                    SearchResult found = await engine.SearchAsync(board, new SearchLimits { Depth = 3 });
                    CollectionAssert.Contains(board.Moves(), found.Best);
                }
                using (Job<Trained> job = Training.Start(new[] { book }, net)) Assert.Throws<StateException>(() => job.Wait());
                Assert.Throws<InvalidArgumentException>(() => Training.Start(new string[0], "x"));
            }
        }
    }
}
