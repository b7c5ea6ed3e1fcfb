using System;
using System.Collections.Generic;
using System.Text;

namespace Qikit
{
    /// <summary>
    /// A field of many records. Numbers and texts are in Values, and where they may be missing Valid
    /// says which are there. Lists have Ends and Items: list i has the items from Ends[i] to
    /// Ends[i + 1]. What has fields of its own has Fields.
    /// </summary>
    public sealed class RecordColumn
    {
        /// <summary>long[], ulong[], double[], bool[] or string[] (null for no text); null for lists and fields.</summary>
        public Array Values { get; internal set; }
        /// <summary>Whether each value is there; null where every one is. The values that are not are zero.</summary>
        public bool[] Valid { get; internal set; }
        /// <summary>0, and where each list ends in Items; null for no lists.</summary>
        public int[] Ends { get; internal set; }
        /// <summary>The items of all lists; null for no lists.</summary>
        public RecordColumn Items { get; internal set; }
        /// <summary>Columns by name; null for none.</summary>
        public IReadOnlyDictionary<string, RecordColumn> Fields { get; internal set; }

        public long[] Longs => (long[])Values;
        public double[] Doubles => (double[])Values;
        public string[] Texts => (string[])Values;
    }

    /// <summary>Fields of Count records, under the names that JSON lines have.</summary>
    public sealed class RecordColumns
    {
        readonly Dictionary<string, RecordColumn> columns = new Dictionary<string, RecordColumn>();

        /// <summary>The records.</summary>
        public int Count { get; private set; }

        /// <summary>The names of the fields that were asked for.</summary>
        public IEnumerable<string> Names => columns.Keys;

        /// <exception cref="KeyNotFoundException">a field that was not asked for</exception>
        public RecordColumn this[string name] => columns[name];

        // The forms of the fields, as in qikit.h.
        const string Candidates = "[ { move name score int }";
        static readonly string[] Forms =
        {
            "fen text", "flipped bool", "initial name", "moves [ name", "eval ? { mover real opponent real }", "score ? int", "win_rate ? real",
            "proven name", "result ? real", "reason name", "best name", "candidates " + Candidates, "move name", "depth ? int", "nodes ? int",
            "engine name", "search ? { depth int nodes ? int engine name candidates " + Candidates + " }",
            "balance ? { evals [ real offsets [ int adjusted ? bool }", "game int", "ply int", "seed uint", "count int", "wins int", "draws int",
            "losses int", "unknown int"
        };

        internal RecordColumns(byte[] page, IEnumerable<string> names)
        {
            var reader = new Reader(page);
            Count = (int)reader.Number();
            foreach (string name in names ?? AllNames())
            {
                string form = Array.Find(Forms, f => f.StartsWith(name + " ", StringComparison.Ordinal));
                columns[name] = reader.Column(form.Substring(name.Length + 1), Count);
            }
        }

        static IEnumerable<string> AllNames()
        {
            foreach (string form in Forms) yield return form.Substring(0, form.IndexOf(' '));
        }

        /// <summary>Takes the arrays of a page one after the other.</summary>
        sealed class Reader
        {
            readonly byte[] page;
            int at;
            string[] form; // words
            int next;

            public Reader(byte[] page)
            {
                this.page = page;
            }

            public RecordColumn Column(string text, int count)
            {
                form = text.Split(' ');
                next = 0;
                return Column(count);
            }

            public long Number() => Take<long>(1, 8)[0];

            T[] Take<T>(int count, int size)
            {
                var array = new T[count];
                Buffer.BlockCopy(page, at, array, 0, count * size);
                at += (count * size + 7) & ~7;
                return array;
            }

            RecordColumn Column(int count)
            {
                string word = form[next++];
                switch (word)
                {
                    case "?":
                    {
                        bool[] valid = Take<bool>(count, 1);
                        RecordColumn column = Column(count);
                        column.Valid = valid;
                        return column;
                    }
                    case "[":
                    {
                        int[] ends = Take<int>(count + 1, 4);
                        return new RecordColumn { Ends = ends, Items = Column(ends[count]) };
                    }
                    case "{":
                    {
                        var fields = new Dictionary<string, RecordColumn>();
                        while (form[next] != "}") fields[form[next++]] = Column(count);
                        next++;
                        return new RecordColumn { Fields = fields };
                    }
                    default:
                        return new RecordColumn { Values = Values(word, count) };
                }
            }

            Array Values(string word, int count)
            {
                switch (word)
                {
                    case "text": return Texts(count);
                    case "name":
                    {
                        int[] places = Take<int>(count, 4);
                        string[] names = Texts((int)Number());
                        return Array.ConvertAll(places, place => place < 0 ? null : names[place]);
                    }
                    case "bool": return Take<bool>(count, 1);
                    case "uint": return Take<ulong>(count, 8);
                    case "real": return Take<double>(count, 8);
                    default: return Take<long>(count, 8);
                }
            }

            string[] Texts(int count)
            {
                int[] ends = Take<int>(count + 1, 4);
                var texts = new string[count];
                for (int i = 0; i < count; i++) texts[i] = Encoding.UTF8.GetString(page, at + ends[i], ends[i + 1] - ends[i]);
                at += (ends[count] + 7) & ~7;
                return texts;
            }
        }
    }
}
