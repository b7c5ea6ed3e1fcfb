using System;

namespace Qikit
{
    /// <summary>A server of the line protocol: the hall in which people and programs meet and play Go.</summary>
    public sealed class Gateway : NativeObject
    {
        /// <summary>Starts to listen.</summary>
        /// <exception cref="InvalidArgumentException">an option</exception>
        /// <exception cref="StorageException">an address that cannot be listened on, or a store that cannot be used</exception>
        public Gateway(GatewayOptions options = null) : base(Calls.GatewayStart(options)) { }

        internal override void Free(ulong handle) => Native.qk_gateway_free(handle);

        /// <summary>The server's present state.</summary>
        public GatewayState State => GatewayState.From(Json.Parse(Calls.GatewayState(this)));

        /// <summary>Its metrics, in the text format of Prometheus.</summary>
        public string Metrics() => Calls.GatewayMetrics(this);

        /// <summary>Tells all clients that the server goes down in so many seconds, waits that long for the connections
        /// to end, and closes the rest.</summary>
        public Job<GatewayState> Shutdown(int seconds = 30)
        {
            if (seconds < 0) throw new ArgumentOutOfRangeException("seconds", seconds, "expected 0 or more");
            return new Job<GatewayState>(Calls.GatewayShutdown(this, (uint)seconds), this, GatewayState.From);
        }
    }
}
