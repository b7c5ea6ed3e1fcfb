using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Qikit
{
    /// <summary>
    /// A value of a JSON report. A missing value reads as null, 0 or an empty list, so that reports
    /// of older libraries can be read, too.
    /// </summary>
    public struct Json
    {
        // Dictionary<string, Json>, List<Json>, string, bool, null, or a Number.
        readonly object value;

        // A number keeps its digits: a seed has 64 bits, which a double does not hold.
        sealed class Number
        {
            public string Digits;
        }

        Json(object value)
        {
            this.value = value;
        }

        static readonly List<Json> nothing = new List<Json>();

        string Digits => (value as Number)?.Digits;

        public bool IsNull => value == null;
        public bool IsObject => value is Dictionary<string, Json>;
        public bool Bool => value is bool && (bool)value;
        public bool? BoolOrNull => value is bool ? Bool : (bool?)null;
        public string Text => value as string;
        public IList<Json> Items => value as List<Json> ?? nothing;

        /// <summary>The keys of an object, in the order of the text.</summary>
        public IEnumerable<string> Keys => (value as Dictionary<string, Json>)?.Keys ?? Enumerable.Empty<string>();

        public Json this[string key]
        {
            get
            {
                var map = value as Dictionary<string, Json>;
                Json found;
                return map != null && map.TryGetValue(key, out found) ? found : new Json(null);
            }
        }

        public double Double => value is Number ? double.Parse(Digits, CultureInfo.InvariantCulture) : 0;
        public double? DoubleOrNull => value is Number ? Double : (double?)null;

        public long Long
        {
            get
            {
                long whole;
                return long.TryParse(Digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole) ? whole : (long)Double;
            }
        }

        public ulong ULong
        {
            get
            {
                ulong whole;
                return ulong.TryParse(Digits, NumberStyles.None, CultureInfo.InvariantCulture, out whole) ? whole : (ulong)Double;
            }
        }

        public int Int => (int)Long;
        public int? IntOrNull => value is Number ? Int : (int?)null;
        public long? LongOrNull => value is Number ? Long : (long?)null;

        /// <summary>A list of texts.</summary>
        public string[] Texts => Each(item => item.Text);

        /// <summary>A list of numbers.</summary>
        public double[] Doubles => Each(item => item.Double);

        /// <summary>Lists of whole numbers.</summary>
        public int[] Ints => Each(item => item.Int);
        public long[] Longs => Each(item => item.Long);

        /// <summary>A list of reports.</summary>
        internal T[] Each<T>(Func<Json, T> read) => Items.Select(read).ToArray();

        /// <summary>A report in this one, or null.</summary>
        internal T As<T>(Func<Json, T> read) where T : class => IsNull ? null : read(this);

        /// <summary>The texts of an object by its keys; empty when it is none.</summary>
        public Dictionary<string, string> TextMap
        {
            get
            {
                Json of = this;
                return Keys.ToDictionary(key => key, key => of[key].Text);
            }
        }

        /// <summary>An object of counts.</summary>
        public Dictionary<string, long> Counts
        {
            get
            {
                Json of = this; // a lambda of a struct cannot capture "this"
                return Keys.ToDictionary(key => key, key => of[key].Long);
            }
        }

        /// <summary>Reads one JSON text. FormatException: not JSON.</summary>
        public static Json Parse(string text)
        {
            var reader = new Reader(text);
            Json value = reader.Value(0);
            reader.End();
            return value;
        }

        // Reader is a recursive-descent parser. The library's reports have only a few levels.
        sealed class Reader
        {
            const int DeepestNesting = 64;

            readonly string text;
            int at;

            public Reader(string text)
            {
                this.text = text;
            }

            public void End()
            {
                Space();
                if (at != text.Length) throw Bad("the end");
            }

            public Json Value(int depth)
            {
                if (depth > DeepestNesting) throw Bad("less nesting");
                Space();
                char c = at < text.Length ? text[at] : '\0';
                switch (c)
                {
                    case '{': return Object(depth);
                    case '[': return List(depth);
                    case '"': return new Json(String());
                    case 't': Word("true"); return new Json(true);
                    case 'f': Word("false"); return new Json(false);
                    case 'n': Word("null"); return new Json(null);
                }
                return Digits();
            }

            Json Object(int depth)
            {
                var map = new Dictionary<string, Json>();
                at++;
                if (Next('}')) return new Json(map);
                do
                {
                    Space();
                    string key = String();
                    if (!Next(':')) throw Bad("':'");
                    map[key] = Value(depth + 1);
                } while (Next(','));
                if (!Next('}')) throw Bad("'}'");
                return new Json(map);
            }

            Json List(int depth)
            {
                var list = new List<Json>();
                at++;
                if (Next(']')) return new Json(list);
                do list.Add(Value(depth + 1)); while (Next(','));
                if (!Next(']')) throw Bad("']'");
                return new Json(list);
            }

            string String()
            {
                if (at >= text.Length || text[at] != '"') throw Bad("a string");
                int start = ++at;
                while (at < text.Length && text[at] != '"' && text[at] != '\\') at++;
                if (at < text.Length && text[at] == '"') return text.Substring(start, at++ - start);
                var s = new StringBuilder(text, start, at - start, 64);
                while (at < text.Length && text[at] != '"')
                {
                    char c = text[at++];
                    s.Append(c == '\\' ? Escape() : c);
                }
                if (at++ >= text.Length) throw Bad("'\"'");
                return s.ToString();
            }

            char Escape()
            {
                char c = at < text.Length ? text[at++] : '\0';
                switch (c)
                {
                    case 'n': return '\n';
                    case 't': return '\t';
                    case 'r': return '\r';
                    case 'b': return '\b';
                    case 'f': return '\f';
                    case '"': case '\\': case '/': return c;
                    case 'u':
                        int code;
                        if (at + 4 <= text.Length && int.TryParse(text.Substring(at, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code))
                        {
                            at += 4;
                            return (char)code;
                        }
                        break;
                }
                throw Bad("an escape");
            }

            Json Digits()
            {
                int start = at;
                while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at++;
                string digits = text.Substring(start, at - start);
                double number;
                if (!double.TryParse(digits, NumberStyles.Float, CultureInfo.InvariantCulture, out number)) throw Bad("a value");
                return new Json(new Number { Digits = digits });
            }

            void Word(string word)
            {
                if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Bad(word);
                at += word.Length;
            }

            bool Next(char c)
            {
                Space();
                if (at >= text.Length || text[at] != c) return false;
                at++;
                return true;
            }

            void Space()
            {
                while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
            }

            FormatException Bad(string expected)
            {
                return new FormatException(string.Format("JSON at character {0}: expected {1}", at, expected));
            }
        }

        /// <summary>
        /// Writes null, bool, text, numbers, lists, dictionaries with text as keys, and Options.
        /// ArgumentException: any other type.
        /// </summary>
        internal static void Write(StringBuilder to, object value)
        {
            if (value == null) to.Append("null");
            else if (value is bool) to.Append((bool)value ? "true" : "false");
            else if (value is string) WriteText(to, (string)value);
            else if (value is Options) WriteObject(to, ((Options)value).Pairs());
            else if (value is double || value is float) WriteDouble(to, Convert.ToDouble(value));
            else if (value is IEnumerable<KeyValuePair<string, string>>) WriteObject(to, Untyped((IEnumerable<KeyValuePair<string, string>>)value));
            else if (value is IEnumerable<KeyValuePair<string, double>>) WriteObject(to, Untyped((IEnumerable<KeyValuePair<string, double>>)value));
            else if (value is IEnumerable<KeyValuePair<string, object>>) WriteObject(to, (IEnumerable<KeyValuePair<string, object>>)value);
            else if (value is System.Collections.IEnumerable) WriteList(to, (System.Collections.IEnumerable)value);
            else if (value is int || value is long || value is uint || value is ulong) to.Append(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
            else throw new ArgumentException("an option is a " + value.GetType() + ", which JSON does not have");
        }

        static IEnumerable<KeyValuePair<string, object>> Untyped<T>(IEnumerable<KeyValuePair<string, T>> pairs)
        {
            foreach (var pair in pairs) yield return new KeyValuePair<string, object>(pair.Key, pair.Value);
        }

        static void WriteDouble(StringBuilder to, double number)
        {
            if (double.IsNaN(number) || double.IsInfinity(number)) throw new InvalidArgumentException("an option is " + number + ", expected a number");
            to.Append(number.ToString("R", CultureInfo.InvariantCulture));
        }

        static void WriteObject(StringBuilder to, IEnumerable<KeyValuePair<string, object>> pairs)
        {
            char before = '{';
            foreach (var pair in pairs)
            {
                to.Append(before);
                WriteText(to, pair.Key);
                to.Append(':');
                Write(to, pair.Value);
                before = ',';
            }
            to.Append(before == '{' ? "{}" : "}");
        }

        static void WriteList(StringBuilder to, System.Collections.IEnumerable items)
        {
            char before = '[';
            foreach (object item in items)
            {
                to.Append(before);
                Write(to, item);
                before = ',';
            }
            to.Append(before == '[' ? "[]" : "]");
        }

        static void WriteText(StringBuilder to, string text)
        {
            to.Append('"');
            foreach (char c in text)
            {
                if (c == '"' || c == '\\') to.Append('\\').Append(c);
                else if (c < ' ') to.AppendFormat("\\u{0:x4}", (int)c);
                else to.Append(c);
            }
            to.Append('"');
        }
    }
}
