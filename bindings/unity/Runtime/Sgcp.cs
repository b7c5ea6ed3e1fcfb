using System;
using System.Threading;
using System.Threading.Tasks;

namespace Qikit
{
    /// <summary>A line that was read, or a fault in one.</summary>
    public struct SgcpItem
    {
        /// <summary>The line's number; for a faulty line the number of the fault, 500 to
        /// 599.</summary>
        public int Code { get; internal set; }
        /// <summary>The text after the first space; for a faulty line the parameter of the reply, for
        /// Sgcp.Encode.</summary>
        public string Param { get; internal set; }
        /// <summary>Whether the decoder found something wrong with the line.</summary>
        public bool Fault { get; internal set; }
        /// <summary>Whether to close the sender's connection.</summary>
        public bool Close { get; internal set; }
    }

    public partial struct SgcpAnswer
    {
        /// <summary>Whether the command was obeyed.</summary>
        public bool Ok => Code >= 600;
    }

    /// <summary>The line protocol of the Go human-computer system.</summary>
    public static class Sgcp
    {
        /// <summary>A line with its CRLF.</summary>
        /// <exception cref="InvalidArgumentException">a number over 999</exception>
        /// <exception cref="ParseException">control characters, or text that the charset does not have</exception>
        /// <exception cref="LimitException">longer than a line of that number may be</exception>
        public static byte[] Encode(int code, string param = "", bool gb18030 = false)
        {
            byte[] p = Call.Bytes(param, "param");
            return Call.Octets((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) =>
                Native.qk_sgcp_encode(unchecked((uint)code), p, Call.Length(p), Flags(gb18030), b, c, out n, e));
        }

        internal static uint Flags(bool gb18030) => gb18030 ? Native.SgcpGb18030 : 0;
    }

    /// <summary>Splits a stream of octets into lines, however it is cut into pieces.</summary>
    public sealed class SgcpDecoder : NativeObject
    {
        SgcpDecoder(ulong handle) : base(handle) { }

        /// <summary>
        /// The limit is the longest line that is accepted, in octets with its end: 1024 for lines of
        /// clients, 4096 for lines of servers; with 0 it depends on the line's number.
        /// </summary>
        public static SgcpDecoder Create(int limit = 0, bool gb18030 = false) =>
            new SgcpDecoder(Calls.SgcpDecoderNew(Limit(limit), Sgcp.Flags(gb18030)));

        static uint Limit(int limit)
        {
            if (limit < 0) throw new ArgumentOutOfRangeException("limit", limit, "expected 0 or more");
            return (uint)limit;
        }

        internal override void Free(ulong handle) => Native.qk_sgcp_decoder_free(handle);

        /// <summary>Takes the next octets of the stream and returns the lines that are now
        /// complete.</summary>
        public SgcpItem[] Feed(byte[] octets)
        {
            Calls.SgcpDecoderFeed(this, octets);
            return ReadItems(0);
        }

        /// <summary>Returns at most so many complete, unread lines (0: all). Only needed after Set.</summary>
        public SgcpItem[] ReadItems(int most)
        {
            string text = Calls.SgcpDecoderRead(this, Limit(most));
            return text.Length == 0 ? new SgcpItem[0] : Array.ConvertAll(text.Split('\n'), Item);
        }

        static SgcpItem Item(string line)
        {
            int marks = line[0] != '!' ? 0 : line[1] != '!' ? 1 : 2;
            return new SgcpItem
            {
                Code = int.Parse(line.Substring(marks, 3), System.Globalization.CultureInfo.InvariantCulture),
                Param = line.Substring(marks + 4),
                Fault = marks > 0,
                Close = marks > 1,
            };
        }

        /// <summary>Changes limit and charset from the next line that is read.</summary>
        public void Set(int limit = 0, bool gb18030 = false) => Calls.SgcpDecoderSet(this, Limit(limit), Sgcp.Flags(gb18030));
    }

    /// <summary>
    /// A player's connection to a server, which is made again after it was lost. Disposing it closes
    /// the connection, and the session waits 120 s at the server; the command 103 ends the session.
    /// </summary>
    public sealed class SgcpClient : NativeObject
    {
        readonly Job<Json> life;

        SgcpClient(ulong handle, ulong life) : base(handle)
        {
            this.life = new Job<Json>(life, null, report => report);
        }

        internal override void Free(ulong handle)
        {
            Native.qk_sgcp_client_free(handle);
            life.Dispose();
        }

        /// <summary>Connects and logs in.</summary>
        /// <exception cref="InvalidArgumentException">an option</exception>
        /// <exception cref="StorageException">no connection</exception>
        /// <exception cref="StateException">the server refused</exception>
        public static async Task<SgcpClient> OpenAsync(SgcpClientOptions options, CancellationToken token = default(CancellationToken))
        {
            if (options == null) throw new ArgumentNullException("options");
            byte[] o = Call.Bytes(Options.Text(options), "options");
            ulong handle, job;
            Call.Check(Native.qk_sgcp_client_open(o, Call.Length(o), out handle, out job, Call.Error()));
            var client = new SgcpClient(handle, job);
            try
            {
                await Looking.Until(() => client.life.Progress.Done > 0 || client.life.Progress.State != JobState.Running, token);
                if (client.life.Progress.Done == 0) client.life.Result(); // throws why
                return client;
            }
            catch
            {
                client.Dispose();
                throw;
            }
        }

        /// <summary>
        /// Sends a command and returns the answer, which may be a refusal. The client itself sends 101, 104
        /// and 105; 103 ends the session and the client.
        /// </summary>
        /// <exception cref="InvalidArgumentException">not a command, or one that the client itself
        /// sends</exception>
        /// <exception cref="ParseException">a parameter that cannot be sent</exception>
        /// <exception cref="StorageException">the connection was lost; it is not known whether the command was
        /// obeyed</exception>
        /// <exception cref="StateException">the client has ended</exception>
        public async Task<SgcpAnswer> SendAsync(int code, string param = "", CancellationToken token = default(CancellationToken)) =>
            await new Job<SgcpAnswer>(Calls.SgcpClientSend(this, unchecked((uint)code), param), this, SgcpAnswer.From).RunAsync(token, null).ConfigureAwait(false);

        /// <summary>Takes the oldest event, if there is one; Update() may call it.</summary>
        public bool TryReadEvent(out SgcpEvent told)
        {
            Json report;
            bool read = life.TryReadEvent(out report);
            told = read ? SgcpEvent.From(report) : default(SgcpEvent);
            return read;
        }

        /// <summary>Waits for the next event; null when the client has ended and all events have been
        /// read, or when it was disposed meanwhile.</summary>
        public async Task<SgcpEvent?> NextEventAsync(CancellationToken token = default(CancellationToken))
        {
            try
            {
                for (; ; )
                {
                    SgcpEvent told;
                    bool ended = Ended; // asked first, so that the queue holds every event when it is true
                    if (TryReadEvent(out told)) return told;
                    if (ended) return null;
                    await Looking.Until(() => life.Progress.Events > 0 || Ended, token);
                }
            }
            catch (HandleException) { return null; }
        }

        /// <summary>Whether the client has ended for good.</summary>
        public bool Ended => life.Progress.State != JobState.Running;

        /// <summary>Who the client is now.</summary>
        public SgcpState State => SgcpState.From(Json.Parse(Calls.SgcpClientState(this)));
    }

    // Waits, on the one polling thread, until a condition holds.
    internal sealed class Looking : IWatched
    {
        readonly Func<bool> so;
        readonly CancellationToken token;
        readonly TaskCompletionSource<bool> source = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);

        Looking(Func<bool> so, CancellationToken token)
        {
            this.so = so;
            this.token = token;
            Since = Watcher.Now;
        }

        public static Task Until(Func<bool> so, CancellationToken token)
        {
            var looking = new Looking(so, token);
            Watcher.Watch(looking);
            return looking.source.Task;
        }

        public long Since { get; private set; }

        public bool Look()
        {
            try
            {
                if (token.IsCancellationRequested) return !source.TrySetCanceled(token);
                return !so() || !source.TrySetResult(true);
            }
            catch (Exception e)
            {
                return !source.TrySetException(e);
            }
        }
    }
}
