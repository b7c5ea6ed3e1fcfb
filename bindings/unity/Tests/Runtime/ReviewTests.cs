using System.IO;
using System.Text;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    public class ReviewTests
    {
        const string Game = "(;FF[4]GM[1]SZ[5]RU[Capture-1]XX[kept];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])";

        static ReviewOptions Fast()
        {
            return new ReviewOptions
            {
                User = "black", Effort = "quick", Visits = 64, TargetVisits = 128, DemonstrateVisits = 64,
                TargetTime = 0, DemonstrateTime = 0, ProofNodes = 60,
            };
        }

        [Test]
        public async Task AGameIsReviewedSavedAndLoaded()
        {
            string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
            using (Job<Review> job = Review.Start(Game, Fast()))
            using (Review review = await job.WaitAsync())
            {
                Assert.IsTrue(review.Complete);
                Assert.AreEqual(5, review.Moves.Count);
                Assert.AreEqual("B1", review.Moves[0].Move);
                BadMove bad = review.BadMoves[0];
                Assert.AreEqual(bad.Target, bad.Demonstration[0]);
                Assert.GreaterOrEqual(bad.Loss, 5);
                Assert.IsTrue(review.Exercises[0].Accepts(bad.Target.ToLowerInvariant()));
                Assert.IsFalse(review.Exercises[0].Accepts(bad.Move));
                Assert.IsTrue(review.Exercises[0].Refuses(bad.Move.ToLowerInvariant()));
                Assert.AreEqual(0, review.Graph[0].Ply);
                Assert.AreEqual(review.Graph[0].Black, review.Graph[0].User);
                Assert.AreEqual(1, review.Graph[1].Number);
                Assert.IsTrue(review.Worst.Contains(bad.Number));
                StringAssert.Contains("XX[kept]", review.Sgf());
                StringAssert.StartsWith("<svg ", review.Svg());
                StringAssert.StartsWith("<svg ", review.Svg(new ReviewSvgOptions { Number = bad.Number, Picture = "line" }));
                StringAssert.StartsWith("<svg ", review.Svg(new ReviewSvgOptions { Picture = "moves", Caption = false }));
                Assert.Throws<NotFoundException>(() => review.Svg(new ReviewSvgOptions { Number = 99 }));
                try
                {
                    review.Save(path);
                    using (Review again = Review.Load(path)) Assert.AreEqual(review.JsonText(), again.JsonText());
                }
                finally
                {
                    File.Delete(path);
                }
                string damaged = review.JsonText().Replace("\"ply\":1", "\"ply\":2");
                Assert.Throws<ParseException>(() => Review.Parse(damaged));
            }
        }

        [Test]
        public async Task AFinishedReviewIsAsked()
        {
            ReviewOptions options = Fast();
            options.Demonstrate = new int[0];
            const string game = "(;SZ[5]RU[Capture-1];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])";
            using (Job<Review> job = Review.Start(game, options))
            using (Review review = await job.WaitAsync())
            {
                BadMove bad = review.BadMoves[0];
                using (Job<Review> demonstrated = review.Demonstrate(bad.Number))
                using (Review more = await demonstrated.WaitAsync())
                {
                    Assert.AreEqual(bad.Target, more.Answers[0].Move);
                    Assert.AreEqual(bad.Target, more.Answers[0].Line[0].Move);
                    using (Job<Review> asked = more.Ask(bad.Number, bad.Move))
                    using (Review both = await asked.WaitAsync()) Assert.AreEqual("ask", both.Answers[1].Kind);
                }
                using (Job<Review> deeper = review.Start(new ReviewQuestion { Kind = "deepen", Number = bad.Number, Effort = "default", Move = "", Net = "" }))
                using (Review more = await deeper.WaitAsync()) Assert.AreEqual(bad.Number, more.Answers[0].Number);
                Assert.AreEqual(0, review.Answers.Count);
                using (Job<Review> none = review.Deepen(99)) Assert.Throws<NotFoundException>(() => none.Wait());
            }
        }

        [Test]
        public async Task AReviewSaysWhy()
        {
            const string game = "(;SZ[5]RU[Capture-2];B[cc];W[cb];B[bc];W[bb];B[aa];W[ac];B[ea];W[dc];B[ee];W[bd];B[ae];W[cd])";
            ReviewOptions options = Fast();
            options.Threshold = 1000;
            using (Job<Review> job = Review.Start(game, options))
            using (Review review = await job.WaitAsync())
            {
                Reason why = review.Moves[5].Reasons[0];
                Assert.AreEqual("loses", why.Kind);
                Assert.AreEqual("C2", why.Move);
                Assert.AreEqual(new[] { "B3", "C3" }, why.Chain);
                StringAssert.Contains(why.Text, review.Moves[5].Text);
                Assert.AreEqual(0, review.OpponentMoves.Count);
            }
            options.User = "white";
            options.Opponent = true;
            using (Job<Review> job = Review.Start(game, options))
            using (Review review = await job.WaitAsync())
            {
                StringAssert.StartsWith("Black's move ", review.OpponentMoves[0].Text);
                Assert.AreEqual("loss", review.OpponentMoves[review.OpponentMoves.Count - 1].Proven);
            }
        }

        [Test]
        public void EveryOption()
        {
            ReviewOptions options = Fast();
            options.Game = 2;
            options.Target = new[] { 2, 1 };
            options.Pass = "free";
            options.NoMove = "draw";
            options.FirstMove = false;
            options.ClearLoss = 4;
            options.Inaccuracy = 6;
            options.Mistake = 11;
            options.Blunder = 21;
            options.Worst = 1;
            options.SearchTime = 500;
            options.Gap = 0.25;
            options.GapVisits = 8;
            options.Recommended = 6;
            using (Job<Review> job = Review.Start("(;SZ[5];B[aa])(;SZ[5]RU[Capture-1];B[cc];W[bb];B[dd])", options))
            using (Review review = job.Wait())
            {
                Assert.AreEqual(3, review.Report["game"]["plies"].Int);
                Assert.IsFalse(review.Moves[0].Analysed);
                string text = review.JsonText();
                foreach (string said in new[]
                {
                    "\"target\":[2,1],\"pass\":\"free\",\"no_move\":\"draw\"", "\"first_move\":false", "\"clear_loss\":4,\"losses\":[6,11,21],\"worst\":1,",
                    "\"search_time\":500,", "\"proof_nodes\":60,", "\"gap\":0.25,\"gap_visits\":8,", "\"recommended\":6,",
                }) StringAssert.Contains(said, text);
            }
        }

        [Test]
        public void TheSameOnEveryMachine()
        {
            ReviewOptions options = Fast();
            options.Deterministic = true;
            options.Visits = 16;
            using (Job<Review> job = Review.Start("(;SZ[7]RU[Capture-1];B[dd];W[cc])", options))
            using (Review review = job.Wait())
            {
                Assert.IsTrue(review.Report["search"]["deterministic"].Bool);
                Assert.AreEqual("generic", review.Report["search"]["tier"].Text);
            }
        }

        [Test]
        public void WhatIsDoneIsKept()
        {
            using (Job<Review> job = Review.Start(Game, new ReviewOptions { User = "black", Visits = 1000000, TargetVisits = 10000000 }))
            {
                job.Cancel();
                using (Review review = job.Wait()) Assert.AreEqual("cancelled", review.Report["ended"].Text);
            }
            var late = new ReviewOptions { User = "black", Visits = 1000000, Time = 0.05, ProofNodes = 0 };
            using (Job<Review> job = Review.Start(Game, late))
            using (Review review = job.Wait()) Assert.AreEqual("time", review.Report["ended"].Text);
        }

        static void Refused<T>(byte[] sgf, string says) where T : QikitException
        {
            using (Job<Review> job = Review.Start(sgf, Fast())) StringAssert.Contains(says, Assert.Throws<T>(() => job.Wait()).Message);
        }

        [Test]
        public void BadRecords()
        {
            Refused<RulesException>(Encoding.UTF8.GetBytes("(;SZ[5]RU[Capture-1];B[aa];W[aa])"), "there is a black stone");
            Refused<RulesException>(Encoding.UTF8.GetBytes("(;SZ[5]RU[Capture-1];B[aa];W[])"), "passing is not allowed");
            Refused<ParseException>(Encoding.UTF8.GetBytes("(;SZ[25];B[aa])"), "SZ[25]");
            Refused<ParseException>(new byte[0], "empty");
            Refused<StateException>(Encoding.UTF8.GetBytes("(;SZ[5])"), "no moves");
            Refused<ParseException>(Encoding.UTF8.GetBytes("(;SZ[5];B[aa"), "line 1");
            Refused<ParseException>(Encoding.GetEncoding("iso-8859-1").GetBytes("(;SZ[5]CA[UTF-8]C[\u00ff];B[aa])"), "charset");
            Refused<ParseException>(Encoding.UTF8.GetBytes(new string('(', 100000)), "expected");
        }

        [Test]
        public void BadInput()
        {
            StringAssert.Contains("user", Assert.Throws<InvalidArgumentException>(() => Review.Start(Game, null)).Message);
            ReviewOptions wrong = Fast();
            wrong.More["visit"] = 1;
            StringAssert.Contains("visit", Assert.Throws<InvalidArgumentException>(() => Review.Start(Game, wrong)).Message);
            ReviewOptions none = Fast();
            none.Demonstrate = new[] { 99 };
            using (Job<Review> job = Review.Start(Game, none))
                StringAssert.Contains("demonstrate has 99", Assert.Throws<InvalidArgumentException>(() => job.Wait()).Message);
            Assert.Throws<NotFoundException>(() => Review.Load(Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())));
            Assert.Throws<ParseException>(() => Review.Parse("{}"));
            Assert.Throws<VersionException>(() => Review.Parse("{\"schema\": \"qikit/review/9\"}"));
        }
    }
}
