using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Qikit
{
    /// <summary>A line that was read, or what was wrong with one.</summary>
    public struct SgcpItem
    {
        /// <summary>Three digits; of a faulty line the number of the fault, 500 to 599.</summary>
        public int Code { get; internal set; }
        /// <summary>What stands after the first space; of a faulty line what Sgcp.Encode makes the reply of.</summary>
        public string Param { get; internal set; }
        /// <summary>Whether the decoder found something wrong with the line.</summary>
        public bool Fault { get; internal set; }
        /// <summary>Whether the sender's connection is to be closed.</summary>
        public bool Close { get; internal set; }
    }

    /// <summary>Something that was not asked for.</summary>
    public struct SgcpEvent
    {
        /// <summary>
        /// "pushed": the server sent Code and Param. "missed": Count events were dropped. "lost": the
        /// connection, which is made anew. "resumed": it is there again, Count pushes that were missed come
        /// next. "resynced": it is, but those are gone; Game is the present one. "restarted": the session is
        /// gone too, a new one began. "ended": the last event.
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

    /// <summary>A line: its number and what stands after the first space.</summary>
    public struct SgcpLine
    {
        public int Code { get; internal set; }
        public string Param { get; internal set; }

        internal static SgcpLine From(Json line)
        {
            return new SgcpLine { Code = line["code"].Int, Param = line["param"].Text };
        }
    }

    /// <summary>What a server answered: the number of the command and 500, or a fault, 500 to 599.</summary>
    public struct SgcpAnswer
    {
        public int Code { get; internal set; }
        public string Param { get; internal set; }
        /// <summary>The lines of a list, which came before.</summary>
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
        /// <exception cref="LimitException">longer than lines of that number may be</exception>
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

    /// <summary>Splits a stream of octets into lines, whatever pieces it comes in.</summary>
    public sealed class SgcpDecoder : NativeObject
    {
        SgcpDecoder(ulong handle) : base(handle)
        {
        }

        /// <summary>
        /// The limit is the longest line taken, in octets with its end: 1024 of a client's, 4096 of a
        /// server's; 0 takes each line by its number.
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

        /// <summary>Takes the next octets of the stream and gives the lines that are whole now.</summary>
        public SgcpItem[] Feed(byte[] octets)
        {
            if (octets == null) throw new ArgumentNullException("octets");
            Done(Native.qk_sgcp_decoder_feed(Handle, octets, Call.Length(octets), Call.Error()));
            return ReadItems(0);
        }

        /// <summary>At most so many lines that are whole and not read yet (0: all). Only needed after Set.</summary>
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

        /// <summary>Changes limit and charset, from the next line on that is read.</summary>
        public void Set(int limit = 0, bool gb18030 = false)
        {
            Done(Native.qk_sgcp_decoder_set(Handle, Limit(limit), Sgcp.Flags(gb18030), Call.Error()));
        }
    }

    /// <summary>Who a client is.</summary>
    public struct SgcpState
    {
        /// <summary>The nick that the server gave; it may have got underscores.</summary>
        public string Nick { get; internal set; }
        /// <summary>With Session, a secret, and Last another client takes the session up.</summary>
        public string Session { get; internal set; }
        public ulong Last { get; internal set; }
        /// <summary>The Gtoken of the game it was last seated at, "" for none.</summary>
        public string Game { get; internal set; }
        public string[] Granted { get; internal set; }
    }

    /// <summary>
    /// A player's connection to a server, which comes back after it was lost. Disposing it closes the
    /// connection, and the session waits 120 s at the server; the command 103 ends the session.
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
        /// Sends a command and gives the answer; a refusal is one too. 101, 104 and 105 the client sends by
        /// itself; 103 ends the session and the client.
        /// </summary>
        /// <exception cref="InvalidArgumentException">no command, or one of those</exception>
        /// <exception cref="ParseException">a parameter that cannot be sent</exception>
        /// <exception cref="StorageException">the connection was lost: whether the command was obeyed is not known</exception>
        /// <exception cref="StateException">the client has ended</exception>
        public async Task<SgcpAnswer> SendAsync(int code, string param = "", CancellationToken token = default(CancellationToken))
        {
            byte[] p = Call.Bytes(param, "param");
            ulong job;
            Done(Native.qk_sgcp_client_send(Handle, unchecked((uint)code), p, Call.Length(p), out job, Call.Error()));
            using (var answer = new Job<SgcpAnswer>(job, this, SgcpAnswer.From)) return await answer.WaitAsync(token);
        }

        /// <summary>Takes the oldest event, if there is one: fit for Update().</summary>
        public bool TryReadEvent(out SgcpEvent told)
        {
            Json report;
            bool read = life.TryReadEvent(out report);
            told = read ? SgcpEvent.From(report) : default(SgcpEvent);
            return read;
        }

        /// <summary>Waits for the next event; null when the client has ended and all were read.</summary>
        public async Task<SgcpEvent?> NextEventAsync(CancellationToken token = default(CancellationToken))
        {
            for (; ; )
            {
                SgcpEvent told;
                bool ended = Ended; // asked first: what was told before is in the queue
                if (TryReadEvent(out told)) return told;
                if (ended) return null;
                await Looking.Until(() => life.Progress.Events > 0 || Ended, token);
            }
        }

        /// <summary>Whether there will be no connection any more.</summary>
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

    // Waits, by way of the one thread that looks, until something is so.
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
