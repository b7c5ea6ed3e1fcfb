using System.Collections.Generic;

namespace Qikit
{
    /// <summary>How games of self-play begin.</summary>
    public sealed class Starts : Options
    {
        /// <summary>Boards, points along a side from 7 to 13, each with its weight.</summary>
        public Dictionary<int, double> Sizes { get; set; }
        /// <summary>Stones to capture, 1 to 20, each number with its weight.</summary>
        public Dictionary<int, double> Targets { get; set; }
        /// <summary>Share of games whose sides draw a target each; default 0.3.</summary>
        public double? Unequal { get; set; }
        /// <summary>Share that begins with random stones; default 0.3.</summary>
        public double? RandomStones { get; set; }
        /// <summary>Share that begins with a cross-cut; default 0.2.</summary>
        public double? CrossCut { get; set; }
        /// <summary>Largest number of random moves that the others begin with; default 4.</summary>
        public int? Opening { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("sizes", Weights(Sizes));
            to.Add("targets", Weights(Targets));
            to.Add("unequal", Unequal);
            to.Add("random_stones", RandomStones);
            to.Add("cross_cut", CrossCut);
            to.Add("opening", Opening);
        }

        static Dictionary<string, object> Weights(Dictionary<int, double> from)
        {
            if (from == null) return null;
            var to = new Dictionary<string, object>();
            foreach (var pair in from) to[pair.Key.ToString(System.Globalization.CultureInfo.InvariantCulture)] = pair.Value;
            return to;
        }
    }

    /// <summary>What to play.</summary>
    public sealed class SelfPlayOptions : Options
    {
        /// <summary>How many games the file is to hold; default 100.</summary>
        public int? Games { get; set; }
        public ulong? Seed { get; set; }
        /// <summary>Games played at once; the file is the same for any number.</summary>
        public int? Workers { get; set; }
        /// <summary>Goes on with a file of the same options.</summary>
        public bool? Resume { get; set; }
        /// <summary>The file of the network that plays; without one, playouts do.</summary>
        public string Net { get; set; }
        /// <summary>Visits of a full search, whose position is written; default 400, with a network 32.</summary>
        public int? Visits { get; set; }
        /// <summary>Visits of the other moves' searches; default 80, with a network 8.</summary>
        public int? FastVisits { get; set; }
        /// <summary>Share of moves that get a full search; default 0.5.</summary>
        public double? Full { get; set; }
        /// <summary>How many moves of a game are drawn instead of being the best; default 6.</summary>
        public int? Varied { get; set; }
        public Starts Starts { get; set; }

        internal string Out;

        internal override void Write(Fields to)
        {
            to.Add("out", Out);
            to.Add("games", Games);
            to.Add("seed", Seed);
            to.Add("workers", Workers);
            to.Add("resume", Resume);
            to.Add("net", Net);
            to.Add("visits", Visits);
            to.Add("fast_visits", FastVisits);
            to.Add("full", Full);
            to.Add("varied", Varied);
            to.Add("starts", Starts);
        }
    }

    /// <summary>A match of two networks; one left out plays by playouts.</summary>
    public sealed class MatchOptions : Options
    {
        public string Net { get; set; }
        public string Against { get; set; }
        /// <summary>Visits of each search of Net's; default 64.</summary>
        public int? Visits { get; set; }
        /// <summary>Of the other's; default: as many.</summary>
        public int? AgainstVisits { get; set; }
        /// <summary>Two from each start, with colours exchanged; default 400.</summary>
        public int? Games { get; set; }
        public ulong? Seed { get; set; }
        public int? Workers { get; set; }
        public Starts Starts { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("net", Net);
            to.Add("against", Against);
            to.Add("visits", Visits);
            to.Add("against_visits", AgainstVisits);
            to.Add("games", Games);
            to.Add("seed", Seed);
            to.Add("workers", Workers);
            to.Add("starts", Starts);
        }
    }

    /// <summary>How a match ended, in the view of its Net.</summary>
    public struct MatchResult
    {
        public int Games { get; internal set; }
        public int Wins { get; internal set; }
        /// <summary>Share of games won.</summary>
        public double Score { get; internal set; }
        /// <summary>Standard error of Score.</summary>
        public double Error { get; internal set; }
    }

    /// <summary>How to learn by what weights random games are played out.</summary>
    public sealed class RolloutOptions : Options
    {
        /// <summary>How often every position is learnt from; default 4.</summary>
        public int? Passes { get; set; }
        /// <summary>How fast the weights move; default 0.05.</summary>
        public double? Rate { get; set; }
        public ulong? Seed { get; set; }

        internal IList<string> Samples;
        internal string Out;

        internal override void Write(Fields to)
        {
            to.Add("samples", Samples);
            to.Add("out", Out);
            to.Add("passes", Passes);
            to.Add("rate", Rate);
            to.Add("seed", Seed);
        }
    }

    /// <summary>Self-play of Capture Go, from which its networks learn, and matches of networks.</summary>
    public static class SelfPlay
    {
        /// <summary>
        /// Plays games and writes the positions searched into a file; it results in their number.
        /// Progress counts games. A cancelled or killed job keeps whole games and goes on with
        /// Resume; the file is the same in the end, whatever the number of workers.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option; the job's: a file of other options</exception>
        /// <exception cref="StateException">the job's: the file exists</exception>
        /// <exception cref="ParseException">the job's: no network for Capture Go</exception>
        public static Job<long> Start(string path, SelfPlayOptions options = null)
        {
            options = options ?? new SelfPlayOptions();
            options.Out = path;
            byte[] o = Call.Bytes(Options.Text(options), "options");
            ulong job;
            Call.Check(Native.qk_selfplay_start(o, Call.Length(o), out job, Call.Error()));
            return new Job<long>(job, null, report => report["positions"].Long);
        }

        /// <summary>Plays a match. Progress counts games.</summary>
        /// <exception cref="InvalidArgumentException">an option</exception>
        /// <exception cref="ParseException">the job's: no network for Capture Go</exception>
        public static Job<MatchResult> Match(MatchOptions options = null)
        {
            byte[] o = Call.Bytes(Options.Text(options), "options");
            ulong job;
            Call.Check(Native.qk_selfplay_match(o, Call.Length(o), out job, Call.Error()));
            return new Job<MatchResult>(job, null, report => new MatchResult
            {
                Games = (int)report["games"].Long,
                Wins = (int)report["wins"].Long,
                Score = report["score"].Double,
                Error = report["error"].Double,
            });
        }

        /// <summary>
        /// Learns from files of samples by what weights random games are played out, and writes them
        /// as a network file; it results in the mean cross entropy on positions held out. Progress
        /// counts positions.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option; the job's: no file of samples, or a damaged one</exception>
        public static Job<double> Rollout(IList<string> samples, string path, RolloutOptions options = null)
        {
            options = options ?? new RolloutOptions();
            options.Samples = samples;
            options.Out = path;
            byte[] o = Call.Bytes(Options.Text(options), "options");
            ulong job;
            Call.Check(Native.qk_selfplay_rollout(o, Call.Length(o), out job, Call.Error()));
            return new Job<double>(job, null, report => report["trained"]["loss"].Double);
        }
    }
}
