using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

namespace Qikit
{
    /// <summary>
    /// Samples in columns, which the caller owns and Samples.Next fills. A sample has Points
    /// numbers in Positions, two in Moves, and one in each other column.
    /// </summary>
    public sealed class SampleBatch
    {
        internal readonly byte[] Memory;

        internal SampleBatch(int capacity, int points, int octets)
        {
            Memory = new byte[octets];
            Capacity = capacity;
            Points = points;
            Positions = new sbyte[capacity * points];
            Moves = new short[capacity * 2];
            Scores = new float[capacity];
            Results = new float[capacity];
            WinRates = new float[capacity];
            Sides = new sbyte[capacity];
            Plies = new int[capacity];
            Depths = new short[capacity];
            Counts = new int[capacity];
            Games = new long[capacity];
        }

        /// <summary>Room for so many samples.</summary>
        public int Capacity { get; private set; }
        /// <summary>How many there are.</summary>
        public int Count { get; internal set; }
        /// <summary>Points of the board.</summary>
        public int Points { get; private set; }

        /// <summary>
        /// The men on the points, row by row from the top: the mover's are 1, 2 and so on (Men of the
        /// report), the opponent's negative. In the view of the record: the player to move sits in the
        /// seat of the preset player.
        /// </summary>
        public sbyte[] Positions { get; private set; }
        /// <summary>The points where the best move starts and ends; -1 for none.</summary>
        public short[] Moves { get; private set; }
        /// <summary>Hundredths of an ordinary piece, the mover's; NaN for none.</summary>
        public float[] Scores { get; private set; }
        /// <summary>1, 0.5 or 0, the mover's; NaN where the game was cut off.</summary>
        public float[] Results { get; private set; }
        /// <summary>0 to 1, of a tree search; NaN for none.</summary>
        public float[] WinRates { get; private set; }
        /// <summary>Index of the player to move in the game.</summary>
        public sbyte[] Sides { get; private set; }
        /// <summary>Plies from the initial position.</summary>
        public int[] Plies { get; private set; }
        /// <summary>That the search behind Scores and Moves reached; -1 for none.</summary>
        public short[] Depths { get; private set; }
        /// <summary>How often the position was on the board.</summary>
        public int[] Counts { get; private set; }
        /// <summary>Numbers of the games.</summary>
        public long[] Games { get; private set; }

        internal Array Column(string name)
        {
            switch (name)
            {
                case "positions": return Positions;
                case "moves": return Moves;
                case "scores": return Scores;
                case "results": return Results;
                case "win_rates": return WinRates;
                case "sides": return Sides;
                case "plies": return Plies;
                case "depths": return Depths;
                case "counts": return Counts;
                case "games": return Games;
                default: return null; // of a later library
            }
        }
    }

    /// <summary>The records of a book as numbers, made by Book.SamplesAsync. The book may be disposed
    /// meanwhile.</summary>
    public sealed class Samples : NativeObject
    {
        Samples(ulong handle) : base(handle)
        {
        }

        internal override void Free(ulong handle) => Native.qk_samples_free(handle);

        internal static async Task<Samples> OpenAsync(Book book, ExportOptions options, CancellationToken token, IProgress<Progress> progress)
        {
            byte[] o = Call.Bytes(Options.Text(options), "options");
            ulong handle, job;
            book.Done(Native.qk_samples_open(book.Handle, o, Call.Length(o), out handle, out job, Call.Error()));
            var samples = new Samples(handle);
            try
            {
                samples.Report = await new Job<SamplesReport>(job, book, SamplesReport.From).RunAsync(token, progress).ConfigureAwait(false);
                return samples;
            }
            catch
            {
                samples.Dispose();
                throw;
            }
        }

        /// <summary>What there is: records, rows, columns, men, layout.</summary>
        public SamplesReport Report { get; private set; }

        /// <summary>The number of samples.</summary>
        public long Count => Report.Records;

        /// <summary>Points of the board.</summary>
        public int Points => (int)(Report.Rows * Report.Columns);

        /// <summary>Memory for so many samples (1 to 16777216), which Next fills again and again.</summary>
        public SampleBatch NewBatch(int capacity)
        {
            if (capacity < 1 || capacity > 1 << 24) throw new ArgumentOutOfRangeException("capacity", capacity, "expected 1 to 16777216");
            return new SampleBatch(capacity, Points, checked((int)Octets(capacity)));
        }

        /// <summary>Fills a batch with the next samples, and returns false after the last one.</summary>
        public bool Next(SampleBatch batch)
        {
            if (batch == null) throw new ArgumentNullException("batch");
            UIntPtr needed;
            ulong count;
            Done(Native.qk_samples_next(Handle, (uint)batch.Capacity, batch.Memory, Call.Length(batch.Memory), out needed, out count, Call.Error()));
            batch.Count = (int)count;
            int at = 0;
            foreach (SampleColumn column in Report.Layout)
            {
                Array to = batch.Column(column.Name);
                int size = (int)(column.Width * Size(column.Type));
                if (to != null) System.Buffer.BlockCopy(batch.Memory, at, to, 0, size * batch.Count);
                at += (size * batch.Capacity + 7) & ~7;
            }
            return count > 0;
        }

        /// <summary>
        /// Writes the next samples into memory that the caller owns, such as a NativeArray's (by
        /// GetUnsafePtr), without any copy, and returns how many; 0 after the last one. The columns of
        /// Report.Layout follow each other, each with room for capacity samples and at a multiple of
        /// 8 octets; together they take Octets(capacity).
        /// </summary>
        public int Next(IntPtr memory, long octets, int capacity)
        {
            UIntPtr needed;
            ulong count;
            Done(qk_samples_next(Handle, unchecked((uint)capacity), memory, (UIntPtr)(ulong)octets, out needed, out count, Call.Error()));
            return (int)count;
        }

        /// <summary>Octets that so many samples take.</summary>
        public long Octets(int capacity)
        {
            long sum = 0;
            foreach (SampleColumn column in Report.Layout) sum += (column.Width * Size(column.Type) * capacity + 7) & ~7L;
            return sum;
        }

        /// <summary>Begins anew with the first sample; shuffled samples come in the order of this seed.</summary>
        public void Rewind(ulong seed) => Calls.SamplesRewind(this, seed);

        static int Size(string type)
        {
            switch (type)
            {
                case "int8": return 1;
                case "int16": return 2;
                case "int64": return 8;
                default: return 4; // int32, float32
            }
        }

        [DllImport(Native.Library, CallingConvention = CallingConvention.Cdecl)]
        static extern int qk_samples_next(ulong samples, uint most, IntPtr buf, UIntPtr cap, out UIntPtr needed, out ulong count, byte[] err);
    }
}
