using System.Collections.Generic;

namespace Qikit
{
    /// <summary>A job of record generation; Game and Out are needed.</summary>
    public sealed class BookOptions : Options
    {
        /// <summary>"xiangqi"</summary>
        public string Game { get; set; }
        /// <summary>The book file to be made.</summary>
        public string Out { get; set; }
        /// <summary>Position texts at which games start; the start position when left out.</summary>
        public IList<string> Initial { get; set; }
        /// <summary>Instead of Initial: a FEN, EPD or PGN file.</summary>
        public string InitialFile { get; set; }
        public BoardOptions Rules { get; set; }
        /// <summary>Games from each initial position.</summary>
        public int? Games { get; set; }
        public int? MaxPlies { get; set; }
        public DepthOptions Depth { get; set; }
        public bool? AllowSingleDepth { get; set; }
        /// <summary>From how many of the best moves one is drawn.</summary>
        public int? TopK { get; set; }
        /// <summary>How much worse than the best a drawn move may be, in hundredths; More["max_loss"] = null for any.</summary>
        public int? MaxLoss { get; set; }
        /// <summary>Plays the best moves of every decision; Games, MaxPlies, TopK, MaxLoss and Stop do not go with it.</summary>
        public BreadthOptions Breadth { get; set; }
        /// <summary>"all" (default) or "end".</summary>
        public string Record { get; set; }
        /// <summary>Plies after which a game ends, or least and most.</summary>
        public IList<int> Distance { get; set; }
        public BalanceOptions Balance { get; set; }
        public StopOptions Stop { get; set; }
        /// <summary>One for every player, or one for all.</summary>
        public IList<PlayerOptions> Players { get; set; }
        /// <summary>The player in whose view records are.</summary>
        public string Preset { get; set; }
        public bool? Dedupe { get; set; }
        public bool? Mirror { get; set; }
        public bool? Sanity { get; set; }
        /// <summary>More["reevaluate"] = null turns it off.</summary>
        public ReevaluateOptions Reevaluate { get; set; }
        /// <summary>The same seed gives the same records; drawn and recorded when left out.</summary>
        public ulong? Seed { get; set; }
        /// <summary>Games at once; they do not change the records.</summary>
        public int? Workers { get; set; }
        /// <summary>Goes on with the job in the file.</summary>
        public bool? Resume { get; set; }
        public bool? Repeatable { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("game", Game);
            to.Add("out", Out);
            to.Add("initial", InitialFile ?? (object)Initial);
            to.Add("rules", Rules);
            to.Add("games", Games);
            to.Add("max_plies", MaxPlies);
            to.Add("depth", Depth);
            to.Add("allow_single_depth", AllowSingleDepth);
            to.Add("top_k", TopK);
            to.Add("max_loss", MaxLoss);
            to.Add("breadth", Breadth);
            to.Add("record", Record);
            to.Add("distance", Distance != null && Distance.Count == 1 ? Distance[0] : (object)Distance);
            to.Add("balance", Balance);
            to.Add("stop", Stop);
            to.Add("players", Players);
            to.Add("preset", Preset);
            to.Add("dedupe", Dedupe);
            to.Add("mirror", Mirror);
            to.Add("sanity", Sanity);
            to.Add("reevaluate", Reevaluate);
            to.Add("seed", Seed);
            to.Add("workers", Workers);
            to.Add("resume", Resume);
            to.Add("repeatable", Repeatable);
        }
    }

    /// <summary>How search depths are drawn; plies.</summary>
    public sealed class DepthOptions : Options
    {
        /// <summary>"ply" (default), "player" or "game".</summary>
        public string Scope { get; set; }
        /// <summary>"normal" (default), "uniform" or "list".</summary>
        public string Distribution { get; set; }
        public double? Mean { get; set; }
        public double? Sd { get; set; }
        public int? Min { get; set; }
        public int? Max { get; set; }
        public IList<int> Depths { get; set; }
        public IList<double> Weights { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("scope", Scope);
            to.Add("distribution", Distribution);
            to.Add("mean", Mean);
            to.Add("sd", Sd);
            to.Add("min", Min);
            to.Add("max", Max);
            to.Add("depths", Depths);
            to.Add("weights", Weights);
        }
    }

    /// <summary>Plays the Width best moves of every decision for Plies plies.</summary>
    public sealed class BreadthOptions : Options
    {
        public int? Width { get; set; }
        public int? Plies { get; set; }
        public bool? Merge { get; set; }
        public int? Cap { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("width", Width);
            to.Add("plies", Plies);
            to.Add("merge", Merge);
            to.Add("cap", Cap);
        }
    }

    /// <summary>Adjusts the players' strength in unbalanced positions.</summary>
    public sealed class BalanceOptions : Options
    {
        public int? Every { get; set; }
        public int? Threshold { get; set; }
        public double? Ratio { get; set; }
        /// <summary>"any" (default) or "all".</summary>
        public string Combine { get; set; }
        /// <summary>"terms" (default), "search" or "nnue".</summary>
        public string Evaluator { get; set; }
        /// <summary>"both" (default), "raise", "lower" or "off".</summary>
        public string Depth { get; set; }
        public int? Step { get; set; }
        public int? Max { get; set; }
        public RankOptions Rank { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("every", Every);
            to.Add("threshold", Threshold);
            to.Add("ratio", Ratio);
            to.Add("combine", Combine);
            to.Add("evaluator", Evaluator);
            to.Add("depth", Depth);
            to.Add("step", Step);
            to.Add("max", Max);
            to.Add("rank", Rank);
        }
    }

    /// <summary>From which of the moves, the best being 1, the weaker and the stronger player draw: first and last.</summary>
    public sealed class RankOptions : Options
    {
        public IList<int> Weaker { get; set; }
        public IList<int> Stronger { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("weaker", Weaker);
            to.Add("stronger", Stronger);
        }
    }

    /// <summary>Ends games that are decided.</summary>
    public sealed class StopOptions : Options
    {
        /// <summary>A win by a score (hundredths) for so many plies running.</summary>
        public StopScore Win { get; set; }
        /// <summary>A draw by a score for so many plies running, after a ply.</summary>
        public StopScore Draw { get; set; }
        public bool? Mate { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("win", Win);
            to.Add("draw", Draw);
            to.Add("mate", Mate);
        }
    }

    public sealed class StopScore : Options
    {
        public int? Score { get; set; }
        public int? Plies { get; set; }
        /// <summary>Draws only.</summary>
        public int? After { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("score", Score);
            to.Add("plies", Plies);
            to.Add("after", After);
        }
    }

    /// <summary>The fresh search of a position that is kept.</summary>
    public sealed class ReevaluateOptions : Options
    {
        public int? Depth { get; set; }
        public int? Lines { get; set; }
        public PlayerOptions Engine { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("depth", Depth);
            to.Add("lines", Lines);
            to.Add("engine", Engine);
        }
    }
}
