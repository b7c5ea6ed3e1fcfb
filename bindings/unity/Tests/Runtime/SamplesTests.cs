using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class SamplesTests
    {
        const string Men = "KABNRCP";

        /// <summary>The men of a record's position, read from its text.</summary>
        static List<sbyte> Placed(BookRecord record)
        {
            var cells = new List<sbyte>();
            foreach (char letter in record.Fen.Split(' ')[0].Replace("/", ""))
            {
                if (char.IsDigit(letter)) cells.AddRange(new sbyte[letter - '0']);
                else cells.Add((sbyte)((Men.IndexOf(char.ToUpperInvariant(letter)) + 1) * (char.IsUpper(letter) ? 1 : -1)));
            }
            return cells;
        }

        static short Point(string text) => (short)(('9' - text[1]) * 9 + (text[0] - 'a'));

        static List<string> Order(Samples samples, int size)
        {
            var places = new List<string>();
            SampleBatch batch = samples.NewBatch(size);
            while (samples.Next(batch))
            {
                for (int i = 0; i < batch.Count; i++) places.Add(batch.Games[i] + ":" + batch.Plies[i]);
            }
            return places;
        }

        [Test]
        public async Task AreTheRecords()
        {
            using (var files = new TestFiles())
            using (Book book = Book.Open(TestFiles.Generate(files["a.qkb"], TestFiles.Small(""))))
            using (Samples samples = await book.SamplesAsync())
            {
                List<BookRecord> records = book.Records().ToList();
                Assert.AreEqual(records.Count, samples.Count);
                Assert.AreEqual(Men, samples.Report.Men);
                SampleBatch batch = samples.NewBatch(7);
                int at = 0;
                while (samples.Next(batch))
                {
                    for (int i = 0; i < batch.Count; i++, at++)
                    {
                        BookRecord record = records[at];
                        CollectionAssert.AreEqual(Placed(record), batch.Positions.Skip(90 * i).Take(90));
                        Assert.AreEqual(Point(record.Best.Substring(0, 2)), batch.Moves[2 * i]);
                        Assert.AreEqual(Point(record.Best.Substring(2)), batch.Moves[2 * i + 1]);
                        Assert.AreEqual((float)record.Score.Value, batch.Scores[i]);
                        Assert.IsTrue(float.IsNaN(batch.Results[i]) && float.IsNaN(batch.WinRates[i])); // the games were cut off
                        Assert.AreEqual(record.Flipped ? 1 : 0, batch.Sides[i]);
                        Assert.AreEqual(record.Ply, batch.Plies[i]);
                        Assert.AreEqual(record.Search.Depth, batch.Depths[i]);
                        Assert.AreEqual(record.Count, batch.Counts[i]);
                        Assert.AreEqual(record.Game, batch.Games[i]);
                    }
                }
                Assert.AreEqual(records.Count, at);
            }
        }

        [Test]
        public async Task ASeedGivesAnOrder()
        {
            using (var files = new TestFiles())
            using (Book book = Book.Open(TestFiles.Generate(files["a.qkb"], TestFiles.Small(""))))
            using (Samples samples = await book.SamplesAsync(new ExportOptions { Shuffle = 3, MinPly = 1 }))
            {
                List<string> inside = book.Records().Where(r => r.Ply >= 1).Select(r => r.Game + ":" + r.Ply).ToList();
                List<string> first = Order(samples, 5);
                CollectionAssert.AreEquivalent(inside, first);
                CollectionAssert.AreNotEqual(inside, first);
                samples.Rewind(4);
                CollectionAssert.AreNotEqual(first, Order(samples, 5));
                samples.Rewind(3);
                CollectionAssert.AreEqual(first, Order(samples, 6));
            }
        }

        [Test]
        public async Task FillMemoryOfTheCaller()
        {
            using (var files = new TestFiles())
            using (Book book = Book.Open(TestFiles.Generate(files["a.qkb"], TestFiles.Small(""))))
            using (Samples samples = await book.SamplesAsync())
            {
                long octets = samples.Octets(10);
                IntPtr memory = Marshal.AllocHGlobal((IntPtr)octets);
                try
                {
                    Assert.AreEqual(10, samples.Next(memory, octets, 10));
                    var men = new byte[90];
                    Marshal.Copy(memory, men, 0, 90);
                    CollectionAssert.AreEqual(Placed(book.Records().First()), men.Select(m => (sbyte)m));
                    Assert.Throws<BufferException>(() => samples.Next(memory, octets - 1, 10));
                    Assert.Throws<InvalidArgumentException>(() => samples.Next(memory, octets, 0));
                }
                finally
                {
                    Marshal.FreeHGlobal(memory);
                }
            }
        }

        [Test]
        public async Task WrongUses()
        {
            using (var files = new TestFiles())
            using (Book book = Book.Open(TestFiles.Generate(files["a.qkb"], TestFiles.Small(""))))
            {
                Samples samples = await book.SamplesAsync();
                Assert.Throws<ArgumentOutOfRangeException>(() => samples.NewBatch(0));
                Assert.Throws<ArgumentNullException>(() => samples.Next(null));
                SampleBatch batch = samples.NewBatch(1);
                samples.Dispose();
                Assert.Throws<HandleException>(() => samples.Next(batch));
                InvalidArgumentException wrong = null;
                try
                {
                    await book.SamplesAsync(new ExportOptions { Shards = 2 });
                }
                catch (InvalidArgumentException e)
                {
                    wrong = e;
                }
                Assert.IsNotNull(wrong);
                StringAssert.Contains("shards", wrong.Message);
            }
        }
    }
}
