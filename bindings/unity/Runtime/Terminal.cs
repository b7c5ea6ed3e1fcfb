namespace Qikit
{
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
