// What the pages' servers share: paths, bodies, files and answers.

import { readFileSync } from "node:fs";

/** The path of a request; undefined when its address is malformed. */
export function pathOf(request) {
  return addressOf(request)?.pathname;
}

/** The address of a request; undefined when it is malformed. */
export function addressOf(request) {
  try {
    return new URL(request.url, "http://localhost");
  } catch {
    return undefined;
  }
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The object that a request brings as JSON of at most so many bytes; undefined for anything else. */
export async function bodyOf(request, most) {
  const pieces = [];
  let size = 0;
  try {
    for await (const piece of request) {
      if ((size += piece.length) > most) return undefined;
      pieces.push(piece);
    }
    const body = JSON.parse(Buffer.concat(pieces).toString());
    return isObject(body) ? body : undefined;
  } catch {
    return undefined; // not JSON, or the sender has gone
  }
}

const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

/** Files in memory by the path at which they are served: { "/app.js": url }. */
export function filesOf(urls) {
  return Object.fromEntries(
    Object.entries(urls).map(([path, url]) => [path, { type: `${types[url.pathname.split(".").at(-1)]}; charset=utf-8`, body: readFileSync(url) }]),
  );
}

/** States what a page may load. */
export function guarded(response) {
  response.setHeader("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'");
  response.setHeader("X-Content-Type-Options", "nosniff");
}

/** Answers with a file. */
export function send(response, { type, body }) {
  response.writeHead(200, { "Content-Type": type, "Cache-Control": "no-cache" });
  response.end(body);
}

/** Answers with JSON. */
export function reply(response, status, body) {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(body));
}

const beat = 20_000; // ms between the comments that keep a stream alive
const unreadMost = 1 << 22; // bytes that a page may leave unread

/** Begins a stream of events; returns { send(value), end() }, and calls closed when it is over. */
export function stream(response, closed) {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" });
  const write = (text) => {
    if (response.writableEnded) return; // writing would be an uncaught error
    response.write(text);
    if (response.writableLength > unreadMost) response.destroy(); // the page reconnects
  };
  const alive = setInterval(() => write(":\n\n"), beat);
  response.on("close", () => {
    clearInterval(alive);
    closed();
  });
  return { send: (value) => write(`data: ${JSON.stringify(value)}\n\n`), end: () => response.end() };
}

const headersMost = 10_000; // ms that a client may take to send a request's head
const requestMost = 15_000; // ms for all of it

/** Sets the limits of an HTTP server: how long requests take, and a guard's for connections. */
export function limit(server, guard) {
  server.headersTimeout = headersMost;
  server.requestTimeout = requestMost;
  server.maxConnections = guard.limits.allConnections;
  server.on("connection", (socket) => guard.connection(socket));
}

/** Options of a program, written option=value; those named in numbers are numbers. */
export function optionsOf(args, numbers) {
  const options = Object.fromEntries(args.map((argument) => argument.split("=", 2)));
  if (options.proxies) options.proxies = options.proxies.split(",");
  for (const key of numbers) if (key in options) options[key] = Number(options[key]);
  return options;
}
