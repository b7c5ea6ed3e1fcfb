namespace Qikit
{
    /// <summary>This computer as a compute terminal of an SGCP server's AI platform.</summary>
    public static class Terminal
    {
        /// <summary>
        /// Connects, measures this computer (about a second), and does the work that the server
        /// sends until the job is cancelled; it reconnects after a lost connection. Progress counts
        /// playouts. A cancelled job has a result, too, and leaves within a second; other computers
        /// finish its work.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option</exception>
        /// <exception cref="StateException">the job's: the server refused, or does not take terminals</exception>
        /// <exception cref="StorageException">the job's: no connection</exception>
        public static Job<TerminalState> Join(int port, TerminalOptions options = null)
        {
            options = options ?? new TerminalOptions();
            options.Port = port;
            return new Job<TerminalState>(Calls.TerminalJoin(options), null, TerminalState.From);
        }
    }
}
