using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class JobTests
    {
        sealed class Recorder : IProgress<Progress>
        {
            public readonly ConcurrentQueue<Progress> Seen = new ConcurrentQueue<Progress>();
            public readonly ConcurrentBag<int> Threads = new ConcurrentBag<int>();

            public void Report(Progress value)
            {
                Seen.Enqueue(value);
                Threads.Add(Thread.CurrentThread.ManagedThreadId);
            }
        }

        // What Unity's main thread is: one thread with a queue.
        sealed class MainThread : SynchronizationContext
        {
            readonly BlockingCollection<Action> queue = new BlockingCollection<Action>();

            public override void Post(SendOrPostCallback d, object state)
            {
                queue.Add(() => d(state));
            }

            public static void Run(Func<Task> body)
            {
                var main = new MainThread();
                SynchronizationContext before = Current;
                SetSynchronizationContext(main);
                try
                {
                    Task task = body();
                    task.ContinueWith(_ => main.queue.CompleteAdding(), TaskScheduler.Default);
                    foreach (Action action in main.queue.GetConsumingEnumerable()) action();
                    task.GetAwaiter().GetResult();
                }
                finally
                {
                    SetSynchronizationContext(before);
                }
            }
        }

        [Test]
        public void CompletesAndReportsOnTheContextThatAwaits()
        {
            using (var files = new TestFiles())
            {
                var recorder = new Recorder();
                int main = Thread.CurrentThread.ManagedThreadId;
                MainThread.Run(async () =>
                {
                    using (Job<BookSummary> job = Book.Generate(TestFiles.Small(files["a.qkb"])))
                    {
                        BookSummary summary = await job.WaitAsync(CancellationToken.None, recorder);
                        Assert.AreEqual(main, Thread.CurrentThread.ManagedThreadId, "the context that awaited");
                        Assert.IsTrue(summary.Complete && summary.Positions > 10 && summary.Games == 4);
                        Assert.AreEqual(7, summary.Seed);
                    }
                });
                Assert.IsTrue(recorder.Seen.Count >= 1);
                Assert.IsTrue(recorder.Threads.All(id => id == main));
                Progress last = recorder.Seen.Last();
                Assert.AreEqual(last.Total, last.Done);
                Assert.AreEqual(1.0, last.Fraction);
                long before = 0;
                foreach (Progress p in recorder.Seen)
                {
                    Assert.IsTrue(p.Done >= before);
                    before = p.Done;
                }
            }
        }

        [Test]
        public void NoThreadOfThePoolIsBlocked()
        {
            using (var files = new TestFiles())
            {
                var jobs = new List<Job<BookSummary>>();
                var waits = new List<Task>();
                using (var source = new CancellationTokenSource())
                {
                    for (int i = 0; i < 8; i++)
                    {
                        BookOptions options = TestFiles.Long(files["pool" + i + ".qkb"]);
                        options.Workers = 1;
                        jobs.Add(Book.Generate(options));
                        for (int k = 0; k < 8; k++) waits.Add(jobs[i].WaitAsync(source.Token));
                    }
                    // Were its threads blocked, the pool would come to what is asked later when it has one for each wait.
                    Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() => { }))).Wait();
                    int most, free, ports;
                    ThreadPool.GetMaxThreads(out most, out ports);
                    ThreadPool.GetAvailableThreads(out free, out ports);
                    Assert.Less(most - free, waits.Count / 2);
                    source.Cancel();
                    var e = Assert.Throws<AggregateException>(() => Task.WaitAll(waits.ToArray()));
                    Assert.IsTrue(e.InnerExceptions.All(inner => inner is OperationCanceledException));
                }
                foreach (Job<BookSummary> job in jobs) job.Dispose();
            }
        }

        [Test]
        public async Task ManyJobsAndWaitersAtATime()
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi"))
            {
                var jobs = Enumerable.Range(0, 40).Select(i => engine.Start(board, new SearchLimits { Depth = 1 + i % 2 })).ToList();
                SearchResult[] results = await Task.WhenAll(jobs.SelectMany(j => new[] { j.WaitAsync(), j.WaitAsync() }));
                Assert.AreEqual(80, results.Length);
                Assert.IsTrue(results.All(r => r.Best != null));
                foreach (var job in jobs) job.Dispose();
            }
        }

        [Test]
        public async Task CancelAllIsForReloadAndQuit()
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi"))
            using (Job<SearchResult> one = engine.Start(board))
            using (Job<long> two = StartPerft(board))
            {
                Assert.IsTrue(Jobs.Live >= 2);
                while (one.Progress.Events == 0) await Task.Delay(5); // until it has found something
                Jobs.CancelAll();
                await one.WaitAsync();
                try
                {
                    await two.WaitAsync();
                }
                catch (CancelledException)
                {
                    // a count has nothing before its end
                }
                Assert.AreNotEqual(JobState.Running, one.Progress.State);
                Assert.AreNotEqual(JobState.Running, two.Progress.State);
            }
        }

        static Job<long> StartPerft(Board board)
        {
            ulong job;
            Call.Check(Native.qk_board_perft(board.Handle, 9, out job, Call.Error()));
            return new Job<long>(job, null, report => report["nodes"].Long);
        }

        [Test]
        public async Task ADisposedJobTellsWhoAwaits()
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi"))
            {
                Job<SearchResult> job = engine.Start(board);
                Task<SearchResult> waiting = job.WaitAsync();
                job.Dispose();
                job.Dispose();
                await EngineTests.Throws<HandleException>(waiting);
                Assert.Throws<HandleException>(() => { Progress p = job.Progress; });
                Assert.Throws<HandleException>(() => job.Cancel());
                Assert.Throws<HandleException>(() => job.Result());
                await EngineTests.Throws<ObjectDisposedException>(job.WaitAsync());
                var cancelling = new CancellationTokenSource();
                Job<SearchResult> gone = engine.Start(board);
                Task<SearchResult> cancelled = gone.WaitAsync(cancelling.Token);
                gone.Dispose();
                cancelling.Cancel(); // does not throw
                await EngineTests.Throws<ObjectDisposedException>(cancelled);
            }
        }

        [Test]
        public void APollIsFitForAFrameLoop()
        {
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi"))
            using (Job<SearchResult> job = engine.Start(board))
            {
                const int rounds = 2000; // short enough for one in between what else the machine does
                double best = double.MaxValue;
                long total = 0;
                for (int i = 0; i < 50 || (best >= 5 && i < 1000); i++)
                {
                    var clock = Stopwatch.StartNew();
                    for (int k = 0; k < rounds; k++) total += job.Progress.Done;
                    best = Math.Min(best, clock.Elapsed.TotalMilliseconds * 1000 / rounds);
                }
                Console.WriteLine("job.Progress: {0:F2} us", best);
                Assert.IsTrue(best < 5, best + " us");
                Assert.IsTrue(total >= 0);
            }
        }

        [Test]
        public void WhatIsForgottenIsFreed()
        {
            Func<long> boards = () => Library.Stats()["handles"]["board"].Long;
            long before = boards();
            // On a thread that ends, so that no stack remembers them.
            var thread = new Thread(() => { for (int i = 0; i < 300; i++) new Board("xiangqi"); });
            thread.Start();
            thread.Join();
            for (Stopwatch clock = Stopwatch.StartNew(); boards() > before + 10 && clock.ElapsedMilliseconds < Busy.Hang;)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                Thread.Sleep(10);
            }
            Assert.IsTrue(boards() <= before + 10, (boards() - before) + " of 300 boards are still alive");
        }

        [Test]
        public void HandlesOfAnotherTypeAndShortStructsAreRefused()
        {
            using (var board = new Board("xiangqi"))
            {
                var info = new NativeJobInfo { StructSize = NativeJobInfo.Size };
                Assert.AreEqual((int)Status.Handle, Native.qk_job_poll(board.Handle, ref info));
                Assert.AreEqual((int)Status.Handle, Native.qk_job_poll(0, ref info));
                Assert.AreEqual((int)Status.Handle, Native.qk_job_poll(ulong.MaxValue, ref info));
                Assert.AreEqual((int)Status.Handle, Native.qk_book_free(board.Handle));
                Assert.AreEqual((int)Status.Ok, Native.qk_board_free(0));
                var opts = new NativeRuntimeOpts { StructSize = 8 };
                Assert.AreEqual((int)Status.Version, Native.qk_runtime_config(ref opts, null));
                ulong copy;
                Assert.AreEqual((int)Status.Ok, Native.qk_board_copy(board.Handle, out copy, null));
                Assert.AreEqual((int)Status.Ok, Native.qk_board_free(copy));
                Assert.AreEqual((int)Status.Handle, Native.qk_board_free(copy), "freed before");
            }
        }
    }
}
