namespace Qikit
{
    /// <summary>What a terminal has done.</summary>
    public struct TerminalState
    {
        /// <summary>The name that the server gave, "" while there is none.</summary>
        public string Name { get; internal set; }
        /// <summary>Pieces of work that were returned.</summary>
        public long Leases { get; internal set; }
        /// <summary>Playouts, and problems of searches.</summary>
        public long Units { get; internal set; }
        /// <summary>Spent on that.</summary>
        public double Seconds { get; internal set; }
        /// <summary>Units a second of that.</summary>
        public double Rate { get; internal set; }
        /// <summary>Results that came too late for the server.</summary>
        public long Rejected { get; internal set; }

        internal static TerminalState From(Json report)
        {
            return new TerminalState
            {
                Name = report["terminal"].Text,
                Leases = report["leases"].Long,
                Units = report["units"].Long,
                Seconds = report["seconds"].Double,
                Rate = report["rate"].Double,
                Rejected = report["rejected"].Long,
            };
        }
    }

    /// <summary>This computer as a compute terminal of an SGCP server's AI platform.</summary>
    public static class Terminal
    {
        /// <summary>
        /// Connects, is measured (about a second), and does the work that it is sent until the
        /// job is cancelled; after a lost connection it comes back. Progress counts playouts. A
        /// cancelled job has a result too, and leaves within a second; others do what was under
        /// way.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option</exception>
        /// <exception cref="StateException">the job's: the server refused, or has no use for terminals</exception>
        /// <exception cref="StorageException">the job's: no connection</exception>
        public static Job<TerminalState> Join(int port, TerminalOptions options = null)
        {
            options = options ?? new TerminalOptions();
            options.Port = port;
            byte[] o = Call.Bytes(Options.Text(options), "options");
            ulong job;
            Call.Check(Native.qk_terminal_join(o, Call.Length(o), out job, Call.Error()));
            return new Job<TerminalState>(job, null, TerminalState.From);
        }
    }
}
