using System;
using System.Collections.Generic;
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

    /// <summary>Something that the server or the connection reported by itself.</summary>
    public struct SgcpEvent
    {
        /// <summary>
        /// "pushed": the server sent Code and Param. "missed": Count events were dropped. "lost": the
        /// connection was lost and will be made again. "resumed": it was made again; the Count missed pushes
        /// come next. "resynced": it was made again, but the missed pushes are lost; Game is the present
        /// game. "restarted": the session was lost, too, and a new one began. "ended": the last event.
        /// </summary>
        public string Kind { get; internal set; }
        public int Code { get; internal set; }
        public string Param { get; internal set; }
        public int Count { get; internal set; }
        /// <summary>With "param" (of 801) and "moves", from the first on; IsNull for none.</summary>
        public Json Game { get; internal set; }
        /// <summary>Why the connection was lost or ended.</summary>
        public string Error { get; internal set; }

        internal static SgcpEvent From(Json told)
        {
            return new SgcpEvent
            {
                Kind = told["kind"].Text,
                Code = told["code"].Int,
                Param = told["param"].Text,
                Count = told["count"].Int,
                Game = told["game"],
                Error = told["error"].Text,
            };
        }
    }

    /// <summary>A line: its number and the text after the first space.</summary>
    public struct SgcpLine
    {
        public int Code { get; internal set; }
        public string Param { get; internal set; }

        internal static SgcpLine From(Json line)
        {
            return new SgcpLine { Code = line["code"].Int, Param = line["param"].Text };
        }
    }

    /// <summary>A server's answer: the number of the command plus 500, or a fault, 500 to 599.</summary>
    public struct SgcpAnswer
    {
        public int Code { get; internal set; }
        public string Param { get; internal set; }
        /// <summary>The lines of a list, which came before the answer.</summary>
        public SgcpLine[] Rows { get; internal set; }
        /// <summary>Whether the command was obeyed.</summary>
        public bool Ok { get { return Code >= 600; } }

        internal static SgcpAnswer From(Json report)
        {
            IList<Json> rows = report["rows"].Items;
            var answer = new SgcpAnswer { Code = report["code"].Int, Param = report["param"].Text, Rows = new SgcpLine[rows.Count] };
            for (int i = 0; i < rows.Count; i++) answer.Rows[i] = SgcpLine.From(rows[i]);
            return answer;
        }
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

        internal static uint Flags(bool gb18030)
        {
            return gb18030 ? Native.SgcpGb18030 : 0;
        }
    }

    /// <summary>Splits a stream of octets into lines, however it is cut into pieces.</summary>
    public sealed class SgcpDecoder : NativeObject
    {
        SgcpDecoder(ulong handle) : base(handle)
        {
        }

        /// <summary>
        /// The limit is the longest line that is accepted, in octets with its end: 1024 for lines of
        /// clients, 4096 for lines of servers; with 0 it depends on the line's number.
        /// </summary>
        public static SgcpDecoder Create(int limit = 0, bool gb18030 = false)
        {
            Call.CheckVersion();
            ulong decoder;
            Call.Check(Native.qk_sgcp_decoder_new(Limit(limit), Sgcp.Flags(gb18030), out decoder, Call.Error()));
            return new SgcpDecoder(decoder);
        }

        static uint Limit(int limit)
        {
            if (limit < 0) throw new ArgumentOutOfRangeException("limit", limit, "expected 0 or more");
            return (uint)limit;
        }

        internal override void Free(ulong handle)
        {
            Native.qk_sgcp_decoder_free(handle);
        }

        /// <summary>Takes the next octets of the stream and returns the lines that are now
        /// complete.</summary>
        public SgcpItem[] Feed(byte[] octets)
        {
            if (octets == null) throw new ArgumentNullException("octets");
            Done(Native.qk_sgcp_decoder_feed(Handle, octets, Call.Length(octets), Call.Error()));
            return ReadItems(0);
        }

        /// <summary>Returns at most so many complete, unread lines (0: all). Only needed after Set.</summary>
        public SgcpItem[] ReadItems(int most)
        {
            uint count = Limit(most);
            string text = Read((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) => Native.qk_sgcp_decoder_read(Handle, count, b, c, out n, e));
            if (text.Length == 0) return new SgcpItem[0];
            return Array.ConvertAll(text.Split('\n'), Item);
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
        public void Set(int limit = 0, bool gb18030 = false)
        {
            Done(Native.qk_sgcp_decoder_set(Handle, Limit(limit), Sgcp.Flags(gb18030), Call.Error()));
        }
    }

    /// <summary>Who a client is.</summary>
    public struct SgcpState
    {
        /// <summary>The nick that the server assigned; it may have additional
        /// underscores.</summary>
        public string Nick { get; internal set; }
        /// <summary>With Session, a secret, and Last another client can resume the
        /// session.</summary>
        public string Session { get; internal set; }
        public ulong Last { get; internal set; }
        /// <summary>The Gtoken of the game at which it was last seated, "" for none.</summary>
        public string Game { get; internal set; }
        public string[] Granted { get; internal set; }
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
        public async Task<SgcpAnswer> SendAsync(int code, string param = "", CancellationToken token = default(CancellationToken))
        {
            byte[] p = Call.Bytes(param, "param");
            ulong job;
            Done(Native.qk_sgcp_client_send(Handle, unchecked((uint)code), p, Call.Length(p), out job, Call.Error()));
            using (var answer = new Job<SgcpAnswer>(job, this, SgcpAnswer.From)) return await answer.WaitAsync(token);
        }

        /// <summary>Takes the oldest event, if there is one; Update() may call it.</summary>
        public bool TryReadEvent(out SgcpEvent told)
        {
            Json report;
            bool read = life.TryReadEvent(out report);
            told = read ? SgcpEvent.From(report) : default(SgcpEvent);
            return read;
        }

        /// <summary>Waits for the next event; null when the client has ended and all events have been
        /// read.</summary>
        public async Task<SgcpEvent?> NextEventAsync(CancellationToken token = default(CancellationToken))
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

        /// <summary>Whether the client has ended for good.</summary>
        public bool Ended { get { return life.Progress.State != JobState.Running; } }

        /// <summary>Who the client is now.</summary>
        public SgcpState State
        {
            get
            {
                Json state = Json.Parse(Read((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) => Native.qk_sgcp_client_state(Handle, b, c, out n, e)));
                return new SgcpState
                {
                    Nick = state["nick"].Text,
                    Session = state["session"].Text,
                    Last = state["last"].ULong,
                    Game = state["game"].Text,
                    Granted = state["granted"].Texts,
                };
            }
        }
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
