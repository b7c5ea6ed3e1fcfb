using System;
using System.Collections.Generic;
using System.Linq;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class ColumnsTests
    {
        /// <summary>Value i of a column of numbers that may be missing.</summary>
        static T? At<T>(RecordColumn column, int i) where T : struct => column.Valid[i] ? ((T[])column.Values)[i] : (T?)null;

        static IEnumerable<int> List(RecordColumn column, int i) => Enumerable.Range(column.Ends[i], column.Ends[i + 1] - column.Ends[i]);

        [Test]
        public void AreTheRecords()
        {
            using (var files = new TestFiles())
            using (Book book = Book.Open(TestFiles.Generate(files["a.qkb"], TestFiles.Small(""))))
            {
                List<BookRecord> records = book.Records().ToList();
                int at = 0;
                foreach (RecordColumns page in book.Columns(null, 7))
                {
                    Assert.AreEqual(Math.Min(7, records.Count - at), page.Count);
                    Assert.AreEqual(26, page.Names.Count());
                    for (int i = 0; i < page.Count; i++, at++)
                    {
                        BookRecord record = records[at];
                        Assert.AreEqual(record.Fen, page["fen"].Texts[i]);
                        Assert.AreEqual(record.Flipped, ((bool[])page["flipped"].Values)[i]);
                        CollectionAssert.AreEqual(record.Moves, List(page["moves"], i).Select(j => page["moves"].Items.Texts[j]));
                        Assert.AreEqual(record.Score, At<long>(page["score"], i));
                        Assert.AreEqual(record.WinRate, At<double>(page["win_rate"], i));
                        Assert.AreEqual(record.Result, At<double>(page["result"], i));
                        Assert.AreEqual(record.Proven, page["proven"].Texts[i]);
                        Assert.AreEqual(record.Best, page["best"].Texts[i]);
                        RecordColumn search = page["search"], lines = search.Fields["candidates"];
                        Assert.AreEqual(record.Search != null, search.Valid[i]);
                        Assert.AreEqual(record.Search.Depth, search.Fields["depth"].Longs[i]);
                        CollectionAssert.AreEqual(record.Search.Candidates.Select(c => c.Move + c.Score),
                            List(lines, i).Select(j => lines.Items.Fields["move"].Texts[j] + lines.Items.Fields["score"].Longs[j]));
                        Assert.AreEqual(record.Eval.Mover, page["eval"].Fields["mover"].Doubles[i]);
                        Assert.IsFalse(page["balance"].Valid[i]);
                        Assert.AreEqual(record.Game, page["game"].Longs[i]);
                        Assert.AreEqual(record.Seed, ((ulong[])page["seed"].Values)[i]);
                        Assert.AreEqual(record.Unknown, page["unknown"].Longs[i]);
                    }
                }
                Assert.AreEqual(records.Count, at);
                Assert.IsTrue(at > 7);
            }
        }

        [Test]
        public void HaveTheFieldsAskedFor()
        {
            using (var files = new TestFiles())
            using (Book book = Book.Open(TestFiles.Generate(files["a.qkb"], TestFiles.Small(""))))
            {
                var options = new ExportOptions { Fields = new[] { "ply", "best" }, MinPly = 2 };
                RecordColumns page = book.Columns(options).Single();
                CollectionAssert.AreEqual(new[] { "ply", "best" }, page.Names);
                CollectionAssert.AreEqual(book.Records().Where(r => r.Ply >= 2).Select(r => r.Best), page["best"].Texts);
                Assert.Throws<KeyNotFoundException>(() => page["fen"].ToString());
                var wrong = Assert.Throws<InvalidArgumentException>(() => book.Columns(new ExportOptions { Fields = new[] { "path" } }).ToList());
                StringAssert.Contains("expected a field of a record", wrong.Message);
                Assert.Throws<InvalidArgumentException>(() => book.Columns(null, 10001).ToList());
            }
        }
    }
}
