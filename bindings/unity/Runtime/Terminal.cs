namespace Qikit
{
    /// <summary>Whom to work for, and how much.</summary>
    public sealed class TerminalOptions : Options
    {
        /// <summary>A name or an address; default 127.0.0.1.</summary>
        public string Host { get; set; }
        /// <summary>Whom to log in as; one is drawn when it is left out.</summary>
        public string Nick { get; set; }
        /// <summary>The secret by which the server knows this computer as one of its own.</summary>
        public string Key { get; set; }
        /// <summary>How many cores work; default: as many as threads that compute.</summary>
        public int? Cores { get; set; }
        /// <summary>Of these cores' time, 0.05 to 1; default 1. A game leaves itself some.</summary>
        public double? Share { get; set; }
        /// <summary>How long to try to come back after a lost connection, in seconds; default 120, 0 for ever.</summary>
        public double? GiveUp { get; set; }

        internal int Port;

        internal override void Write(Fields to)
        {
            to.Add("host", Host);
            to.Add("port", (int?)Port);
            to.Add("nick", Nick);
            to.Add("key", Key);
            to.Add("cores", Cores);
            to.Add("share", Share);
            to.Add("give_up", GiveUp);
        }
    }

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
