using System.Collections.Generic;

namespace Qikit
{
    /// <summary>The result of a match, for its Net.</summary>
    public struct MatchResult
    {
        public int Games { get; internal set; }
        public int Wins { get; internal set; }
        /// <summary>Share of games won.</summary>
        public double Score { get; internal set; }
        /// <summary>Standard error of Score.</summary>
        public double Error { get; internal set; }
    }

    /// <summary>Self-play of Capture Go, from which its networks learn, and matches of networks.</summary>
    public static class SelfPlay
    {
        /// <summary>
        /// Plays games and writes the searched positions to a file; the result is their number.
        /// Progress counts games. A cancelled or killed job keeps whole games, and Resume continues
        /// it; the complete file is the same for any number of workers.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option; the job's: a file of other options</exception>
        /// <exception cref="StateException">the job's: the file exists</exception>
        /// <exception cref="ParseException">the job's: no network for Capture Go</exception>
        public static Job<long> Start(string path, SelfPlayOptions options = null)
        {
            options = options ?? new SelfPlayOptions();
            options.Out = path;
            return new Job<long>(Calls.SelfplayStart(options), null, report => report["positions"].Long);
        }

        /// <summary>Plays a match. Progress counts games.</summary>
        /// <exception cref="InvalidArgumentException">an option</exception>
        /// <exception cref="ParseException">the job's: no network for Capture Go</exception>
        public static Job<MatchResult> Match(MatchOptions options = null)
        {
            return new Job<MatchResult>(Calls.SelfplayMatch(options), null, report => new MatchResult
            {
                Games = (int)report["games"].Long,
                Wins = (int)report["wins"].Long,
                Score = report["score"].Double,
                Error = report["error"].Double,
            });
        }

        /// <summary>
        /// Learns the weights of playouts from files of samples, and writes them as a network file;
        /// the result is the mean cross entropy on held-out positions. Progress counts positions.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option; the job's: no file of samples, or a damaged one</exception>
        public static Job<double> Rollout(IList<string> samples, string path, RolloutOptions options = null)
        {
            options = options ?? new RolloutOptions();
            options.Samples = samples;
            options.Out = path;
            return new Job<double>(Calls.SelfplayRollout(options), null, report => report["trained"]["loss"].Double);
        }
    }
}
