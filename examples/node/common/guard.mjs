// Limits by network and in all, so that nobody keeps others from playing.

/** So many at once, then a number a second. */
class Bucket {
  #used = 0;
  #last;

  constructor(burst, rate, now) {
    Object.assign(this, { burst, rate });
    this.#last = now;
  }

  /** Whether one more may come now; it is counted if so. */
  take(now) {
    if (!this.free(now)) return false;
    this.#used += 1;
    return true;
  }

  /** Whether one more might come now. */
  free(now) {
    this.#used = Math.max(0, this.#used - (this.rate * Math.max(0, now - this.#last)) / 1000);
    this.#last = now;
    return this.#used + 1 <= this.burst;
  }

  /** Whether nothing is used. */
  idle(now) {
    return this.free(now) && this.#used === 0;
  }
}

/** The limits that a backend has unless told otherwise. */
export const limits = {
  logins: 10, // of a network at once
  loginRate: 1 / 6, // of a network a second, after that
  allLogins: 40, // of everybody at once
  allLoginRate: 20, // of everybody a second, after that
  sessions: 16, // of a network, those that are logging in included
  allSessions: 1000, // of everybody: each takes two of the library's 4096 jobs
  acts: 8, // of a player, under way at once
  allActs: 1024, // of everybody: each takes a job
  streams: 8, // open pages of a player
  jobs: 2, // long ones of a network, under way at once
  allJobs: 4, // of everybody
  asks: 8, // short ones of a network, under way at once
  allAsks: 16, // of everybody
  connections: 64, // of a network, unless it is a proxy
  allConnections: 4096,
};

/** The network of an address: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(address = "") {
  const plain = address.replace(/^::ffff:/i, "").replace(/%.*$/, "");
  if (!plain.includes(":")) return plain;
  const [head, tail] = plain.split("::");
  const first = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const last = tail === "" ? [] : tail.split(":");
    while (first.length + last.length < 8) first.push("0");
    first.push(...last);
  }
  return `${first.slice(0, 4).map((group) => parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** Counts by key, with a limit. */
class Counts {
  #counts = new Map();

  of(key) {
    return this.#counts.get(key) ?? 0;
  }

  add(key, n) {
    const count = this.of(key) + n;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/** What a backend allows. Proxies are the addresses of those who say in X-Forwarded-For for whom a request is. */
export class Guard {
  #sessions = new Counts();
  #connections = new Counts();
  #acts = new Counts();
  #jobs = new Counts();
  #asks = new Counts();
  #logins = new Map(); // buckets by network
  #all;
  #inAll = { sessions: 0, acts: 0, jobs: 0, asks: 0 };

  constructor(changed = {}, proxies = [], now = Date.now) {
    this.limits = { ...limits, ...changed };
    this.proxies = new Set(proxies.map((address) => networkOf(address)));
    this.now = now;
    this.#all = new Bucket(this.limits.allLogins, this.limits.allLoginRate, now());
  }

  /** The network that a request is from. */
  network(request) {
    const direct = networkOf(request.socket.remoteAddress);
    if (!this.proxies.has(direct)) return direct;
    return networkOf(String(request.headers["x-forwarded-for"] ?? "").split(",").at(-1).trim() || direct);
  }

  /** Why a network may not log in now, as the number of a fault; 0 when it may, which counts a session until leave. */
  login(network) {
    const { logins, loginRate, sessions, allSessions } = this.limits;
    const now = this.now();
    if (this.#inAll.sessions >= allSessions || this.#sessions.of(network) >= sessions) return 507;
    let own = this.#logins.get(network);
    if (!own) {
      if (this.#logins.size >= 10_000) this.sweep();
      if (this.#logins.size >= 10_000) return 506;
      this.#logins.set(network, (own = new Bucket(logins, loginRate, now)));
    }
    // A network that has had its share takes nothing from the others'.
    if (!own.free(now) || !this.#all.take(now)) return 506;
    own.take(now);
    this.enter(network);
    return 0;
  }

  /** Counts a session that is resumed. */
  enter(network) {
    this.#sessions.add(network, 1);
    this.#inAll.sessions += 1;
  }

  leave(network) {
    this.#sessions.add(network, -1);
    this.#inAll.sessions -= 1;
  }

  /** Whether a player may do one more thing at once; ended must follow if so. */
  act(key) {
    if (this.#acts.of(key) >= this.limits.acts || this.#inAll.acts >= this.limits.allActs) return false;
    this.#acts.add(key, 1);
    this.#inAll.acts += 1;
    return true;
  }

  ended(key) {
    this.#acts.add(key, -1);
    this.#inAll.acts -= 1;
  }

  /** Whether a network may begin a long job; done must follow if so. */
  job(network) {
    if (this.#jobs.of(network) >= this.limits.jobs || this.#inAll.jobs >= this.limits.allJobs) return false;
    this.#jobs.add(network, 1);
    this.#inAll.jobs += 1;
    return true;
  }

  done(network) {
    this.#jobs.add(network, -1);
    this.#inAll.jobs -= 1;
  }

  /** Whether a network may begin a short job; asked must follow if so. */
  ask(network) {
    if (this.#asks.of(network) >= this.limits.asks || this.#inAll.asks >= this.limits.allAsks) return false;
    this.#asks.add(network, 1);
    this.#inAll.asks += 1;
    return true;
  }

  asked(network) {
    this.#asks.add(network, -1);
    this.#inAll.asks -= 1;
  }

  /** Counts a connection until it ends; it is cut off when its network has too many. */
  connection(socket) {
    const network = networkOf(socket.remoteAddress);
    if (this.proxies.has(network)) return;
    if (this.#connections.of(network) >= this.limits.connections) {
      socket.destroy();
      return;
    }
    this.#connections.add(network, 1);
    socket.once("close", () => this.#connections.add(network, -1));
  }

  /** Forgets networks that have not logged in of late. */
  sweep() {
    const now = this.now();
    for (const [network, bucket] of this.#logins) if (bucket.idle(now)) this.#logins.delete(network);
  }
}
