using System;

namespace Qikit
{
    /// <summary>What a server allows; times are in seconds.</summary>
    public sealed class GatewayLimits : Options
    {
        /// <summary>Until somebody logs in; default 30.</summary>
        public double? Login { get; set; }
        /// <summary>In which a lost connection can be resumed; default 120.</summary>
        public double? Grace { get; set; }
        /// <summary>Such times in one game; default 3.</summary>
        public int? Graces { get; set; }
        /// <summary>For a move where a game has no other clock; default 600.</summary>
        public double? Move { get; set; }
        /// <summary>To object to marks; default 60.</summary>
        public double? Marking { get; set; }
        /// <summary>Requests at once; default 20.</summary>
        public int? Burst { get; set; }
        /// <summary>Requests a second after that; default 5.</summary>
        public double? Rate { get; set; }
        /// <summary>Connections in all; default 16384.</summary>
        public int? Connected { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("login", Login);
            to.Add("grace", Grace);
            to.Add("graces", Graces);
            to.Add("move", Move);
            to.Add("marking", Marking);
            to.Add("burst", Burst);
            to.Add("rate", Rate);
            to.Add("connected", Connected);
        }
    }

    /// <summary>Where a server listens and what is played there.</summary>
    public sealed class GatewayOptions : Options
    {
        /// <summary>Default "127.0.0.1".</summary>
        public string Host { get; set; }
        /// <summary>0 (default) is any that is free.</summary>
        public int? Port { get; set; }
        /// <summary>A word.</summary>
        public string Name { get; set; }
        /// <summary>A file that keeps games and sessions, so that a server that was killed goes on where it was.</summary>
        public string Store { get; set; }
        /// <summary>Of games that nobody proposed otherwise: default 19.</summary>
        public int? Size { get; set; }
        /// <summary>Of these: default 7.5.</summary>
        public double? Komi { get; set; }
        /// <summary>Of these: "area" (default), "seed" or "seed+komi".</summary>
        public string Rule { get; set; }
        /// <summary>Draws the colours.</summary>
        public ulong? Seed { get; set; }
        public GatewayLimits Limits { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("host", Host);
            to.Add("port", Port);
            to.Add("name", Name);
            to.Add("store", Store);
            to.Add("size", Size);
            to.Add("komi", Komi);
            to.Add("rule", Rule);
            to.Add("seed", Seed);
            to.Add("limits", Limits);
        }
    }

    /// <summary>How a server is.</summary>
    public struct GatewayState
    {
        public string Address { get; internal set; }
        public int Port { get; internal set; }
        public int Connections { get; internal set; }
        public int Sessions { get; internal set; }
        public int Waiting { get; internal set; }
        /// <summary>Games under way.</summary>
        public int Playing { get; internal set; }
        /// <summary>Games started, and moves played, since the start.</summary>
        public long Games { get; internal set; }
        public long Moves { get; internal set; }
        /// <summary>Seconds.</summary>
        public double Uptime { get; internal set; }
        /// <summary>
        /// Empty when all is well. When the store can not be written, as on a full disk, the server ends by
        /// itself: why.
        /// </summary>
        public string Error { get; internal set; }

        internal static GatewayState From(Json state)
        {
            return new GatewayState
            {
                Address = state["address"].Text,
                Port = state["port"].Int,
                Connections = state["connections"].Int,
                Sessions = state["sessions"].Int,
                Waiting = state["waiting"].Int,
                Playing = state["playing"].Int,
                Games = state["games"].Long,
                Moves = state["moves"].Long,
                Uptime = state["uptime"].Double,
                Error = state["error"].Text,
            };
        }
    }

    /// <summary>A server of the line protocol: the hall in which people and programs meet and play Go.</summary>
    public sealed class Gateway : NativeObject
    {
        /// <summary>Starts to listen.</summary>
        /// <exception cref="InvalidArgumentException">an option</exception>
        /// <exception cref="StorageException">an address that can not be listened on, or a store that can not be used</exception>
        public Gateway(GatewayOptions options = null) : base(Start(options))
        {
        }

        static ulong Start(GatewayOptions options)
        {
            byte[] o = Call.Bytes(Options.Text(options), "options");
            ulong gateway;
            Call.Check(Native.qk_gateway_start(o, Call.Length(o), out gateway, Call.Error()));
            return gateway;
        }

        internal override void Free(ulong handle)
        {
            Native.qk_gateway_free(handle);
        }

        /// <summary>How it is now.</summary>
        public GatewayState State
        {
            get { return GatewayState.From(Json.Parse(Read((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) => Native.qk_gateway_state(Handle, b, c, out n, e)))); }
        }

        /// <summary>What it has counted, in the text form of Prometheus.</summary>
        public string Metrics()
        {
            return Read((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) => Native.qk_gateway_metrics(Handle, b, c, out n, e));
        }

        /// <summary>Tells everybody that it goes down in so many seconds, waits as long for the connections to end, and ends the rest.</summary>
        public Job<GatewayState> Shutdown(int seconds = 30)
        {
            if (seconds < 0) throw new ArgumentOutOfRangeException("seconds", seconds, "expected 0 or more");
            ulong job;
            Call.Check(Native.qk_gateway_shutdown(Handle, (uint)seconds, out job, Call.Error()));
            return new Job<GatewayState>(job, this, GatewayState.From);
        }
    }
}
