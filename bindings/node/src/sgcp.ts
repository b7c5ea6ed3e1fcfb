import { sgcpGb18030 } from "./abi";
import { errorFor, HandleError } from "./errors";
import { Gateway } from "./gateway";
import { dispose, Handle, LibraryObject, uncloneable } from "./handle";
import { Job, run } from "./job";
import { optionsText, report } from "./json";
import { bytes, callAsyncForText, call, callForBytes, callForHandle, callForHandles, callForText, typeError } from "./native";
import { most32, whole } from "./numbers";
import type { SgcpClientOptions } from "./options";
import type { SgcpAnswerReport, SgcpClientReport, SgcpEventReport } from "./reports";

/** The encoding of text on the line. */
export type Charset = "utf-8" | "gb18030";

/** A line that was read, or what was wrong with one. */
export interface SgcpItem {
  /** The line's number; for a faulty line the number of the fault, 500 to 599. */
  code: number;
  /** The text after the first space; for a faulty line the parameter of the reply, for `sgcp.encode`. */
  param: string;
  /** Whether the decoder found something wrong with the line. */
  fault: boolean;
  /** Whether to close the sender's connection. */
  close: boolean;
}

function flags(charset: Charset): number {
  if (charset === "utf-8") return 0;
  if (charset === "gb18030") return sgcpGb18030;
  throw errorFor(1, `charset is ${String(charset)}, expected "utf-8" or "gb18030"`);
}

/** A number that fits uint32_t; koffi would truncate it silently. */
const uint32 = (what: string, value: number) => Number(whole(what, value, most32));

function itemOf(line: string): SgcpItem {
  const marks = line.startsWith("!!") ? 2 : line.startsWith("!") ? 1 : 0;
  return {
    code: Number(line.slice(marks, marks + 3)),
    param: line.slice(marks + 4),
    fault: marks > 0,
    close: marks > 1,
  };
}

/** Options of `sgcp.Decoder`. */
export interface DecoderOptions {
  /**
   * The longest line that is accepted, in octets with its end: 1024 for lines of clients, 4096 for lines of servers;
   * with 0 (default) the limit depends on the line's number.
   */
  limit?: number;
  charset?: Charset;
}

/** Splits a stream of octets into lines, however it is cut into pieces. */
export class Decoder {
  readonly #handle: Handle;

  constructor(options: DecoderOptions = {}) {
    const { limit = 0, charset = "utf-8" } = options;
    const value = callForHandle("qk_sgcp_decoder_new", uint32("limit", limit), flags(charset));
    this.#handle = new Handle(this, value, "qk_sgcp_decoder_free");
    uncloneable(this);
  }

  /** Takes the next octets of the stream and returns the lines that are now complete. */
  feed(octets: Uint8Array): SgcpItem[] {
    if (!(octets instanceof Uint8Array)) throw typeError("octets", octets, "a Uint8Array");
    call("qk_sgcp_decoder_feed", this.#handle.value, octets, octets.length);
    return this.read();
  }

  /** Returns at most so many complete, unread lines (0: all). Only needed after `set`. */
  read(most = 0): SgcpItem[] {
    const text = callForText("qk_sgcp_decoder_read", this.#handle.value, uint32("most", most));
    return text === "" ? [] : text.split("\n").map(itemOf);
  }

  /** Changes limit and charset from the next line that is read. */
  set(options: DecoderOptions): void {
    const { limit = 0, charset = "utf-8" } = options;
    call("qk_sgcp_decoder_set", this.#handle.value, uint32("limit", limit), flags(charset));
  }

  async close(): Promise<void> {
    this[dispose]();
  }

  [dispose](): void {
    this.#handle.freeNow();
  }
}

/**
 * Something that the server or the connection reported by itself.
 *
 * `kind` is "pushed" (the server sent the line `code` and `param`), "missed" (`count` events were dropped), "lost" (the
 * connection was lost and will be made again), "resumed" (it was made again; the `count` pushes that were missed come
 * next), "resynced" (it was made again, but those pushes are gone; `game` is the present game), "restarted" (the
 * session is gone too, and a new one began), "renewed" (the state has a new `session`, and the old one ends) or "ended"
 * (the last event).
 */
export type SgcpEvent = Omit<SgcpEventReport, "schema">;

/** A server's answer: the number of the command plus 500, or a fault, 500 to 599. */
export type SgcpAnswer = Omit<SgcpAnswerReport, "schema">;

/** Who a client is. `session`, a secret, and `last` are what another client needs to resume the session; `session` changes whenever it is resumed: see the event "renewed". */
export type SgcpState = Omit<SgcpClientReport, "schema">;

/** A player's connection to a server, which is made again after it was lost. */
export class Client extends LibraryObject {
  readonly #life: Job<SgcpState>;
  #closed = false;

  private constructor(client: bigint, life: bigint) {
    super(client, "qk_sgcp_client_free");
    this.#life = new Job<SgcpState>(life);
  }

  /**
   * Connects and logs in.
   *
   * @throws InvalidArgumentError an option; IoError, TimeoutError no connection; StateError the server refused;
   * ParseError it does not speak the protocol.
   */
  static async open(options: SgcpClientOptions): Promise<Client> {
    const [client, life] = callForHandles("qk_sgcp_client_open", ...bytes(optionsText(options), "options"));
    const made = new Client(client, life);
    try {
      for await (const { done } of made.#life.progress({ interval: 0 })) if (done > 0) break;
      if (made.#life.info.done === 0) await made.#life.result(); // throws why
      return made;
    } catch (e) {
      await made.close();
      throw e;
    }
  }

  /**
   * Sends a command and returns the answer, which may be a refusal (500 to 599). The client itself sends 101, 104 and
   * 105; 103 ends the session and the client.
   *
   * @throws InvalidArgumentError no command, or one that the client itself sends; ParseError, LimitError a parameter
   * that cannot be sent; IoError the connection was lost, so that it is not known whether the command was obeyed;
   * TimeoutError no answer in time; StateError the client has ended.
   */
  async send(code: number, param = ""): Promise<SgcpAnswer> {
    const job = callForHandle("qk_sgcp_client_send", this.handle, uint32("code", code), ...bytes(param, "param"));
    const { schema: _, ...answer } = await run(new Job<SgcpAnswerReport>(job), {});
    return answer;
  }

  /** Yields the server's pushes and the changes of the connection, each once, until the client ends or is closed. */
  async *events(options: { signal?: AbortSignal } = {}): AsyncGenerator<SgcpEvent, void, undefined> {
    try {
      for await (const { schema: _, ...event } of this.#life.events<SgcpEventReport>(options)) yield event;
    } catch (e) {
      if (!this.#closed || !(e instanceof HandleError)) throw e;
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<SgcpEvent, void, undefined> {
    return this.events();
  }

  /** Who the client is now. */
  async state(): Promise<SgcpState> {
    const text = await callAsyncForText("qk_sgcp_client_state", 512, this.handle);
    const { schema: _, ...state } = report<SgcpClientReport>(text);
    return state;
  }

  /** Lets the process end although something waits for events. */
  unref(): this {
    this.#life.unref();
    return this;
  }

  /** Closes the connection; the session waits 120 s at the server. (103 ends the session.) */
  override async close(): Promise<void> {
    this.#closed = true;
    await super.close();
    await this.#life.close();
  }
}

/** The line protocol of the Go human-computer system: framing, a client, and a server. */
export const sgcp = {
  Decoder,
  Client,
  Gateway,
  /**
   * A line with its CRLF.
   *
   * @throws InvalidArgumentError a number over 999; ParseError control characters, or text that the charset does not
   * have; LimitError longer than a line of that number may be.
   */
  encode(code: number, param = "", options: { charset?: Charset } = {}): Buffer {
    const line = callForBytes("qk_sgcp_encode", uint32("code", code), ...bytes(param, "param"), flags(options.charset ?? "utf-8"));
    return Buffer.from(line.buffer);
  },
};
