using System.Collections.Generic;
using System.Text;

namespace Qikit
{
    /// <summary>
    /// Options are JSON objects; the JSON Schemas (Documentation~/schema of the package) have every key with its unit, range and default. A
    /// property that is null is left out; the library's default applies.
    /// </summary>
    public abstract class Options
    {
        /// <summary>
        /// Keys by their JSON names, which replace the properties: for keys that these classes do
        /// not have, and to write a null that means "off" (More["reevaluate"] = null).
        /// </summary>
        public Dictionary<string, object> More { get; } = new Dictionary<string, object>();

        internal abstract void Collect(Fields to);

        internal IEnumerable<KeyValuePair<string, object>> Pairs()
        {
            var fields = new Fields();
            Collect(fields);
            foreach (var pair in More) fields.Set(pair.Key, pair.Value);
            return fields.All;
        }

        /// <summary>The JSON text; empty when nothing is set.</summary>
        internal static string Text(Options options)
        {
            if (options == null) return "";
            var text = new StringBuilder();
            Json.Write(text, options);
            return text.Length == 2 ? "" : text.ToString();
        }
    }

    internal sealed class Fields
    {
        public readonly Dictionary<string, object> All = new Dictionary<string, object>();

        public void Add(string key, object value)
        {
            if (value != null) All[key] = value;
        }

        public void Set(string key, object value) => All[key] = value;

        /// <summary>Writes a list of one number as the number.</summary>
        public void AddOneOrMore(string key, IList<int> values) => Add(key, values != null && values.Count == 1 ? values[0] : (object)values);

        /// <summary>Writes the numbers as text, because JSON's keys are text.</summary>
        public void AddNumbered(string key, IDictionary<int, double> values)
        {
            if (values == null) return;
            var named = new Dictionary<string, object>();
            foreach (var pair in values) named[pair.Key.ToString(System.Globalization.CultureInfo.InvariantCulture)] = pair.Value;
            All[key] = named;
        }
    }

    // The rules of games, which are generated, and how strictly a position is taken.
    public sealed partial class BoardOptions
    {
        /// <summary>false accepts positions that cannot arise in play. Default true.</summary>
        public bool Strict { get; set; } = true;
    }
}
