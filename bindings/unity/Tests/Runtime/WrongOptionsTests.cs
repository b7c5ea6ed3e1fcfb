using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using NUnit.Framework;

namespace Qikit.Tests
{
    // What every call says of wrong options, by the table that the tests of all
    // languages read.
    public class WrongOptionsTests
    {
        const string Game = "(;SZ[5]RU[Capture-1];B[cc];W[aa];B[bb];W[ab])";

        static string[] Table() => File.ReadAllLines(TestFiles.OfProject("internal", "ctest", "testdata", "wrong_options.tsv"));

        static object Plain(Json value)
        {
            if (value.IsNull) return null;
            if (value.IsObject) return value.Keys.ToDictionary(key => key, key => Plain(value[key]));
            if (value.Text != null) return value.Text;
            double? number = value.DoubleOrNull;
            if (number == null) return value.Items.Select(Plain).ToList();
            return number == Math.Floor(number.Value) ? (long)number.Value : (object)number.Value;
        }

        static T Of<T>(string text) where T : Options, new()
        {
            var options = new T();
            foreach (var pair in (Dictionary<string, object>)Plain(Json.Parse(text))) options.More[pair.Key] = pair.Value;
            return options;
        }

        [Test]
        public void AreRefusedInTheWordsOfTheTable()
        {
            int rows = 0;
            using (var files = new TestFiles())
            using (var xiangqi = new Board("xiangqi"))
            using (var surakarta = new Board("surakarta"))
            using (var engine = new Engine("surakarta", new EngineOptions { TableMb = 1 }))
            using (Book book = Book.Create("xiangqi", files["empty.qkb"]))
            using (Job<Review> reviewing = Review.Start(Game, new ReviewOptions { User = "black", Visits = 16, TargetVisits = 16, TargetTime = 0 }))
            using (Review review = reviewing.Wait())
            {
                var calls = new Dictionary<string, Action<string>>
                {
                    { "board.svg", o => xiangqi.Svg(Of<SvgOptions>(o)) },
                    { "engine", o => new Engine("xiangqi", Of<EngineOptions>(o)) },
                    { "evaluate", o => engine.Evaluate(surakarta, Of<EvaluateOptions>(o)) },
                    { "tables", o => { using (var job = EndgameTables.Build("surakarta", files["tables"], Of<TableOptions>(o))) job.Wait(); } },
                    { "book.generate", o => { using (var job = Book.Generate(Of<BookOptions>(o))) job.Wait(); } },
                    { "book.prune", o => book.PruneAsync(Of<PruneOptions>(o)).GetAwaiter().GetResult() },
                    { "game.read", o => Qikit.Game.Read("1. C2.5 *", Of<GameReadOptions>(o)) },
                    { "game.write", o => Qikit.Game.Read("1. C2.5 *")[0].Write(Of<GameWriteOptions>(o)) },
                    { "review", o => { using (var job = Review.Start(Game, Of<ReviewOptions>(o))) job.Wait(); } },
                    { "review.svg", o => review.Svg(Of<ReviewSvgOptions>(o)) },
                    { "selfplay", o => { using (var job = SelfPlay.Start("no.samples", Of<SelfPlayOptions>(o))) job.Wait(); } },
                    { "match", o => { using (var job = SelfPlay.Match(Of<MatchOptions>(o))) job.Wait(); } },
                    { "train", o => { using (var job = Training.Start(new string[0], "no.qnet", Of<TrainOptions>(o))) job.Wait(); } },
                    { "rollout", o => { using (var job = SelfPlay.Rollout(new string[0], "no.qnet", Of<RolloutOptions>(o))) job.Wait(); } },
                    { "gateway", o => new Gateway(Of<GatewayOptions>(o)) },
                    { "sgcp.client", o => SgcpClient.OpenAsync(Of<SgcpClientOptions>(o)).GetAwaiter().GetResult() },
                    { "terminal", o => { using (var job = Terminal.Join(1, Of<TerminalOptions>(o))) job.Wait(); } },
                };
                foreach (string game in new[] { "xiangqi", "chess", "surakarta", "go", "capturego", "gomoku", "chinesecheckers", "ludo" })
                {
                    string name = game;
                    calls["board." + name] = o => new Board(name, null, Of<BoardOptions>(o));
                }
                foreach (string line in Table())
                {
                    string[] row = line.Split('\t');
                    if (line.StartsWith("#", StringComparison.Ordinal) || row[1] != "all") continue;
                    string words = row[4], at = row[0] + " " + row[3];
                    Assert.AreEqual("QK_ERR_INVALID_ARG", row[2]);
                    string said = Assert.Throws<InvalidArgumentException>(() => calls[row[0]](row[3]), at).Message;
                    Assert.IsTrue(words.EndsWith(" ", StringComparison.Ordinal) ? said.Contains(words) : said.EndsWith(words, StringComparison.Ordinal), at + ": " + said);
                    rows++;
                }
            }
            Assert.Greater(rows, 90);
        }
    }
}
