using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Qikit
{
    public enum JobState
    {
        Running = 0,
        Done = 1,
        Failed = 2,
        Cancelled = 3,
    }

    /// <summary>How far a job has come.</summary>
    public struct Progress
    {
        public JobState State;
        /// <summary>Units finished, and in all; Total is 0 while unknown.</summary>
        public long Done, Total;
        /// <summary>Units a second.</summary>
        public double Rate;
        /// <summary>Seconds left; negative while unknown.</summary>
        public double Left;
        /// <summary>Events that wait to be read.</summary>
        public long Events;

        /// <summary>0 to 1.</summary>
        public double Fraction => Total > 0 ? (double)Done / Total : 0;
    }

    /// <summary>
    /// Long work inside the library, on threads of its own. It runs whether anything waits for it
    /// or not. A job that is disposed or garbage-collected is cancelled.
    /// </summary>
    public abstract class Job : NativeObject
    {
        readonly object owner; // the engine or book, which must live as long as the job

        internal Job(ulong handle, object owner) : base(handle)
        {
            this.owner = owner;
            Jobs.Add(handle);
        }

        internal override void Free(ulong handle)
        {
            Jobs.Remove(handle);
            Native.qk_job_free(handle);
        }

        /// <summary>How far the job has come. Takes less than 1 us and makes no garbage, so
        /// Update() may read it.</summary>
        public Progress Progress
        {
            get
            {
                var info = new NativeJobInfo { StructSize = NativeJobInfo.Size };
                int status = Native.qk_job_poll(Handle, ref info);
                GC.KeepAlive(this);
                if (status != (int)Status.Ok) throw QikitException.For(status, "job: " + Call.Static(Native.qk_status_name(status)));
                return new Progress
                {
                    State = (JobState)info.State,
                    Done = (long)info.Done,
                    Total = (long)info.Total,
                    Rate = info.Rate,
                    Left = info.Left,
                    Events = (long)info.Events,
                };
            }
        }

        /// <summary>Asks the job to stop; it ends soon after and keeps what was done. Asking twice changes
        /// nothing.</summary>
        public void Cancel() => Calls.JobCancel(this);

        /// <summary>
        /// Waits on this thread, for programs without frames. Returns false when the job still runs
        /// after so many milliseconds.
        /// </summary>
        public bool Wait(int milliseconds)
        {
            if (milliseconds < 0) throw new ArgumentOutOfRangeException("milliseconds", milliseconds, "expected 0 or more");
            // In slices, so that the waiting thread can be interrupted.
            const int slice = 100;
            for (; ; )
            {
                int status = Native.qk_job_wait(Handle, (uint)Math.Min(milliseconds, slice), Call.Error());
                GC.KeepAlive(this);
                if (status == (int)Status.Ok) return true;
                if (status != (int)Status.Timeout) throw Call.Failure(status);
                if (milliseconds <= slice) return false;
                milliseconds -= slice;
            }
        }

        /// <summary>Takes the oldest event of the job. The library keeps the newest 256.</summary>
        public bool TryReadEvent(out Json told)
        {
            told = default(Json);
            if (Progress.Events == 0) return false;
            try
            {
                told = Json.Parse(Calls.JobEvent(this));
                return true;
            }
            catch (NotFoundException)
            {
                return false; // another reader was first
            }
        }

        /// <summary>The result as JSON text.</summary>
        internal string ResultText() => Calls.JobResult(this);

        /// <summary>Keeps the owner alive until here.</summary>
        internal void KeepOwner() => GC.KeepAlive(owner);
    }

    /// <summary>A job that results in a T.</summary>
    public sealed class Job<T> : Job
    {
        readonly Func<Json, T> read;

        internal Job(ulong handle, object owner, Func<Json, T> read) : base(handle, owner)
        {
            this.read = read;
        }

        /// <summary>
        /// The result of a job that has ended. StateException: it still runs. CancelledException:
        /// it was cancelled before there was a result. A failed job throws its own exception.
        /// </summary>
        public T Result() => read(Json.Parse(ResultText()));

        /// <summary>Waits on this thread until the job has ended, and returns its result.</summary>
        public T Wait()
        {
            while (!Wait(60000)) { }
            return Result();
        }

        /// <summary>
        /// Completes when the job has ended. After an await on Unity's main thread the code goes on
        /// there, and progress is reported there (without a synchronisation context: on the polling
        /// thread), at most ten times a second. A cancelled token cancels the job and then the
        /// task.
        /// </summary>
        public Task<T> WaitAsync(CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null)
        {
            var waiting = new Waiting<T>(this, token, progress);
            Watcher.Watch(waiting);
            return waiting.Task;
        }

        /// <summary>Waits for the end, and disposes the job.</summary>
        internal async Task<T> RunAsync(CancellationToken token, IProgress<Progress> progress)
        {
            using (this) return await WaitAsync(token, progress).ConfigureAwait(false);
        }
    }

    /// <summary>All jobs of this process.</summary>
    public static class Jobs
    {
        static readonly HashSet<ulong> live = new HashSet<ulong>();

        internal static void Add(ulong handle)
        {
            lock (live) live.Add(handle);
        }

        internal static void Remove(ulong handle)
        {
            lock (live) live.Remove(handle);
        }

        /// <summary>How many jobs have not been disposed.</summary>
        public static int Live
        {
            get { lock (live) return live.Count; }
        }

        /// <summary>
        /// Cancels every job. This happens by itself when the application quits, and in the editor
        /// before scripts are reloaded and when play ends.
        /// </summary>
        public static void CancelAll()
        {
            ulong[] handles;
            lock (live)
            {
                handles = new ulong[live.Count];
                live.CopyTo(handles);
            }
            // For a job that was freed meanwhile this returns a status, which can be ignored.
            foreach (ulong handle in handles) Native.qk_job_cancel(handle, null);
        }
    }
}
