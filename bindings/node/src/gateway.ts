import { LibraryObject } from "./handle";
import { Job, run } from "./job";
import { optionsText, report } from "./json";
import { bytes, callAsyncForText, callForHandle } from "./native";
import { whole } from "./numbers";
import type { GatewayOptions } from "./options";
import type { GatewayState } from "./reports";

/** A server of the line protocol: the hall in which people and programs meet and play Go. */
export class Gateway extends LibraryObject {

  /**
   * Starts to listen.
   *
   * @throws InvalidArgumentError an option. IoError an address that cannot be listened on, or a store that cannot be
   * used.
   */
  constructor(options: GatewayOptions = {}) {
    const value = callForHandle("qk_gateway_start", ...bytes(optionsText(options), "options"));
    super(value, "qk_gateway_free");
  }

  /** The server's present state. */
  async state(): Promise<GatewayState> {
    return report<GatewayState>(await callAsyncForText("qk_gateway_state", 512, this.handle));
  }

  /** Its metrics, in the text format of Prometheus. */
  metrics(): Promise<string> {
    return callAsyncForText("qk_gateway_metrics", 16384, this.handle);
  }

  /** Tells all clients that the server goes down in so many seconds, waits that long for the connections to end, and closes the rest. */
  async shutdown(seconds = 30): Promise<GatewayState> {
    whole("seconds", seconds, 86400);
    return run(new Job<GatewayState>(callForHandle("qk_gateway_shutdown", this.handle, seconds)), {});
  }
}
