// Ends with everything open and awaited: the process must end by itself.
using System;
using Qikit;

static class Program
{
    static void Main(string[] args)
    {
        var board = new Board("xiangqi");
        var engine = new Engine("xiangqi");
        Job<SearchResult> search = engine.Start(board);
        search.WaitAsync();
        var options = new BookOptions { Game = "xiangqi", Out = args[0], Games = 100000, Depth = new DepthOptions { Min = 2, Max = 4 } };
        Book.Generate(options).WaitAsync();
        new Engine("xiangqi").SearchAsync(board, new SearchLimits { Depth = 2 }).Wait();
        Console.WriteLine("end");
    }
}
