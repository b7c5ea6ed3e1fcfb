// Generates a small Xiangqi book, opens it and looks the start position up: a
// program without Unity, of the package's own source files.
//
//   mcs -out:Book.exe Book.cs ../../bindings/unity/Runtime/*.cs && LD_LIBRARY_PATH=../../build/lib mono Book.exe [FILE]
using System;
using System.IO;
using System.Linq;
using Qikit;

static class Program
{
    static void Main(string[] args)
    {
        string file = args.Length > 0 ? args[0] : Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".qkb");
        var options = new BookOptions
        {
            Game = "xiangqi",
            Out = file,
            Games = 4,
            MaxPlies = 12,
            Depth = new DepthOptions { Scope = "ply", Distribution = "uniform", Min = 2, Max = 4 },
            TopK = 3,
            Seed = 7,
            Workers = 2,
            Reevaluate = new ReevaluateOptions { Depth = 4 },
        };
        using (Job<BookSummary> job = Book.Generate(options)) job.Wait(); // in Unity: await job.WaitAsync(token, progress)

        using (Book book = Book.Open(file))
        using (var start = new Board("xiangqi"))
        {
            Console.WriteLine("qikit {0}", Library.Version);
            Console.WriteLine("records {0}", book.Count);
            Console.WriteLine("position {0}", start.Position);
            foreach (EntryMove m in book.Lookup(start).Moves.Take(3))
            {
                Console.WriteLine("{0} count {1} wins {2} draws {3} losses {4} unknown {5}", m.Move, m.Count, m.Wins, m.Draws, m.Losses, m.Unknown);
            }
        }
        if (args.Length == 0) File.Delete(file);
    }
}
