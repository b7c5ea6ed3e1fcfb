using System;
using System.Collections.Generic;
using System.Linq;

namespace Qikit
{
    // The place at which a game stands, and its variations.
    public sealed partial class Game
    {
        /// <summary>The line at which the game stands: 0 the main line, n the n-th variation.</summary>
        public int Line { get; private set; }
        /// <summary>Moves made before the place at which the game stands.</summary>
        public int Ply { get; private set; }

        /// <summary>Goes to the place after so many moves of a line.</summary>
        /// <exception cref="NotFoundException">there is none</exception>
        public void Goto(int ply, int line = 0)
        {
            int start = StartOf(line), count = MovesOf(line).Count;
            if (ply < start || ply > start + count)
            {
                throw NotFound("no place after move " + ply + " of line " + line + ", expected " + start + " to " + (start + count));
            }
            Line = line;
            Ply = ply;
        }

        /// <summary>Makes the next move and returns it, null at the end of the line; of a variation that leaves here its first.</summary>
        /// <exception cref="NotFoundException">it does not leave here</exception>
        public string Step(int variation = 0)
        {
            if (variation != 0)
            {
                IList<int> choices = Choices();
                if (!choices.Contains(variation)) throw NotFound("variation " + variation + " does not leave here, expected one of [" + string.Join(", ", choices) + "]");
                Line = variation;
            }
            List<string> moves = MovesOf(Line);
            int at = Ply - StartOf(Line);
            if (at == moves.Count) return null;
            Ply++;
            return moves[at];
        }

        /// <summary>Takes the last move back and returns it, null at the start; before a variation is the line that it leaves.</summary>
        public string Back()
        {
            Fork();
            if (Ply == 0) return null;
            Ply--;
            string move = MovesOf(Line)[Ply - StartOf(Line)];
            Fork();
            return move;
        }

        /// <summary>The variations, by number from 1, that leave the line here in place of its next move.</summary>
        public IList<int> Choices() => Enumerable.Range(1, Variations.Count).Where(n => Variations[n - 1].Line == Line && Variations[n - 1].Ply == Ply).ToList();

        /// <summary>The moves from the start of the game to the place at which it stands.</summary>
        public List<string> LineMoves()
        {
            var moves = new List<string>();
            for (int line = Line, ply = Ply; ;)
            {
                int start = StartOf(line);
                moves.InsertRange(0, MovesOf(line).Take(Math.Max(ply - start, 0)));
                if (line == 0) return moves;
                ply = Math.Min(ply, start);
                line = Variations[line - 1].Line;
            }
        }

        /// <summary>A board at the place at which the game stands, with the history.</summary>
        public Board Here() => new Game(Name) { Moves = LineMoves(), Headers = Headers, Initial = Initial }.Board();

        /// <summary>The comment at the place at which the game stands; empty for none.</summary>
        public string Comment
        {
            get
            {
                string text;
                return CommentsOf(Line).TryGetValue(Ply, out text) ? text : "";
            }
            set
            {
                if (string.IsNullOrEmpty(value)) CommentsOf(Line).Remove(Ply);
                else CommentsOf(Line)[Ply] = value;
            }
        }

        /// <summary>Evaluation, clock and glyphs at the place at which the game stands, to be changed.</summary>
        public Values Value
        {
            get
            {
                Values told;
                if (!ValuesOf(Line).TryGetValue(Ply, out told)) ValuesOf(Line)[Ply] = told = new Values();
                return told;
            }
            set { ValuesOf(Line)[Ply] = value; }
        }

        /// <summary>Makes a move here: the next one of the line or of a variation if it is that, a new one at the end of the
        /// line, and else the first one of a new variation. Returns the line at which the game then stands.</summary>
        public int Play(string move)
        {
            List<string> moves = MovesOf(Line);
            int at = Ply - StartOf(Line);
            if (at == moves.Count) moves.Add(move);
            if (moves[at] == move)
            {
                Ply++;
                return Line;
            }
            int number = Choices().FirstOrDefault(n => Variations[n - 1].Moves.FirstOrDefault() == move);
            Step(number != 0 ? number : AddVariation(new[] { move }));
            return Line;
        }

        /// <summary>Adds a variation in place of the next move of the line, and returns its number.</summary>
        public int AddVariation(IEnumerable<string> moves)
        {
            Variations.Add(new Variation { Line = Line, Ply = Ply, Moves = moves.ToList() });
            return Variations.Count;
        }

        /// <summary>Removes a variation and those that leave it. A game that stands there stands then where the variation left.</summary>
        /// <exception cref="NotFoundException">no such variation</exception>
        public void RemoveVariation(int number)
        {
            Of(number);
            var dead = new HashSet<int> { number };
            for (int n = 1; n <= Variations.Count; n++)
            {
                if (dead.Contains(Variations[n - 1].Line)) dead.Add(n);
            }
            while (dead.Contains(Line))
            {
                Variation v = Variations[Line - 1];
                Line = v.Line;
                Ply = v.Ply;
            }
            Renumber(dead);
        }

        /// <summary>Exchanges a variation and the rest of the line that it leaves, with what is said there and with the
        /// variations that leave them. The game stands where it stood.</summary>
        /// <exception cref="NotFoundException">no such variation</exception>
        public void PromoteVariation(int number)
        {
            Variation v = Of(number);
            int parent = v.Line, cut = v.Ply - StartOf(parent);
            List<string> old = MovesOf(parent), tail = old.Skip(cut).ToList();
            old.RemoveRange(cut, tail.Count);
            old.AddRange(v.Moves);
            v.Moves = tail;
            Exchange(v.Comments, CommentsOf(parent), v.Ply);
            Exchange(v.Values, ValuesOf(parent), v.Ply);
            Func<int, int> moved = line => line == parent ? number : line == number ? parent : line;
            if (Ply > v.Ply) Line = moved(Line);
            else if (Line == number) Line = parent;
            foreach (Variation other in Variations)
            {
                if (other != v && (other.Ply > v.Ply || other.Line == number)) other.Line = moved(other.Line);
            }
            Renumber(tail.Count > 0 || v.Comments.Count > 0 ? new HashSet<int>() : new HashSet<int> { number });
        }

        Variation Of(int number)
        {
            if (number < 1 || number > Variations.Count) throw NotFound("no variation " + number + ", expected 1 to " + Variations.Count);
            return Variations[number - 1];
        }

        List<string> MovesOf(int line) => line == 0 ? Moves : Of(line).Moves;

        SortedDictionary<int, string> CommentsOf(int line) => line == 0 ? Comments : Of(line).Comments;

        SortedDictionary<int, Values> ValuesOf(int line) => line == 0 ? Values : Of(line).Values;

        int StartOf(int line) => line == 0 ? 0 : Of(line).Ply;

        // Stands at the same place on the line that the variation leaves, as long as it is before its first move.
        void Fork()
        {
            while (Line != 0 && Ply <= StartOf(Line)) Line = Variations[Line - 1].Line;
        }

        static void Exchange<T>(SortedDictionary<int, T> mine, SortedDictionary<int, T> other, int ply)
        {
            var late = mine.Where(kept => kept.Key > ply).ToList();
            var others = other.Where(kept => kept.Key > ply).ToList();
            foreach (var kept in late) mine.Remove(kept.Key);
            foreach (var kept in others) other.Remove(kept.Key);
            foreach (var kept in late) other[kept.Key] = kept.Value;
            foreach (var kept in others) mine[kept.Key] = kept.Value;
        }

        // Takes the dead away, and puts each variation behind the one that it leaves.
        void Renumber(HashSet<int> dead)
        {
            var order = new List<int>();
            var seen = new HashSet<int>(dead) { 0 };
            for (int first = 1; first <= Variations.Count; first++)
            {
                var chain = new List<int>();
                for (int number = first; seen.Add(number); number = Variations[number - 1].Line) chain.Add(number);
                chain.Reverse();
                order.AddRange(chain);
            }
            var numbers = new Dictionary<int, int> { { 0, 0 } };
            for (int i = 0; i < order.Count; i++) numbers[order[i]] = i + 1;
            Variations = order.Select(number => Variations[number - 1]).ToList();
            foreach (Variation v in Variations) v.Line = numbers[v.Line];
            Line = numbers[Line];
        }

        static NotFoundException NotFound(string message) => new NotFoundException(message);
    }
}
