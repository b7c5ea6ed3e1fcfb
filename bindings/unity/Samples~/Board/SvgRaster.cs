using System;
using System.Collections.Generic;
using System.Globalization;

/// <summary>
/// Draws the pictures of Board.Svg as pixels, without meshes, fonts or files. It knows what those pictures hold: rectangles,
/// circles, paths, gradients, groups, and short texts of letters and digits. It is safe on any thread.
/// </summary>
public sealed class SvgRaster
{
    /// <summary>Four octets a pixel, red, green, blue and opacity; the first row is the bottom one, as in Unity's
    /// textures.</summary>
    public readonly byte[] Pixels;
    public readonly int Width, Height;

    sealed class Look
    {
        public string Fill = "#000", Stroke = "none", Anchor = "start", Baseline = "", Cap = "", Dashes = "";
        public double Opacity = 1, FillOpacity = 1, StrokeOpacity = 1, StrokeWidth = 1, FontSize = 16;
        public double Scale, X, Y; // from units to pixels
        public Look Copy() => (Look)MemberwiseClone();
    }

    sealed class Gradient
    {
        public bool Radial;
        public double X1, Y1, X2, Y2, R;
        public readonly List<double> Offsets = new List<double>();
        public readonly List<double[]> Colours = new List<double[]>();
        byte[] table;

        const int Last = 255; // the number of the last colour of the table

        // The colours from the first to the last.
        public byte[] Table()
        {
            if (table != null) return table;
            table = new byte[3 * (Last + 1)];
            for (int n = 0, i = 0; n <= Last; n++)
            {
                double t = (double)n / Last;
                while (i < Offsets.Count - 2 && t > Offsets[i + 1]) i++;
                double part = Math.Max(0, Math.Min(1, (t - Offsets[i]) / (Offsets[i + 1] - Offsets[i])));
                for (int k = 0; k < 3; k++) table[3 * n + k] = (byte)(Colours[i][k] + part * (Colours[i + 1][k] - Colours[i][k]));
            }
            return table;
        }

        // The number of the colour at a place in the shape's frame, which runs from 0 to 1.
        public int At(double x, double y)
        {
            double dx = X2 - X1, dy = Y2 - Y1;
            double t = Radial
                ? Math.Sqrt((x - X1) * (x - X1) + (y - Y1) * (y - Y1)) / R
                : ((x - X1) * dx + (y - Y1) * dy) / (dx * dx + dy * dy);
            return t <= 0 ? 0 : t >= 1 ? Last : (int)(t * Last);
        }
    }

    readonly Dictionary<string, Gradient> gradients = new Dictionary<string, Gradient>();
    readonly Stack<Look> looks = new Stack<Look>();
    Gradient open;           // whose stops are being read
    readonly double unitsX, unitsY; // the size of the picture in its own units
    readonly float[] cover;  // changes of coverage from pixel to pixel
    double left, top, right, bottom; // of the shape that is being covered, in pixels

    SvgRaster(string svg, int width)
    {
        double[] box = Numbers(Attribute(svg.Substring(0, svg.IndexOf('>')), "viewBox"));
        unitsX = box[2];
        unitsY = box[3];
        Width = width;
        Height = (int)Math.Round(width * unitsY / unitsX);
        Pixels = new byte[4 * Width * Height];
        cover = new float[Width * Height + 2];
        looks.Push(new Look { Scale = width / unitsX });
        Read(svg);
    }

    /// <summary>Draws a picture so many pixels wide; its height follows.</summary>
    public static SvgRaster Draw(string svg, int width) => new SvgRaster(svg, width);

    // --- reading

    void Read(string svg)
    {
        for (int at = svg.IndexOf('<'); at >= 0; at = svg.IndexOf('<', at))
        {
            int end = svg.IndexOf('>', at);
            string tag = svg.Substring(at + 1, end - at - 1);
            at = end + 1;
            if (tag[0] == '/')
            {
                if (tag == "/g" || tag == "/svg") looks.Pop();
                continue;
            }
            int name = tag.IndexOfAny(new[] { ' ', '/' });
            string content = svg.Substring(at, Math.Max(svg.IndexOf('<', at), at) - at);
            Element(name < 0 ? tag : tag.Substring(0, name), tag, content);
        }
    }

    void Element(string name, string tag, string content)
    {
        Look look = looks.Peek().Copy();
        if (name == "svg" || name == "g" || name == "rect" || name == "circle" || name == "path" || name == "text") Dress(look, tag);
        switch (name)
        {
            case "svg":
            case "g":
                looks.Push(look);
                break;
            case "rect":
                Paint(look, Rectangle(tag));
                break;
            case "circle":
                Paint(look, Circle(Number(tag, "cx", 0), Number(tag, "cy", 0), Number(tag, "r", 0)));
                break;
            case "path":
                Paint(look, Path(Attribute(tag, "d")));
                break;
            case "text":
                Write(look, content, Number(tag, "x", 0), Number(tag, "y", 0));
                break;
            case "linearGradient":
                gradients[Attribute(tag, "id")] = open = new Gradient { X1 = Number(tag, "x1", 0), Y1 = Number(tag, "y1", 0), X2 = Number(tag, "x2", 1), Y2 = Number(tag, "y2", 0) };
                break;
            case "radialGradient":
                gradients[Attribute(tag, "id")] = open = new Gradient { Radial = true, X1 = Number(tag, "cx", 0.5), Y1 = Number(tag, "cy", 0.5), R = Number(tag, "r", 0.5) };
                break;
            case "stop":
                open.Offsets.Add(Number(tag, "offset", 0));
                open.Colours.Add(Colour(Attribute(tag, "stop-color")));
                break;
        }
    }

    static void Dress(Look look, string tag)
    {
        look.Fill = Attribute(tag, "fill") ?? look.Fill;
        look.Stroke = Attribute(tag, "stroke") ?? look.Stroke;
        look.Anchor = Attribute(tag, "text-anchor") ?? look.Anchor;
        look.Baseline = Attribute(tag, "dominant-baseline") ?? look.Baseline;
        look.Cap = Attribute(tag, "stroke-linecap") ?? look.Cap;
        look.Dashes = Attribute(tag, "stroke-dasharray") ?? look.Dashes;
        look.StrokeWidth = Number(tag, "stroke-width", look.StrokeWidth);
        look.FontSize = Number(tag, "font-size", look.FontSize);
        look.FillOpacity = Number(tag, "fill-opacity", look.FillOpacity);
        look.StrokeOpacity = Number(tag, "stroke-opacity", look.StrokeOpacity);
        look.Opacity *= Number(tag, "opacity", 1);
        string transform = Attribute(tag, "transform");
        if (transform == null) return;
        foreach (string part in transform.Split(new[] { ')' }, StringSplitOptions.RemoveEmptyEntries))
        {
            double[] n = Numbers(part.Substring(part.IndexOf('(') + 1));
            if (part.Contains("translate"))
            {
                look.X += look.Scale * n[0];
                look.Y += look.Scale * (n.Length > 1 ? n[1] : 0);
            }
            else if (part.Contains("scale")) look.Scale *= n[0];
        }
    }

    static string Attribute(string tag, string name)
    {
        int at = tag.IndexOf(" " + name + "=\"", StringComparison.Ordinal);
        if (at < 0) return null;
        at += name.Length + 3;
        return tag.Substring(at, tag.IndexOf('"', at) - at);
    }

    static double Number(string tag, string name, double missing)
    {
        string text = Attribute(tag, name);
        if (text == null) return missing;
        return text.EndsWith("%", StringComparison.Ordinal)
            ? double.Parse(text.Substring(0, text.Length - 1), CultureInfo.InvariantCulture) / 100
            : double.Parse(text, CultureInfo.InvariantCulture);
    }

    static double[] Numbers(string text)
    {
        var numbers = new List<double>();
        for (int at = 0; at < text.Length;)
        {
            int end = at;
            bool point = false;
            while (end < text.Length && (char.IsDigit(text[end]) || end == at && text[end] == '-' || !point && text[end] == '.'))
            {
                point |= text[end++] == '.';
            }
            if (end > at) numbers.Add(double.Parse(text.Substring(at, end - at), CultureInfo.InvariantCulture));
            at = Math.Max(end, at + 1);
        }
        return numbers.ToArray();
    }

    static double[] Colour(string text)
    {
        int wide = text.Length == 4 ? 1 : 2;
        var colour = new double[3];
        for (int i = 0; i < 3; i++)
        {
            int value = int.Parse(text.Substring(1 + i * wide, wide), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
            colour[i] = wide == 1 ? value * 17 : value;
        }
        return colour;
    }

    // --- shapes, as lines in the picture's units

    sealed class Line
    {
        public readonly List<double> X = new List<double>(), Y = new List<double>();
        public bool Closed;
        public void Add(double x, double y)
        {
            X.Add(x);
            Y.Add(y);
        }
    }

    List<Line> Rectangle(string tag)
    {
        string wide = Attribute(tag, "width"), high = Attribute(tag, "height");
        double x = Number(tag, "x", 0), y = Number(tag, "y", 0);
        double w = wide == "100%" ? unitsX : Number(tag, "width", 0), h = high == "100%" ? unitsY : Number(tag, "height", 0);
        double r = Math.Min(Number(tag, "rx", 0), Math.Min(w, h) / 2);
        var line = new Line { Closed = true };
        if (r <= 0)
        {
            line.Add(x, y);
            line.Add(x + w, y);
            line.Add(x + w, y + h);
            line.Add(x, y + h);
        }
        else
        {
            Turn(line, x + w - r, y + r, r, -Math.PI / 2, Math.PI / 2);
            Turn(line, x + w - r, y + h - r, r, 0, Math.PI / 2);
            Turn(line, x + r, y + h - r, r, Math.PI / 2, Math.PI / 2);
            Turn(line, x + r, y + r, r, Math.PI, Math.PI / 2);
        }
        return new List<Line> { line };
    }

    List<Line> Circle(double x, double y, double r)
    {
        var line = new Line { Closed = true };
        Turn(line, x, y, r, 0, 2 * Math.PI);
        line.X.RemoveAt(line.X.Count - 1);
        line.Y.RemoveAt(line.Y.Count - 1);
        return new List<Line> { line };
    }

    // Adds an arc of a circle.
    void Turn(Line line, double x, double y, double r, double from, double by)
    {
        int steps = Math.Max(4, (int)(Math.Abs(by) * (2 + Math.Sqrt(8 * r * Width / unitsX))));
        for (int i = 0; i <= steps; i++)
        {
            double angle = from + by * i / steps;
            line.Add(x + r * Math.Cos(angle), y + r * Math.Sin(angle));
        }
    }

    List<Line> Path(string d)
    {
        var lines = new List<Line>();
        Line line = null;
        double x = 0, y = 0, startX = 0, startY = 0;
        for (int at = 0; at < d.Length;)
        {
            char command = d[at++];
            if (!char.IsLetter(command)) continue;
            int end = at;
            while (end < d.Length && !char.IsLetter(d[end])) end++;
            double[] n = Numbers(d.Substring(at, end - at));
            at = end;
            char kind = char.ToUpperInvariant(command);
            double baseX = 0, baseY = 0;
            int many = kind == 'H' || kind == 'V' ? 1 : kind == 'Q' ? 4 : kind == 'C' ? 6 : kind == 'A' ? 7 : 2;
            if (kind == 'Z')
            {
                if (line != null) line.Closed = true;
                line = null;
                x = startX;
                y = startY;
                continue;
            }
            for (int i = 0; i + many <= n.Length; i += many)
            {
                if (char.IsLower(command))
                {
                    baseX = x;
                    baseY = y;
                }
                double toX = kind == 'V' ? x : baseX + n[i + (kind == 'H' ? 0 : many - 2)];
                double toY = kind == 'H' ? y : baseY + n[i + many - 1];
                if (kind == 'M' && i == 0)
                {
                    line = null;
                    startX = toX;
                    startY = toY;
                }
                else
                {
                    if (line == null)
                    {
                        lines.Add(line = new Line());
                        line.Add(x, y);
                    }
                    if (kind == 'Q') Curve(line, x, y, baseX + n[i], baseY + n[i + 1], baseX + n[i], baseY + n[i + 1], toX, toY, false);
                    else if (kind == 'C') Curve(line, x, y, baseX + n[i], baseY + n[i + 1], baseX + n[i + 2], baseY + n[i + 3], toX, toY, true);
                    else if (kind == 'A') Arc(line, x, y, n[i], n[i + 3] != 0, n[i + 4] != 0, toX, toY);
                    else line.Add(toX, toY);
                }
                x = toX;
                y = toY;
            }
        }
        return lines;
    }

    static void Curve(Line line, double x0, double y0, double x1, double y1, double x2, double y2, double x3, double y3, bool cubic)
    {
        const int steps = 10;
        for (int i = 1; i <= steps; i++)
        {
            double t = (double)i / steps, u = 1 - t;
            double a = cubic ? u * u * u : u * u, b = cubic ? 3 * u * u * t : 2 * u * t, c = cubic ? 3 * u * t * t : 0, e = cubic ? t * t * t : t * t;
            line.Add(a * x0 + b * x1 + c * x2 + e * x3, a * y0 + b * y1 + c * y2 + e * y3);
        }
    }

    // Adds an arc of a circle between two points.
    void Arc(Line line, double x0, double y0, double r, bool large, bool clockwise, double x1, double y1)
    {
        double dx = x1 - x0, dy = y1 - y0, length = Math.Sqrt(dx * dx + dy * dy);
        if (length == 0) return;
        r = Math.Max(r, length / 2);
        double off = Math.Sqrt(Math.Max(0, r * r - length * length / 4)) / length * (large == clockwise ? -1 : 1);
        double cx = (x0 + x1) / 2 - dy * off, cy = (y0 + y1) / 2 + dx * off;
        double from = Math.Atan2(y0 - cy, x0 - cx), by = Math.Atan2(y1 - cy, x1 - cx) - from;
        if (clockwise && by < 0) by += 2 * Math.PI;
        if (!clockwise && by > 0) by -= 2 * Math.PI;
        Turn(line, cx, cy, r, from, by);
    }

    // --- painting

    void Paint(Look look, List<Line> lines)
    {
        if (look.Fill != "none")
        {
            Begin();
            foreach (Line line in lines) Cover(look, line);
            Blend(look.Fill, look.Opacity * look.FillOpacity);
        }
        if (look.Stroke == "none" || look.StrokeWidth <= 0) return;
        Begin();
        foreach (Line line in lines)
        {
            if (look.Dashes.Length == 0) Trace(look, line);
            else foreach (Line dash in Dashed(line, Numbers(look.Dashes))) Trace(look, dash);
        }
        Blend(look.Stroke, look.Opacity * look.StrokeOpacity);
    }

    static IEnumerable<Line> Dashed(Line line, double[] pattern)
    {
        int n = line.X.Count, part = 0;
        double rest = pattern[0];
        var dash = new Line();
        dash.Add(line.X[0], line.Y[0]);
        for (int i = 0; i < (line.Closed ? n : n - 1); i++)
        {
            double x = line.X[i], y = line.Y[i], dx = line.X[(i + 1) % n] - x, dy = line.Y[(i + 1) % n] - y;
            double length = Math.Sqrt(dx * dx + dy * dy), done = 0;
            while (length - done > rest)
            {
                done += rest;
                double toX = x + dx * done / length, toY = y + dy * done / length;
                dash.Add(toX, toY);
                if (part % 2 == 0) yield return dash;
                dash = new Line();
                dash.Add(toX, toY);
                rest = Math.Max(0.01, pattern[++part % pattern.Length]);
            }
            rest -= length - done;
            dash.Add(x + dx, y + dy);
        }
        if (part % 2 == 0) yield return dash;
    }

    // Covers a line as wide as its stroke: a rectangle for each piece, a disc where pieces meet.
    void Trace(Look look, Line line)
    {
        int n = line.X.Count;
        double half = look.StrokeWidth / 2;
        for (int i = 0; i < (line.Closed ? n : n - 1); i++)
        {
            double x0 = line.X[i], y0 = line.Y[i], x1 = line.X[(i + 1) % n], y1 = line.Y[(i + 1) % n];
            double dx = x1 - x0, dy = y1 - y0, length = Math.Sqrt(dx * dx + dy * dy);
            if (length == 0) continue;
            double sideX = -dy / length * half, sideY = dx / length * half;
            var quad = new Line();
            quad.Add(x0 - sideX, y0 - sideY);
            quad.Add(x1 - sideX, y1 - sideY);
            quad.Add(x1 + sideX, y1 + sideY);
            quad.Add(x0 + sideX, y0 + sideY);
            Cover(look, quad);
            bool end = !line.Closed && i == 0;
            bool bends = end ? look.Cap == "round" : Bends(line, i);
            if (bends && half * look.Scale > 0.6) Cover(look, Circle(x0, y0, half)[0]);
        }
        if (!line.Closed && look.Cap == "round") Cover(look, Circle(line.X[n - 1], line.Y[n - 1], half)[0]);
    }

    // Whether two pieces of a line meet in an angle that leaves a gap.
    static bool Bends(Line line, int i)
    {
        int n = line.X.Count, before = (i + n - 1) % n, after = (i + 1) % n;
        double ax = line.X[i] - line.X[before], ay = line.Y[i] - line.Y[before], bx = line.X[after] - line.X[i], by = line.Y[after] - line.Y[i];
        return ax * bx + ay * by < 0.93 * Math.Sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
    }

    void Begin()
    {
        left = top = double.MaxValue;
        right = bottom = double.MinValue;
    }

    void Cover(Look look, Line line)
    {
        int n = line.X.Count;
        for (int i = 0; i < n; i++)
        {
            int j = (i + 1) % n;
            Edge(look.X + look.Scale * line.X[i], look.Y + look.Scale * line.Y[i], look.X + look.Scale * line.X[j], look.Y + look.Scale * line.Y[j]);
        }
    }

    // Adds what lies to the right of an edge, each pixel by the part of it that does.
    void Edge(double x0, double y0, double x1, double y1)
    {
        left = Math.Min(left, Math.Min(x0, x1));
        right = Math.Max(right, Math.Max(x0, x1));
        top = Math.Min(top, Math.Min(y0, y1));
        bottom = Math.Max(bottom, Math.Max(y0, y1));
        if (y0 == y1) return;
        double sign = 1;
        if (y0 > y1)
        {
            double x = x0, y = y0;
            x0 = x1;
            y0 = y1;
            x1 = x;
            y1 = y;
            sign = -1;
        }
        double slope = (x1 - x0) / (y1 - y0);
        if (y0 < 0)
        {
            x0 -= slope * y0;
            y0 = 0;
        }
        y1 = Math.Min(y1, Height);
        for (int row = (int)y0; row < Height && y0 < y1; row++)
        {
            double next = Math.Min(row + 1, y1), to = x0 + slope * (next - y0);
            Row(row * Width, x0, to, sign * (next - y0));
            x0 = to;
            y0 = next;
        }
    }

    // Adds a piece of an edge within one row; high is how much of the row's height it has.
    void Row(int row, double x0, double x1, double high)
    {
        double from = Math.Max(0, Math.Min(x0, x1)), to = Math.Max(0, Math.Max(x0, x1));
        if (from >= Width) return;
        double wide = to - from;
        do
        {
            int column = (int)from;
            double end = Math.Min(column + 1, to), share = wide > 0 ? high * (end - from) / wide : high;
            if (column >= Width) return;
            double middle = (from + end) / 2 - column;
            cover[row + column] += (float)(share * (1 - middle));
            if (column + 1 < Width) cover[row + column + 1] += (float)(share * middle);
            from = end;
        }
        while (from < to);
    }

    void Blend(string paint, double opacity)
    {
        int x0 = Math.Max(0, (int)Math.Floor(left)), x1 = Math.Min(Width - 1, (int)Math.Ceiling(right) + 1);
        int y0 = Math.Max(0, (int)Math.Floor(top)), y1 = Math.Min(Height - 1, (int)Math.Ceiling(bottom));
        bool mixed = paint.StartsWith("url(#", StringComparison.Ordinal);
        Gradient gradient = mixed ? gradients[paint.Substring(5, paint.Length - 6)] : null;
        byte[] colours = mixed ? gradient.Table() : Octets(Colour(paint));
        float strength = 256 * (float)opacity, wide = (float)(right - left), high = (float)(bottom - top);
        for (int y = y0; y <= y1; y++)
        {
            float sum = 0, down = (y + 0.5f - (float)top) / high;
            for (int x = x0, at = y * Width + x0, pixel = 4 * ((Height - 1 - y) * Width + x0); x <= x1; x++, at++, pixel += 4)
            {
                sum += cover[at];
                cover[at] = 0;
                float part = sum < 0 ? -sum : sum;
                int alpha = (int)((part > 1 ? 1 : part) * strength + 0.5f);
                if (alpha == 0) continue;
                Put(pixel, colours, mixed ? 3 * gradient.At((x + 0.5f - (float)left) / wide, down) : 0, alpha);
            }
        }
    }

    // Puts a colour over a pixel; alpha is 1 to 256.
    void Put(int at, byte[] colours, int from, int alpha)
    {
        byte under = Pixels[at + 3];
        if (alpha >= 255 || under == 0)
        {
            Pixels[at] = colours[from];
            Pixels[at + 1] = colours[from + 1];
            Pixels[at + 2] = colours[from + 2];
            Pixels[at + 3] = (byte)Math.Max(under, Math.Min(255, alpha));
            return;
        }
        for (int i = 0; i < 3; i++) Pixels[at + i] = (byte)(Pixels[at + i] + ((colours[from + i] - Pixels[at + i]) * alpha >> 8));
        Pixels[at + 3] = (byte)(under + ((255 - under) * alpha >> 8));
    }

    static byte[] Octets(double[] colour) => new[] { (byte)colour[0], (byte)colour[1], (byte)colour[2] };

    // --- writing

    // Letters of lines, four units wide and six high; the small ones hang on the same baseline.
    static readonly Dictionary<char, string> glyphs = new Dictionary<char, string>
    {
        { '0', "M2 0Q4 0 4 3Q4 6 2 6Q0 6 0 3Q0 0 2 0" }, { '1', "M.6 1.2L2.2 0V6" }, { '2', "M.2 1.4Q.6 0 2 0Q4 0 3.8 1.8Q3.6 3 0 6H4" },
        { '3', "M.2 .8Q1 0 2 0Q3.8 0 3.8 1.4Q3.8 2.8 1.6 2.8Q4 2.8 4 4.4Q4 6 2 6Q.6 6 0 5" }, { '4', "M3 6V0L0 4.2H4" },
        { '5', "M3.7 0H.6L.4 2.7Q1 2.2 2 2.2Q4 2.2 4 4Q4 6 2 6Q.6 6 0 5.2" }, { '6', "M3.6 .6Q3 0 2.2 0Q0 0 0 3.6Q0 6 2 6Q4 6 4 4.2Q4 2.5 2.2 2.5Q.6 2.5 0 4" },
        { '7', "M0 0H4L1.4 6" }, { '8', "M2 0Q3.7 0 3.7 1.4Q3.7 2.8 2 2.8Q.3 2.8 .3 1.4Q.3 0 2 0M2 2.8Q4 2.8 4 4.4Q4 6 2 6Q0 6 0 4.4Q0 2.8 2 2.8" },
        { '9', "M.4 5.4Q1 6 1.8 6Q4 6 4 2.4Q4 0 2 0Q0 0 0 1.8Q0 3.5 1.8 3.5Q3.4 3.5 4 2" },
        { 'A', "M0 6L2 0L4 6M.7 4H3.3" }, { 'B', "M0 0V6M0 0H2Q3.7 0 3.7 1.4Q3.7 2.8 2 2.8H0M2 2.8Q4 2.8 4 4.4Q4 6 2 6H0" },
        { 'C', "M4 1.2Q3.4 0 2.2 0Q0 0 0 3Q0 6 2.2 6Q3.4 6 4 4.8" }, { 'D', "M0 0V6H1.6Q4 6 4 3Q4 0 1.6 0H0" }, { 'E', "M3.8 0H.2V6H3.8M.2 2.9H3.2" },
        { 'F', "M3.8 0H.2V6M.2 2.9H3.2" }, { 'G', "M4 1.2Q3.4 0 2.2 0Q0 0 0 3Q0 6 2.2 6Q3.2 6 4 5V3.3H2.4" }, { 'H', "M0 0V6M4 0V6M0 2.9H4" },
        { 'I', "M2 0V6" }, { 'J', "M3 0V4.4Q3 6 1.5 6Q.2 6 0 4.8" }, { 'K', "M.2 0V6M3.8 0L.2 3.6M1.6 2.4L4 6" }, { 'L', "M.4 0V6H3.8" },
        { 'M', "M0 6V0L2 4L4 0V6" }, { 'N', "M.2 6V0L3.8 6V0" }, { 'O', "M2 0Q4 0 4 3Q4 6 2 6Q0 6 0 3Q0 0 2 0" }, { 'P', "M.2 6V0H2.2Q4 0 4 1.7Q4 3.3 2.2 3.3H.2" },
        { 'Q', "M2 0Q4 0 4 3Q4 6 2 6Q0 6 0 3Q0 0 2 0M2.4 4.4L4 6.4" }, { 'R', "M.2 6V0H2.2Q3.9 0 3.9 1.6Q3.9 3.2 2.2 3.2H.2M2.2 3.2L4 6" },
        { 'S', "M3.7 1Q3 0 2 0Q.3 0 .3 1.5Q.3 2.6 2 2.9Q4 3.2 4 4.5Q4 6 2 6Q.6 6 0 4.9" }, { 'T', "M0 0H4M2 0V6" }, { 'U', "M.1 0V4Q.1 6 2 6Q3.9 6 3.9 4V0" },
        { 'V', "M0 0L2 6L4 0" }, { 'W', "M-.3 0L.9 6L2 2L3.1 6L4.3 0" }, { 'X', "M.1 0L3.9 6M3.9 0L.1 6" }, { 'Y', "M0 0L2 3L4 0M2 3V6" }, { 'Z', "M.2 0H3.8L.2 6H3.8" },
        { 'a', "M.6 2.4Q1.2 2 2 2Q3.4 2 3.4 3.4V6M3.4 3.8Q.4 3.6 .4 5Q.4 6 1.6 6Q2.8 6 3.4 4.8" }, { 'b', "M.4 0V6M.4 3.6Q.8 2 2.1 2Q3.7 2 3.7 4Q3.7 6 2.1 6Q.8 6 .4 4.4" },
        { 'c', "M3.5 2.8Q3 2 2 2Q.3 2 .3 4Q.3 6 2 6Q3 6 3.5 5.2" }, { 'd', "M3.6 0V6M3.6 3.6Q3.2 2 1.9 2Q.3 2 .3 4Q.3 6 1.9 6Q3.2 6 3.6 4.4" },
        { 'e', "M.3 4H3.7Q3.7 2 2 2Q.3 2 .3 4Q.3 6 2 6Q3 6 3.5 5.2" }, { 'f', "M3.2 .2Q1.5 -.3 1.5 1.4V6M.5 2.2H3" },
        { 'g', "M3.6 2V6.4Q3.6 7.8 2 7.8Q1 7.8 .6 7.2M3.6 3.6Q3.2 2 1.9 2Q.3 2 .3 4Q.3 6 1.9 6Q3.2 6 3.6 4.4" }, { 'h', "M.5 0V6M.5 3.6Q1 2 2.2 2Q3.5 2 3.5 3.5V6" },
        { 'i', "M2 2V6M2 .3V.8" }, { 'j', "M2.4 2V6.6Q2.4 7.8 1 7.7M2.4 .3V.8" }, { 'k', "M.5 0V6M3.4 2L.5 4.4M1.6 3.6L3.6 6" }, { 'l', "M2 0V6" },
        { 'm', "M0 2V6M0 3.4Q.3 2 1.2 2Q2 2 2 3.2V6M2 3.4Q2.3 2 3.2 2Q4 2 4 3.2V6" }, { 'n', "M.5 2V6M.5 3.6Q1 2 2.2 2Q3.5 2 3.5 3.5V6" },
        { 'o', "M2 2Q3.7 2 3.7 4Q3.7 6 2 6Q.3 6 .3 4Q.3 2 2 2" }, { 'p', "M.4 2V7.8M.4 3.6Q.8 2 2.1 2Q3.7 2 3.7 4Q3.7 6 2.1 6Q.8 6 .4 4.4" },
        { 'q', "M3.6 2V7.8M3.6 3.6Q3.2 2 1.9 2Q.3 2 .3 4Q.3 6 1.9 6Q3.2 6 3.6 4.4" }, { 'r', "M1 2V6M1 3.8Q1.4 2 3.2 2.1" },
        { 's', "M3.4 2.6Q2.8 2 2 2Q.6 2 .6 3Q.6 3.8 2 3.9Q3.5 4.1 3.5 5Q3.5 6 2 6Q1 6 .4 5.3" }, { 't', "M1.6 .6V4.9Q1.6 6.2 3.2 5.8M.5 2.2H3" },
        { 'u', "M.5 2V4.5Q.5 6 1.8 6Q3 6 3.5 4.4M3.5 2V6" }, { 'v', "M.4 2L2 6L3.6 2" }, { 'w', "M-.1 2L1 6L2 3L3 6L4.1 2" }, { 'x', "M.5 2L3.5 6M3.5 2L.5 6" },
        { 'y', "M.4 2L2 6M3.6 2L1.6 7Q1.2 7.9 .4 7.7" }, { 'z', "M.6 2H3.4L.6 6H3.4" },
    };

    void Write(Look look, string text, double x, double y)
    {
        // The capitals of a font are about 0.7 of its size high.
        double unit = look.FontSize * 0.7 / 6, wide = unit * (5.4 * text.Length - 1.4);
        if (look.Anchor == "middle") x -= wide / 2;
        else if (look.Anchor == "end") x -= wide;
        if (look.Baseline == "central") y += 3 * unit;
        Look pen = look.Copy();
        pen.Stroke = look.Fill;
        pen.StrokeOpacity = look.FillOpacity;
        pen.Fill = "none";
        pen.Cap = "round";
        pen.Dashes = "";
        pen.StrokeWidth = 0.8;
        pen.X += pen.Scale * x;
        pen.Y += pen.Scale * (y - 6 * unit);
        pen.Scale *= unit;
        foreach (char c in text)
        {
            string glyph;
            if (glyphs.TryGetValue(c, out glyph)) Paint(pen, Path(glyph));
            pen.X += pen.Scale * 5.4;
        }
    }
}
