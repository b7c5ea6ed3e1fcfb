using System;
using System.Threading.Tasks;
using Qikit;

// Reads a book as numbers, shuffled, and prints the mean absolute score by ply.
//
//   mono Samples.exe BOOK
static class Program
{
    const int Plies = 10; // in one line

    static void Main(string[] args) => Run(args[0]).Wait();

    static async Task Run(string path)
    {
        using (Book book = Book.Open(path))
        using (Samples samples = await book.SamplesAsync(new ExportOptions { Shuffle = 1 }))
        {
            var sums = new double[100];
            var counts = new int[100];
            SampleBatch batch = samples.NewBatch(4096); // its arrays are filled again and again
            while (samples.Next(batch))
            {
                for (int i = 0; i < batch.Count; i++)
                {
                    if (float.IsNaN(batch.Scores[i])) continue;
                    int at = Math.Min(batch.Plies[i] / Plies, sums.Length - 1);
                    sums[at] += Math.Abs(batch.Scores[i]);
                    counts[at]++;
                }
            }
            Console.WriteLine("samples {0}", samples.Count);
            for (int at = 0; at < sums.Length; at++)
            {
                if (counts[at] > 0) Console.WriteLine("plies {0} to {1}: {2:0} in {3}", at * Plies, at * Plies + Plies - 1, sums[at] / counts[at], counts[at]);
            }
        }
    }
}
