using System.Linq;

namespace Qikit
{
    /// <summary>A way by which a capture travels over the board.</summary>
    public sealed class Route
    {
        /// <summary>"inner" or "outer".</summary>
        public string Circuit { get; internal set; }
        /// <summary>The points passed, the start first and the target last.</summary>
        public string[] Points { get; internal set; }
        /// <summary>The places in Points after which a corner loop is travelled.</summary>
        public int[] Loops { get; internal set; }

        internal static Route From(Json route)
        {
            return new Route
            {
                Circuit = route["circuit"].Text,
                Points = route["points"].Texts,
                Loops = route["loops"].Items.Select(i => i.Int).ToArray(),
            };
        }
    }

    /// <summary>Where a piece can go.</summary>
    public sealed class Targets
    {
        /// <summary>Empty points to which it can move.</summary>
        public string[] Steps { get; internal set; }
        /// <summary>Points whose piece it can take.</summary>
        public string[] Captures { get; internal set; }
    }
}
