// Generates a book where files may not grow: the error must say so, and the
// finished records must be in the file.
using System;
using Qikit;

static class Program
{
    static void Main(string[] args)
    {
        var options = new BookOptions
        {
            Game = "xiangqi", Out = args[0], Games = 100000, Workers = 1, MaxPlies = 12,
            Depth = new DepthOptions { Distribution = "uniform", Min = 1, Max = 2 },
        };
        options.More["reevaluate"] = null;
        try
        {
            using (Job<BookSummary> job = Book.Generate(options)) job.Wait();
            Console.WriteLine("no error");
        }
        catch (StorageException e)
        {
            Console.WriteLine("StorageException {0}", e.Message.Length > 10);
        }
    }
}
