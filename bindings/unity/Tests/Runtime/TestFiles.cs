using System;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    // A folder for one test, and the jobs that tests use.
    internal sealed class TestFiles : IDisposable
    {
        readonly string folder = Path.Combine(Path.GetTempPath(), "qikit-" + Guid.NewGuid().ToString("N"));

        public TestFiles()
        {
            Directory.CreateDirectory(folder);
        }

        public string this[string name] { get { return Path.Combine(folder, name); } }

        /// <summary>A file of the project that the tests of all languages read.</summary>
        public static string OfProject(params string[] names)
        {
            string name = Path.Combine(names);
            for (string at = Directory.GetCurrentDirectory(); at != null; at = Path.GetDirectoryName(at))
            {
                string file = Path.Combine(at, name);
                if (File.Exists(file)) return file;
            }
            throw new FileNotFoundException(name);
        }

        public void Dispose()
        {
            Directory.Delete(folder, true);
        }

        /// <summary>The small job of examples/unity/Book.cs.</summary>
        public static BookOptions Small(string file)
        {
            return new BookOptions
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
        }

        /// <summary>A job that takes hours when nobody stops it.</summary>
        public static BookOptions Long(string file)
        {
            BookOptions options = Small(file);
            options.Games = 100000;
            options.MaxPlies = 200;
            return options;
        }

        public static string Generate(string file, BookOptions options)
        {
            options.Out = file;
            using (Job<BookSummary> job = Book.Generate(options)) job.Wait();
            return file;
        }
    }

    // How tests limit time although the machine may be busy.
    internal static class Busy
    {
        /// <summary>Milliseconds: a guard against a hang alone, which no busy machine reaches.</summary>
        public const int Hang = 3600000;

        /// <summary>Begins to count. The function returned tells the seconds since then, by the clock or of this process's work,
        /// whichever are fewer: others may have the processors.</summary>
        public static Func<double> Spent()
        {
            Stopwatch clock = Stopwatch.StartNew();
            Func<TimeSpan> worked = () => { using (Process own = Process.GetCurrentProcess()) return own.TotalProcessorTime; };
            TimeSpan work = worked();
            return () => Math.Min(clock.Elapsed.TotalSeconds, (worked() - work).TotalSeconds);
        }

        /// <summary>Holds that what attempt does takes less, whatever the unit: in one of twenty attempts, since a busy machine may
        /// stop any of them for longer.</summary>
        public static async Task Soon(double limit, Func<Task<double>> attempt)
        {
            double took = await attempt();
            for (int i = 1; i < 20 && took >= limit; i++) took = await attempt();
            Assert.Less(took, limit);
        }
    }
}
