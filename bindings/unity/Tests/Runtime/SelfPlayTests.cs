using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    public class SelfPlayTests
    {
        static SelfPlayOptions Small()
        {
            return new SelfPlayOptions
            {
                Games = 3, Seed = 5, Workers = 1, Visits = 12, FastVisits = 4,
                Starts = new Starts { Sizes = new Dictionary<int, double> { { 7, 1 } } },
            };
        }

        [Test]
        public async Task SamplesAreWrittenAndResumed()
        {
            string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
            try
            {
                long positions;
                using (Job<long> job = SelfPlay.Start(path, Small()))
                {
                    positions = await job.WaitAsync();
                    Assert.AreEqual(1, job.Progress.Fraction);
                }
                byte[] whole = File.ReadAllBytes(path);
                Assert.AreEqual(4096 + 1072 * positions, whole.Length);
                using (Job<long> job = SelfPlay.Start(path, Small())) Assert.Throws<StateException>(() => job.Wait());
                using (FileStream file = File.OpenWrite(path)) file.SetLength(whole.Length - 1);
                SelfPlayOptions more = Small();
                more.Resume = true;
                using (Job<long> job = SelfPlay.Start(path, more)) Assert.AreEqual(positions, await job.WaitAsync());
                CollectionAssert.AreEqual(whole, File.ReadAllBytes(path));
                using (Job<double> job = SelfPlay.Rollout(new[] { path }, path + ".qnet", new RolloutOptions { Passes = 1 }))
                {
                    Assert.GreaterOrEqual(await job.WaitAsync(), 0);
                }
                Assert.Greater(new FileInfo(path + ".qnet").Length, 500);
                Assert.Throws<InvalidArgumentException>(() => SelfPlay.Rollout(new string[0], "x"));
            }
            finally
            {
                File.Delete(path);
                File.Delete(path + ".qnet");
            }
        }

        [Test]
        public async Task AMatchCountsGames()
        {
            using (Job<MatchResult> job = SelfPlay.Match(new MatchOptions { Games = 4, Visits = 30, AgainstVisits = 3 }))
            {
                MatchResult result = await job.WaitAsync();
                Assert.AreEqual(4, result.Games);
                Assert.AreEqual(result.Wins / 4.0, result.Score);
            }
        }

        [Test]
        public void BadInput()
        {
            var wrong = new SelfPlayOptions();
            wrong.More["gmes"] = 1;
            StringAssert.Contains("gmes", Assert.Throws<InvalidArgumentException>(() => SelfPlay.Start("x", wrong)).Message);
            Assert.Throws<InvalidArgumentException>(() => SelfPlay.Start(""));
            string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
            using (Job<MatchResult> job = SelfPlay.Match(new MatchOptions { Net = path })) Assert.Throws<NotFoundException>(() => job.Wait());
        }
    }
}
