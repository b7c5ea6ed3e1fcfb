using System;
using System.Text;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class GameTests
    {
        const string Pgn = "[Game \"Chinese Chess\"]\n[Red \"胡荣华\"]\n[Result \"1-0\"]\n\n{开局} 1. 炮二平五 马８进７ {常见}\n2. 马二进三 1-0\n";

        [Test]
        public void GamesAreReadChangedAndWritten()
        {
            var games = Game.Read(Pgn + "\n" + Pgn);
            Assert.AreEqual(2, games.Count);
            Game one = games[1];
            Assert.AreEqual("xiangqi pgn 1-0 胡荣华", one.Name + " " + one.Format + " " + one.Result + " " + one.Headers["Red"]);
            CollectionAssert.AreEqual(new[] { "h2e2", "h9g7", "h0g2" }, one.Moves);
            Assert.AreEqual("常见", one.Comments[2]);
            using (Board board = one.Board()) Assert.AreEqual("black", board.Side);
            using (Board board = one.Board(2)) Assert.AreEqual("red", board.Side);
            one.Headers["Black"] = "许银川";
            one.Comments[3] = "end";
            Game again = Game.Read(one.Write(new GameWriteOptions { Notation = "chinese", Encoding = "gb18030" }))[0];
            CollectionAssert.AreEqual(one.Moves, again.Moves);
            CollectionAssert.AreEqual(one.Headers, again.Headers);
            CollectionAssert.AreEqual(one.Comments, again.Comments);
            StringAssert.Contains("1. C2.5 H8+7 {常见}", Encoding.UTF8.GetString(one.Write(new GameWriteOptions { Notation = "wxf" })));
        }

        [Test]
        public void OtherFormats()
        {
            Assert.AreEqual("chess", Game.Read("1. e4 e5 2. Nf3 *")[0].Name);
            Game go = Game.Read("(;GM[1]SZ[9]KM[6.5]PB[a];B[ee];W[])")[0];
            CollectionAssert.AreEqual(new[] { "E5", "pass" }, go.Moves);
            var made = new Game("surakarta");
            made.Moves.Add("a2-a3");
            made.Headers["Black"] = "amy";
            CollectionAssert.AreEqual(made.Moves, Game.Read(made.Write())[0].Moves);
        }

        [Test]
        public void VariationsAreKept()
        {
            Game one = Game.Read("1. C2.5 (1. H2+3 {solid} c2.4 (1... h8+7)) h8+7 (1... c8.5) 2. H2+3 *\n")[0];
            Game again = Game.Read(one.Write())[0];
            Assert.AreEqual(3, again.Variations.Count);
            Assert.AreEqual(1, again.Variations[1].Line);
            CollectionAssert.AreEqual(new[] { "h0g2", "b7d7" }, again.Variations[0].Moves);
            Assert.AreEqual("solid", again.Variations[0].Comments[1]);
            Assert.AreEqual(0, Game.Read(one.Write(), new GameReadOptions { MainLines = true })[0].Variations.Count);
            one.Variations.Add(new Variation { Line = 9 });
            Assert.Throws<InvalidArgumentException>(() => one.Write());
        }

        [Test]
        public void EvaluationsClocksAndGlyphs()
        {
            Game one = Game.Read("1. e4! {[%eval 0.17,20] [%clk 0:02:58.5] best} (1. d4 $5 {[%emt 0:00:03]}) e5 {[%eval #-3]} *\n")[0];
            Assert.AreEqual("best", one.Comments[1]);
            Assert.AreEqual(1, one.Comments.Count);
            Assert.AreEqual(0.17, one.Values[1].Eval);
            Assert.AreEqual(20, one.Values[1].Depth);
            Assert.AreEqual(178.5, one.Values[1].Clock);
            Assert.AreEqual(-3, one.Values[2].Mate);
            Assert.IsNull(one.Values[2].Eval);
            Assert.AreEqual(3, one.Variations[0].Values[1].Elapsed);
            CollectionAssert.AreEqual(new[] { 5 }, one.Variations[0].Values[1].Nags);
            string text = Encoding.UTF8.GetString(one.Write());
            StringAssert.Contains("1. e4 $1 {[%eval 0.17,20] [%clk 0:02:58.5] best}", text);
            Assert.AreEqual(text, Encoding.UTF8.GetString(Game.Read(text)[0].Write()));
            Game go = Game.Read("(;SZ[9]KM[6]RU[Chinese];B[ee]V[1.5]BL[300]OB[5]BM[1](;W[cc]WL[9])(;C[only words]))")[0];
            Assert.AreEqual(5, go.Values[1].MovesLeft);
            StringAssert.Contains("V[1.5]BL[300]OB[5]BM[1]", Encoding.UTF8.GetString(go.Write()));
        }

        [Test]
        public void BooksTakeAndGiveGames()
        {
            Game one = Game.Read("[Red \"甲\"]\n1. C2.5! {[%eval 0.3] a} (1. H2+3 {solid}) h8+7 2. H2+3 1-0\n")[0];
            Game again = Game.Read(one.Write(new GameWriteOptions { Format = "dhtmlxq" }))[0];
            Assert.AreEqual("dhtmlxq solid", again.Format + " " + again.Variations[0].Comments[1]);
            string path = System.IO.Path.Combine(System.IO.Path.GetTempPath(), "qikit-games-" + Guid.NewGuid() + ".qkb");
            try
            {
                using (Book book = Book.Create("xiangqi", path))
                {
                    Assert.AreEqual(0, book.GamesAsync().Result.Count);
                    Assert.AreEqual(1, book.AddGamesAsync(new[] { one }).Result["games"].Int);
                    var games = book.GamesAsync().Result;
                    Assert.AreEqual(1, games.Count);
                    CollectionAssert.AreEqual(one.Moves, games[0].Moves);
                    Assert.AreEqual(1, book.AddGamesAsync(new[] { Game.Read("[Red \"x\"]\n[Black \"y\"]\n1. H2+3 0-1\n")[0] }).Result["games"].Int);
                    GamePage page = book.GamePageAsync(0, 1).Result;
                    Assert.AreEqual("1 1", page.Games.Count + " " + page.Next);
                    page = book.GamePageAsync(page.Next.Value, 1).Result;
                    Assert.AreEqual("h0g2 ", page.Games[0].Moves[0] + " " + page.Next);
                    Assert.AreEqual("甲 1-0", games[0].Headers["Red"] + " " + games[0].Result);
                }
            }
            finally
            {
                System.IO.File.Delete(path);
            }
        }

        [Test]
        public void AGameStandsAtAPlace()
        {
            Game one = Game.Read("1. C2.5 (1. H2+3 {solid} c2.4 (1... h8+7 2. C8.5)) h8+7 (1... c8.5 {bold}) 2. H2+3 *\n")[0];
            CollectionAssert.AreEqual(new[] { "h2e2", "h9g7", "h0g2", null }, new[] { one.Step(), one.Step(), one.Step(), one.Step() });
            CollectionAssert.AreEqual(new[] { "h0g2", "h9g7", "h2e2", null }, new[] { one.Back(), one.Back(), one.Back(), one.Back() });
            Assert.AreEqual("h0g2", one.Step(1));
            Assert.AreEqual("solid", one.Comment);
            Assert.AreEqual("h9g7", one.Step(2));
            Assert.AreEqual("b2e2", one.Step());
            CollectionAssert.AreEqual(new[] { "h0g2", "h9g7", "b2e2" }, one.LineMoves());
            using (Board here = one.Here()) Assert.AreEqual("black", here.Side);
            Assert.Throws<NotFoundException>(() => one.Step(3));
            Assert.Throws<NotFoundException>(() => one.Goto(4));
            one.Goto(3);
            one.Comment = "end";
            one.Value.Eval = 0.25;
            Assert.AreEqual(0, one.Play("i9h9"));
            Assert.AreEqual("i9h9", one.Moves[3]);
            one.Goto(2);
            Assert.AreEqual(4, one.Play("g3g4"));
            CollectionAssert.AreEqual(new[] { "g3g4" }, one.Variations[3].Moves);
            one.RemoveVariation(4);
            Assert.AreEqual("0 2", one.Line + " " + one.Ply);
            Game again = Game.Read(one.Write())[0];
            Assert.AreEqual(0.25, again.Values[3].Eval);
            Assert.AreEqual("end", again.Comments[3]);
        }

        [Test]
        public void VariationsArePromoted()
        {
            Game one = Game.Read("1. C2.5 {a} (1. H2+3 {solid} c2.4 (1... h8+7 2. C8.5)) h8+7 (1... c8.5 {bold}) 2. H2+3 *\n")[0];
            one.Goto(3, 2);
            var here = one.LineMoves();
            one.PromoteVariation(2);
            CollectionAssert.AreEqual(here, one.Variations[0].Moves);
            one.PromoteVariation(1);
            CollectionAssert.AreEqual(here, one.Moves);
            CollectionAssert.AreEqual(here, one.LineMoves());
            Assert.AreEqual("solid", one.Comments[1]);
            Assert.AreEqual(3, Game.Read(one.Write())[0].Variations.Count);
            Assert.Throws<NotFoundException>(() => one.PromoteVariation(9));
        }

        [Test]
        public void ReviewsTakeAndGiveGames()
        {
            Game one = Game.Read("(;SZ[5]RU[Capture-1];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])")[0];
            var options = new ReviewOptions { User = "black", Visits = 16, TargetVisits = 16, TargetTime = 0, DemonstrateTime = 0 };
            using (Job<Review> job = Review.Start(one, options))
            using (Review review = job.Wait())
            {
                Game reviewed = Game.Read(review.Sgf())[0];
                CollectionAssert.AreEqual(one.Moves, reviewed.Moves);
                Assert.AreEqual(review.BadMoves.Count, reviewed.Variations.Count);
            }
            Assert.Throws<UnsupportedException>(() => Review.Start(Game.Read(Pgn)[0], options));
        }

        [Test]
        public void WhatIsWrongIsTold()
        {
            var e = Assert.Throws<ParseException>(() => Game.Read(Pgn + "\n[Red \"x\"]\n1. 炮二平五 castle\n"));
            StringAssert.IsMatch("game 2: .*line 9", e.Message);
            Assert.AreEqual(1, Game.Read(Pgn + "\n[Red \"x\"]\n1. 炮二平五 castle\n", new GameReadOptions { Skip = true }).Count);
            Assert.Throws<ParseException>(() => Game.Read(""));
            Assert.Throws<ArgumentNullException>(() => Game.Read((string)null));
            Game one = Game.Read(Pgn)[0];
            Assert.Throws<NotFoundException>(() => one.Board(4));
            Assert.Throws<UnsupportedException>(() => one.Write(new GameWriteOptions { Format = "sgf" }));
            one.Moves.Add("h2e2");
            Assert.Throws<RulesException>(() => one.Board());
        }
    }
}
