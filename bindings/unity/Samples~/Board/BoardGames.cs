using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;
using Qikit;

/// <summary>The two ends of a move, and what a pawn becomes. A stone has no source; a pass has no target either.</summary>
public struct MoveEnds
{
    public string Source, Target, Rest;

    static readonly Regex form = new Regex("^(?:([a-z][0-9]+|b|s)[-x]?)?([a-zA-Z][0-9]+|s|home)([a-z]?)$", RegexOptions.CultureInvariant);

    public static MoveEnds Of(string move)
    {
        var m = form.Match(move);
        if (!m.Success) return new MoveEnds { Source = "", Target = "", Rest = move };
        return new MoveEnds { Source = m.Groups[1].Value, Target = m.Groups[2].Value, Rest = m.Groups[3].Value };
    }
}

/// <summary>What a scene must know of a game beside its rules, which the library has: its names, and where Board.Svg draws a
/// point.</summary>
public sealed class BoardGame
{
    public readonly string Name, English, Chinese;
    /// <summary>Its rules; null: the usual ones.</summary>
    public readonly BoardOptions Rules;
    /// <summary>The size of the picture, in its own units.</summary>
    public readonly double Width, Height;
    /// <summary>How far from a point's middle a tap still means it.</summary>
    public readonly double Reach;
    /// <summary>Writes moves for people who read Chinese; null: as the library names them.</summary>
    public readonly string ChineseNotation;

    readonly Func<string, string, double[][]> places;

    BoardGame(string name, string english, string chinese, double width, double height, double reach, Func<string, string, double[][]> places,
        BoardOptions rules = null, string notation = null)
    {
        Name = name;
        English = english;
        Chinese = chinese;
        Width = width;
        Height = height;
        Reach = reach;
        this.places = places;
        Rules = rules;
        ChineseNotation = notation;
    }

    /// <summary>Where a point is drawn, seen from the first player's seat; a base of Ludo has four places. The side is the
    /// one that moves.</summary>
    public double[][] Places(string point, string side, bool flip)
    {
        double[][] found = places(point, side);
        if (!flip) return found;
        foreach (double[] place in found)
        {
            place[0] = Width - place[0];
            place[1] = Height - place[1];
        }
        return found;
    }

    // Points on a grid: a file's letter and a rank, which begins with first at the bottom.
    static Func<string, string, double[][]> Grid(string files, int ranks, int first, double edge, double step) => (point, side) => new[]
    {
        new[] { edge + step * files.IndexOf(point[0]), edge + step * (ranks - 1 - (int.Parse(point.Substring(1)) - first)) },
    };

    static BoardGame Stones(string name, string english, string chinese, string files, int size, BoardOptions rules) =>
        new BoardGame(name, english, chinese, 220 + 100 * (size - 1), 220 + 100 * (size - 1), 50, Grid(files, size, 1, 110, 100), rules);

    // The star has files in half steps.
    static double[][] Star(string point, string side) => new[]
    {
        new double[] { 110 + 50 * (point[0] - 'a'), 110 + 87 * (17 - int.Parse(point.Substring(1))) },
    };

    // The ring of 52 fields, and the ways home.
    static double[][] Ring(string point, string side)
    {
        int seat = Array.IndexOf(new[] { "red", "yellow", "blue", "green" }, side) * 13;
        switch (point)
        {
            case "b": return new[] { Spot(seat - 1.5, 470), Spot(seat - 0.5, 470), Spot(seat + 0.5, 470), Spot(seat + 1.5, 470) };
            case "s": return new[] { Spot(seat - 1, 425) };
            case "home": return new[] { Spot(seat + 49, 40) };
        }
        int number = int.Parse(point.Substring(1));
        return new[] { point[0] == 'h' ? Spot(seat + 49, 400 - 60 * number) : Spot(number - 1, 400) };
    }

    static double[] Spot(double field, double radius)
    {
        double angle = (field + 0.5) * 2 * Math.PI / 52 + Math.PI / 2;
        return new[] { 500 + radius * Math.Cos(angle), 500 + radius * Math.Sin(angle) };
    }

    /// <summary>The games of the sample.</summary>
    public static readonly IList<BoardGame> All = new[]
    {
        new BoardGame("xiangqi", "Xiangqi", "象棋", 992, 1092, 50, Grid("abcdefghi", 10, 0, 96, 100), null, "chinese"),
        new BoardGame("chess", "Chess", "国际象棋", 896, 896, 50, Grid("abcdefgh", 8, 1, 98, 100), null, "chinese"),
        Stones("gomoku", "Gomoku", "五子棋", "abcdefghijklmno", 15, null),
        new BoardGame("surakarta", "Surakarta", "苏拉卡尔塔棋", 1000, 1000, 50, Grid("abcdef", 6, 1, 250, 100)),
        Stones("capturego", "Capture Go", "吃子棋", "ABCDEFGHJKLMNOPQRST", 9, null),
        Stones("go", "Go", "围棋", "ABCDEFGHJKLMNOPQRST", 9, new BoardOptions { Size = 9 }),
        new BoardGame("chinesecheckers", "Chinese checkers", "跳棋", 1420, 1612, 50, Star),
        new BoardGame("ludo", "Ludo", "飞行棋", 1000, 1000, 26, Ring),
    };

    /// <summary>The game of that name.</summary>
    public static BoardGame Of(string name)
    {
        foreach (BoardGame game in All) if (game.Name == name) return game;
        throw new ArgumentException("\"" + name + "\" is no game of the sample: xiangqi, chess, gomoku, surakarta, capturego, go, chinesecheckers, ludo", "name");
    }
}
