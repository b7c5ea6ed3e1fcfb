using System;

namespace Qikit
{
    /// <summary>A server of the line protocol: the hall in which people and programs meet and play Go.</summary>
    public sealed class Gateway : NativeObject
    {
        /// <summary>Starts to listen.</summary>
        /// <exception cref="InvalidArgumentException">an option</exception>
        /// <exception cref="StorageException">an address that cannot be listened on, or a store that cannot be used</exception>
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

        /// <summary>The server's present state.</summary>
        public GatewayState State
        {
            get { return GatewayState.From(Json.Parse(Read((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) => Native.qk_gateway_state(Handle, b, c, out n, e)))); }
        }

        /// <summary>Its metrics, in the text format of Prometheus.</summary>
        public string Metrics()
        {
            return Read((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) => Native.qk_gateway_metrics(Handle, b, c, out n, e));
        }

        /// <summary>Tells all clients that the server goes down in so many seconds, waits that long for the connections
        /// to end, and closes the rest.</summary>
        public Job<GatewayState> Shutdown(int seconds = 30)
        {
            if (seconds < 0) throw new ArgumentOutOfRangeException("seconds", seconds, "expected 0 or more");
            ulong job;
            Call.Check(Native.qk_gateway_shutdown(Handle, (uint)seconds, out job, Call.Error()));
            return new Job<GatewayState>(job, this, GatewayState.From);
        }
    }
}
