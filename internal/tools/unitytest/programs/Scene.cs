// Plays a whole game of each kind through the sample's component, by taps and the computer's replies: Scene.exe [game …].
// What it draws is written as GAME.png, and with -targets, -hint, -flipped and -end behind the name.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Threading;
using Qikit;
using UnityEngine;

public static class Scene
{
    public static void Main(string[] names)
    {
        foreach (BoardGame game in BoardGame.All)
        {
            if (names.Length > 0 && !names.Contains(game.Name)) continue;
            new Round(game).Run();
        }
        Console.WriteLine("the scene is closed");
        // Mono waits up to a minute for a thread of its pool that goes to rest just when the process ends.
        Thread.Sleep(300);
    }
}

public sealed class Round
{
    readonly BoardGame game;
    readonly BoardView view = new BoardView();
    int taps;

    public Round(BoardGame game)
    {
        this.game = game;
    }

    static void Expect(bool right, string what)
    {
        if (!right) throw new InvalidOperationException("expected: " + what);
    }

    public void Run()
    {
        view.SendMessage("Start");
        view.Open(game.Name);
        // Limits by count, so that the same game is played on a busy machine.
        Limit();
        Geometry();
        Until(() => view.Texture != null && Ready());
        Write(game.Name);
        Targets();
        IdleTaps();
        if (game.Name == "xiangqi") Portrait();
        Promotes();
        HintUndoAndSave();
        Whole();
        Write(game.Name + "-end");
        Console.WriteLine("{0}: {1}", game.Name, view.Play.Outcome == null ? "goes on" : "over");
        view.SendMessage("OnDestroy");
        Expect(view.Play.Thinking == false, "nothing is searched any more");
    }

    // A pawn that reaches the last rank asks what it becomes.
    void Promotes()
    {
        if (game.Name != "chess") return;
        view.Play.Load("qikit board 1\ngame chess\nperson 0\nlevel 1\nposition 7k/P7/8/8/8/8/8/K7 w - - 0 1\nmoves \n");
        Tap("a7");
        Tap("a8");
        Player.Frame(view);
        Expect(view.Play.Choices.Length == 4 && Player.Labels.Contains(BoardLabels.English.Choose), "four pieces are offered");
        Player.Touch(view, "knight");
        Expect(view.Play.Played.Single() == "a7a8n", "the pawn becomes a knight");
        view.Play.Restart();
        Until(Ready);
    }

    // A tap beside all points, and one while the computer thinks, change nothing.
    void IdleTaps()
    {
        string before = view.Play.Save();
        Player.Tap(view, view.BoardRect.x + 1, view.BoardRect.y + 1);
        Player.Tap(view, Player.Width - 1, Player.Height - 1);
        Expect(view.Play.Save() == before && view.Play.Selected == null, "taps beside the points do nothing");
    }

    // A board on a phone held upright has its panel below.
    void Portrait()
    {
        Player.Width = 480;
        Player.Height = 900;
        Until(() => view.Shown == view.Play.Version && Math.Max(view.Texture.width, view.Texture.height) == 480);
        IdleTaps();
        Targets();
        Player.Width = 740;
        Player.Height = 480;
    }

    void Limit()
    {
        view.Play.MoveLimits = view.Play.HintLimits = new SearchLimits { Depth = 2, Nodes = 2000, Visits = 20 };
    }

    // Runs frames until something is so; 120 s of processor time in all are too many.
    void Until(Func<bool> so)
    {
        for (long frames = 0; !so(); frames++)
        {
            Player.Frame(view);
            Player.Seconds += 1; // no pauses
            if (view.Play.Thinking) Thread.Sleep(1);
            if (view.Play.Fault != null) throw new InvalidOperationException(view.Play.Fault);
            if (frames % 256 == 255 && Process.GetCurrentProcess().TotalProcessorTime.TotalSeconds > 120) throw new InvalidOperationException("too long");
        }
    }

    // Whether the person has a choice: a die that moves no plane is passed on by the board itself.
    bool Ready() => view.Play.Mine && !(view.Play.Moves.Length == 1 && view.Play.Moves[0] == "pass");

    // Waits until the picture shows the game as it is.
    void Drawn() => Until(() => !view.Play.Thinking && view.Shown == view.Play.Version);

    // Taps a point as a finger on the screen does.
    void Tap(string point)
    {
        taps++;
        double[] place = game.Places(point, view.Play.Side, view.Play.Flip)[0];
        Rect at = view.BoardRect;
        Player.Tap(view, (float)(at.x + place[0] / game.Width * at.width), (float)(at.y + place[1] / game.Height * at.height));
    }

    void Move(string move)
    {
        if (move == "pass")
        {
            Player.Touch(view, "Pass");
            return;
        }
        MoveEnds ends = MoveEnds.Of(move);
        if (ends.Source.Length > 0) Tap(ends.Source);
        int before = view.Play.Played.Length;
        Tap(ends.Target);
        if (view.Play.Choices != null) Player.Touch(view, BoardLabels.English.Piece(ends.Rest));
        Expect(view.Play.Played.Length == before + 1 && view.Play.Played[before] == move, game.Name + ": " + move + " is played by taps");
    }

    // The library draws a point where the scene believes it to be.
    void Geometry()
    {
        if (game.Name == "ludo") return; // its marks are fields only
        using (var board = new Board(game.Name, null, game.Rules))
        {
            foreach (string move in board.Moves())
            {
                string point = MoveEnds.Of(move).Target;
                if (point.Length == 0) continue;
                foreach (bool flip in new[] { false, true })
                {
                    string svg = board.Svg(new SvgOptions { Flip = flip, Marks = new Dictionary<string, string> { { point, "?" } } });
                    string box = string.Format("viewBox=\"0 0 {0} {1}\"", game.Width, game.Height);
                    Expect(svg.Contains(box), game.Name + " has " + box);
                    int text = svg.LastIndexOf("<text", svg.IndexOf(">?<", StringComparison.Ordinal), StringComparison.Ordinal);
                    string[] said = svg.Substring(text).Split('"');
                    double[] place = game.Places(point, board.Side, flip)[0];
                    double dx = double.Parse(said[1]) - place[0], dy = double.Parse(said[3]) - place[1];
                    Expect(Math.Abs(dx) < 50 && Math.Abs(dy) < 50, game.Name + " draws " + point + " where it is tapped, not " + dx + ", " + dy + " off");
                }
            }
        }
    }

    void Targets()
    {
        string source = view.Play.Moves.Select(move => MoveEnds.Of(move).Source).FirstOrDefault(point => point.Length > 0);
        if (source == null) return;
        Tap(source);
        Expect(view.Play.Selected == source, "a tap selects " + source);
        byte[] before = view.Texture.GetRawTextureData();
        Drawn();
        Expect(!before.SequenceEqual(view.Texture.GetRawTextureData()), "the targets are seen");
        Write(game.Name + "-targets");
        Tap(source);
        Expect(view.Play.Selected == null, "a second tap lets it go");
    }

    void HintUndoAndSave()
    {
        Until(Ready);
        string[] start = view.Play.Played;
        Player.Touch(view, "Hint");
        Until(() => view.Play.Hint != null);
        Player.Frame(view);
        Expect(Player.Labels.Any(label => label.Contains("Hint: ")), "the hint is told");
        Drawn();
        Write(game.Name + "-hint");
        string hint = view.Play.Hint;
        Expect(game.Name != "xiangqi" || view.Play.Written(hint, true).All(c => c > 127), "the hint is written in Chinese");
        Move(hint);
        Until(Ready);
        string saved = view.Play.Save();
        string[] played = view.Play.Played;
        Player.Touch(view, "Save");
        Player.Touch(view, "Undo");
        Expect(view.Play.Played.SequenceEqual(start), "the move and the reply are taken back");
        Player.Touch(view, "Load");
        Expect(Player.Labels.Count > 0 && view.Play.Played.SequenceEqual(played) && view.Play.Save() == saved, "the game is loaded");
        Refused("game", "");
        Refused(saved.Replace("moves ", "moves castle "), "castle");
        Refused(saved.Replace("game " + game.Name, "game halma"), "halma");
        Refused(saved.Replace("level ", "level 1"), "level");
        Player.Slide(view, 1);
        Expect(view.Play.Level == 1, "the slider sets the level");
        Player.Touch(view, "中文");
        Player.Frame(view);
        Expect(Player.Labels[0].Contains("轮到你"), "the labels are Chinese, not " + Player.Labels[0]);
        Player.Touch(view, "English");
        Player.Touch(view, "Change sides");
        Until(Ready);
        Expect(view.Play.Flip, "the board is turned");
        Drawn();
        Write(game.Name + "-flipped");
        Player.Touch(view, "Change sides");
    }

    void Refused(string text, string said)
    {
        string before = view.Play.Save();
        File.WriteAllText("qikit-" + game.Name + ".txt", text);
        Player.Touch(view, "Load");
        Player.Frame(view);
        Expect(Player.Labels.Any(label => label.StartsWith("That failed", StringComparison.Ordinal) && label.Contains(said)), "a wrong file is told: " + said);
        Expect(view.Play.Save() == before, "nothing is lost");
    }

    // Hints are the person's moves. The board is small meanwhile, which is quickly drawn.
    void Whole()
    {
        Player.Height = 100;
        Until(Ready);
        while (view.Play.Outcome == null && view.Play.Played.Length < 5000)
        {
            Player.Touch(view, "Hint");
            Until(() => view.Play.Hint != null);
            Move(view.Play.Hint);
            Until(() => Ready() || view.Play.Outcome != null);
        }
        Player.Height = 480;
        Until(() => view.Shown == view.Play.Version && view.Texture.height > 400);
        string end = BoardLabels.Chinese.State(view.Play);
        Expect(!end.Any(c => c < 128), "the end is told in Chinese, not " + end);
        Console.Error.WriteLine("{0}: {1} moves, {2} taps, {3}", game.Name, view.Play.Played.Length, taps, Player.Labels[0]);
    }

    // --- PNG

    void Write(string name)
    {
        byte[] raw = view.Texture.GetRawTextureData();
        int width = view.Texture.width, height = view.Texture.height;
        Expect(width <= 480 && height <= 480 && Math.Max(width, height) >= 479, "the board fits in 480 x 480");
        Expect(raw.Where((octet, i) => i % 4 == 3).Count(octet => octet == 255) > width * height * 9 / 10, "the picture is opaque");
        using (FileStream file = File.Create(name + ".png"))
        {
            file.Write(new byte[] { 137, 80, 78, 71, 13, 10, 26, 10 }, 0, 8);
            var head = new byte[13];
            Big(head, 0, width);
            Big(head, 4, height);
            head[8] = 8;
            head[9] = 6;
            Chunk(file, "IHDR", head);
            var rows = new MemoryStream();
            rows.Write(new byte[] { 0x78, 0x01 }, 0, 2);
            uint a = 1, b = 0;
            using (var deflate = new DeflateStream(rows, CompressionMode.Compress, true))
            {
                for (int y = height - 1; y >= 0; y--)
                {
                    var row = new byte[1 + 4 * width];
                    Buffer.BlockCopy(raw, 4 * width * y, row, 1, 4 * width);
                    deflate.Write(row, 0, row.Length);
                    foreach (byte octet in row)
                    {
                        a = (a + octet) % 65521;
                        b = (b + a) % 65521;
                    }
                }
            }
            var sum = new byte[4];
            Big(sum, 0, (int)(b << 16 | a));
            rows.Write(sum, 0, 4);
            Chunk(file, "IDAT", rows.ToArray());
            Chunk(file, "IEND", new byte[0]);
        }
    }

    static void Big(byte[] to, int at, int value)
    {
        for (int i = 0; i < 4; i++) to[at + i] = (byte)(value >> (24 - 8 * i));
    }

    static void Chunk(Stream file, string type, byte[] data)
    {
        var all = new byte[12 + data.Length];
        Big(all, 0, data.Length);
        for (int i = 0; i < 4; i++) all[4 + i] = (byte)type[i];
        Buffer.BlockCopy(data, 0, all, 8, data.Length);
        uint crc = uint.MaxValue;
        for (int i = 4; i < all.Length - 4; i++)
        {
            crc ^= all[i];
            for (int bit = 0; bit < 8; bit++) crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
        }
        Big(all, all.Length - 4, (int)~crc);
        file.Write(all, 0, all.Length);
    }
}
