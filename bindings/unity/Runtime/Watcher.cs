using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

namespace Qikit
{
    internal interface IWatched
    {
        /// <summary>When its work began, in milliseconds of Watcher.Now.</summary>
        long Since { get; }

        /// <summary>Polls it; returns false when no further poll is needed. Never throws.</summary>
        bool Look();
    }

    // One thread polls all awaited jobs. Threads of the pool are never blocked (the pool grows by
    // two a second, and Unity's own work waits for it), and no thread of the library ever calls
    // into managed code (Mono would never exit).
    internal static class Watcher
    {
        // A job is polled after a quarter of its age: its end is noticed late by 25 % at most, and
        // by no more than 15 ms, about one frame.
        const int Longest = 15;
        const int IdleLimit = 5000; // ms without work after which the thread ends

        static readonly Stopwatch clock = Stopwatch.StartNew();
        static readonly object gate = new object();
        static readonly AutoResetEvent wake = new AutoResetEvent(false);
        static readonly List<IWatched> incoming = new List<IWatched>();
        static bool running;

        public static long Now => clock.ElapsedMilliseconds;

        public static void Watch(IWatched watched)
        {
            lock (gate)
            {
                incoming.Add(watched);
                if (!running)
                {
                    running = true;
                    // A background thread does not keep the process from ending.
                    new Thread(Run) { IsBackground = true, Name = "qikit jobs" }.Start();
                }
            }
            wake.Set();
        }

        static void Run()
        {
            var watched = new List<IWatched>();
            for (; ; )
            {
                lock (gate)
                {
                    watched.AddRange(incoming);
                    incoming.Clear();
                }
                for (int i = watched.Count - 1; i >= 0; i--)
                {
                    if (!watched[i].Look()) watched.RemoveAt(i);
                }
                if (wake.WaitOne(Delay(watched)) || watched.Count > 0) continue;
                lock (gate)
                {
                    if (incoming.Count > 0) continue;
                    running = false;
                    return;
                }
            }
        }

        static int Delay(List<IWatched> watched)
        {
            if (watched.Count == 0) return IdleLimit;
            long now = Now, delay = Longest;
            foreach (IWatched w in watched) delay = Math.Min(delay, (now - w.Since) / 4);
            return (int)Math.Max(delay, 1);
        }
    }

    // One await of a job.
    internal sealed class Waiting<T> : IWatched
    {
        const int ReportEvery = 100; // ms

        readonly Job<T> job;
        readonly TaskCompletionSource<T> source = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        readonly CancellationToken token;
        readonly CancellationTokenRegistration registration;
        readonly IProgress<Progress> progress;
        readonly SynchronizationContext context;
        long reported = -ReportEvery;
        long doneReported = -1;

        public Waiting(Job<T> job, CancellationToken token, IProgress<Progress> progress)
        {
            this.job = job;
            this.token = token;
            this.progress = progress;
            context = SynchronizationContext.Current;
            Since = Watcher.Now;
            registration = token.Register(Cancel);
        }

        public long Since { get; private set; }

        public Task<T> Task => source.Task;

        public bool Look()
        {
            try
            {
                Progress now = job.Progress;
                bool ended = now.State != JobState.Running;
                Report(now, ended);
                if (!ended) return true;
                if (now.State == JobState.Cancelled && token.IsCancellationRequested) Finish(() => source.TrySetCanceled(token));
                else Complete();
            }
            catch (Exception e)
            {
                Finish(() => source.TrySetException(e));
            }
            return false;
        }

        void Complete()
        {
            T result = job.Result();
            Finish(() => source.TrySetResult(result));
        }

        // Progress reaches its context before the end does: both go through the context's queue.
        void Finish(Func<bool> set)
        {
            registration.Dispose();
            job.KeepOwner();
            set();
        }

        void Cancel()
        {
            try
            {
                job.Cancel();
            }
            catch (Exception e)
            {
                if (!(e is IQikitException)) throw;
                // Disposed meanwhile: Look reports it to the awaiting code.
            }
        }

        void Report(Progress now, bool ended)
        {
            if (progress == null || now.Done == doneReported) return;
            if (!ended && Watcher.Now - reported < ReportEvery) return;
            reported = Watcher.Now;
            doneReported = now.Done;
            if (context != null) context.Post(_ => progress.Report(now), null);
            else progress.Report(now);
        }
    }
}
