// Two people at two browsers.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { enter, open, point, resign, says, startBackend, startGateway } from "./helpers.mjs";

// Where the screenshots go, for people to look at.
const shots = process.env.GOCLIENT_SHOTS;
const shot = async (page, name) => shots && page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });

const phone = { viewport: { width: 360, height: 740 }, locale: "zh-CN", colorScheme: "dark", isMobile: true, hasTouch: true };
const press = (page, what) => page.click(`[data-do="${what}"]:not([hidden])`);
const stones = (page) => page.locator("#board .piece:not(.ghost)").count();
const has = (page, n) => page.waitForFunction((n) => document.querySelectorAll("#board .piece:not(.ghost)").length === n, n);
const ready = async (...pages) => {
  for (const page of pages) await press(page, "ready");
  for (const page of pages) await page.waitForSelector('[data-do="resign"]:not([hidden])');
};

/** Plays a line, black's page and white's in turn. */
async function play(black, white, line) {
  for (const [i, at] of line.entries()) {
    const page = i % 2 ? white : black;
    await page.waitForSelector("#board.active");
    await point(page, at);
    await page.waitForSelector("#board:not(.active)");
  }
}

const colours = async (amy, bob) => ((await amy.textContent("#seat-b .name")) === "amy" ? [amy, bob] : [bob, amy]);

describe("the page", { concurrency: 3 }, () => {
  test("two pages play a game to its end and mark dead stones", async (t) => {
    const hall = await open(t);
    const amy = await hall.enter("amy");
    const bob = await hall.enter("天弈", phone);
    await amy.click("#wait");
    await bob.waitForSelector("#waiting button");
    await shot(amy, "lobby-desk-en");
    await shot(bob, "lobby-phone-zh");
    await bob.click("#waiting button");
    await ready(amy, bob);
    const [black, white] = await colours(amy, bob);

    // White's two stones at D2 and E2 are dead, or so black says.
    await play(black, white, ["E3", "G7"]);
    await has(bob, 2);

    // Nothing is lost by a reload, in the middle of a game.
    await bob.reload();
    await bob.waitForSelector("#table:not([hidden])");
    await bob.waitForFunction(() => document.querySelectorAll("#board .piece").length === 2);

    // A move with the keyboard, from the corner A9 to D6.
    await black.waitForSelector("#board.active");
    await black.focus("#board");
    const way = ["Home", "PageUp", ...Array(3).fill("ArrowRight"), ...Array(3).fill("ArrowDown")];
    for (const key of [...way, "Enter"]) await black.keyboard.press(key);
    await white.waitForSelector('[data-at="D6"]');
    assert.match(await white.textContent("#voice"), /D6/);
    await play(white, black, ["D2"]);
    await play(black, white, ["E4", "E7", "E5", "F4", "E6", "F6", "E2", "F3", "D3", "F2", "C2", "F5", "D1", "D7", "C7", "E1", "B8", "C8"]);
    // An occupied point is refused, in words of the page's language.
    await black.waitForSelector("#board.active");
    await point(black, "E5");
    await black.waitForSelector("#notice:not([hidden])");
    assert.match(await black.textContent("#notice"), black === amy ? /There is a stone/ : /已有子/);
    await play(black, white, ["C6", "B7", "B6", "D8"]);

    await amy.fill("#chat-form input", "<b>thanks</b>");
    await amy.click("#chat-form button");
    await bob.waitForFunction(() => document.querySelector("#lines").textContent.includes("<b>thanks</b>"));
    await shot(amy, "game-desk-en");
    await shot(bob, "game-phone-zh");

    await press(amy, "count");
    await press(bob, "count");
    for (const page of [amy, bob]) await page.waitForSelector('[data-do="agree"]:not([hidden])');
    // Whatever the server suggests, black's stone at B8 is marked in the end. What
    // it suggests is there when something is that was said later.
    await amy.fill("#chat-form input", "let us see");
    await amy.click("#chat-form button");
    await bob.waitForFunction(() => document.querySelector("#lines").textContent.includes("let us see"));
    const dead = () => bob.evaluate(() => document.querySelector('[data-at="B8"]').classList.contains("dead"));
    if (await dead()) {
      await point(amy, "B8");
      await bob.waitForSelector('[data-at="B8"]:not(.dead)');
    }
    await point(bob, "B8");
    for (const page of [amy, bob]) await page.waitForSelector('[data-at="B8"].dead');
    await shot(amy, "marking-desk-en");
    await shot(bob, "marking-phone-zh");
    await press(bob, "agree");
    await says(amy, /天弈 agrees to the marks/);
    await press(amy, "agree");
    await says(amy, /(Black|White) wins by [\d.]+\. Black [\d.]+, White [\d.]+\./);
    await says(bob, /[黑白]胜 [\d.]+ 目。黑/);
    const [, b, w] = /Black ([\d.]+), White ([\d.]+)/.exec(await amy.textContent("#status"));
    assert.equal(parseFloat(b) + parseFloat(w), 81);
    await shot(amy, "over-desk-en");
    await shot(bob, "over-phone-zh");

    // Another game at the same table, with the colours exchanged; then away.
    await ready(amy, bob);
    assert.equal((await colours(amy, bob))[0], white);
    await resign(amy);
    await says(bob, /对方认输/);
    await press(bob, "leave");
    await bob.waitForSelector("#lobby:not([hidden])");
    await says(amy, /天弈 has left/);
    assert.deepEqual(hall.errors, []);
  });

  test("an invitation with settings, an undo, and the player's own settings", async (t) => {
    const hall = await open(t);
    const amy = await hall.enter("amy", { colorScheme: "dark" });
    const bob = await hall.enter("bob", { ...phone, colorScheme: "light" });
    await amy.fill("#propose [name=nick]", "bob");
    await amy.selectOption("#propose [name=size]", "13");
    await amy.selectOption("#propose [name=colour]", "black");
    await amy.selectOption("#propose [name=time]", "300 30x3");
    await amy.click("#propose button");
    await bob.click("#proposals button");
    await ready(amy, bob);
    await says(amy, /Your move \(Black\)/);
    assert.match(await amy.textContent("#seat-b .clock"), /^[0-5]:\d\d \+ 3×30$/);
    assert.equal(await amy.textContent("#seat-w .clock"), "5:00 + 3×30", "it does not run yet");
    assert.match(await amy.getAttribute("#board", "aria-label"), /13 by 13/);
    await shot(amy, "start-desk-dark");

    // Moves are confirmed on the phone, if its player wants that.
    await bob.click("#open-settings");
    await bob.check("#set-confirm");
    await shot(bob, "settings-phone-zh");
    await bob.click("#settings button");
    await play(amy, bob, ["K10"]);
    await bob.waitForSelector("#board.active");
    await point(bob, "D4");
    await bob.waitForSelector(".ghost");
    assert.equal(await stones(amy), 1);
    await press(bob, "confirm");
    await amy.waitForFunction(() => document.querySelectorAll("#board .piece").length === 2);

    await press(amy, "undo"); // her move and the answer
    await bob.waitForFunction(() => document.querySelector("#status").textContent.includes("悔 2 手"));
    await press(bob, "undo");
    await amy.waitForFunction(() => document.querySelectorAll("#board .piece").length === 0);
    await says(amy, /Your move/);

    await amy.click("#language");
    await says(amy, /轮到你走/);
    assert.equal(await amy.evaluate(() => document.documentElement.lang), "zh-Hans");
    await bob.click("#language");
    await bob.reload();
    await says(bob, /amy is to move/); // the settings outlive the page
    for (const page of [amy, bob]) {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
    }
    assert.deepEqual(hall.errors, []);
  });

  test("the gateway is killed and comes back: the game goes on", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "goclient-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const store = ["-store", join(folder, "hall.db")];
    const hall = await open(t, ...store);
    const [amy, bob] = [await hall.enter("amy"), await hall.enter("bob")];
    await amy.click("#wait");
    await bob.click("#waiting button");
    await ready(amy, bob);
    const [black, white] = await colours(amy, bob);
    await play(black, white, ["C3", "G7", "C7"]);
    await hall.gateway.kill();
    await amy.waitForSelector("#link.down");
    const again = await startGateway(hall.gateway.port, ...store);
    t.after(() => again.stop());
    for (const page of [amy, bob]) await page.waitForSelector("#link.up");
    await play(white, black, ["G3", "E5"]);
    await black.waitForFunction(() => document.querySelectorAll("#board .piece").length === 5);
    assert.deepEqual(hall.errors, []);
  });

  test("the backend is started again: the game goes on", async (t) => {
    const hall = await open(t);
    const [amy, bob] = [await hall.enter("amy"), await hall.enter("bob")];
    await amy.click("#wait");
    await bob.click("#waiting button");
    await ready(amy, bob);
    const [black, white] = await colours(amy, bob);
    await play(black, white, ["C3", "G7", "C7"]);
    await hall.restart();
    for (const page of [amy, bob]) await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 3);
    await play(white, black, ["G3", "E5"]);
    await white.waitForFunction(() => document.querySelectorAll("#board .piece").length === 5);
    assert.deepEqual(hall.errors, []);
  });

  test("gateway and backend are killed and come back: the game goes on", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "goclient-"));
    const store = ["-store", join(folder, "hall.db")];
    const sessions = `sessions=${join(folder, "sessions.json")}`;
    const first = await startGateway(0, ...store);
    const backend = await startBackend(first.address, 0, sessions);
    t.after(async () => {
      await Promise.all([first.kill(), backend.kill()]);
      rmSync(folder, { recursive: true, force: true });
    });
    const errors = [];
    const [amy, bob] = [await enter(t, backend.url, "amy", errors), await enter(t, backend.url, "bob", errors)];
    await amy.click("#wait");
    await bob.click("#waiting button");
    await ready(amy, bob);
    const [black, white] = await colours(amy, bob);
    await play(black, white, ["C3", "G7", "C7"]);
    await Promise.all([first.kill(), backend.kill()]);
    await amy.waitForSelector("#link.down");
    const coming = startBackend(first.address, backend.port, sessions); // it waits for the gateway
    const again = await startGateway(first.port, ...store);
    t.after(() => again.kill());
    const back = await coming;
    t.after(() => back.kill());
    for (const page of [amy, bob]) await page.waitForSelector("#link.up");
    await play(white, black, ["G3", "E5"]);
    await black.waitForFunction(() => document.querySelectorAll("#board .piece").length === 5);
    assert.deepEqual(errors, []);
  });

  test("a backend that ends lets nobody in, who would be told to log in again", async (t) => {
    const hall = await open(t);
    const amy = await fetch(`${hall.url}act`, { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"what":"login","nick":"amy"}' });
    const again = hall.restart();
    await assert.rejects(fetch(`${hall.url}events`, { method: "HEAD" }));
    await again;
    const cookie = amy.headers.get("set-cookie").split(";")[0];
    assert.equal((await fetch(`${hall.url}events`, { method: "HEAD", headers: { cookie } })).status, 204);
  });

  test("what a page cannot do", async (t) => {
    const hall = await open(t);
    const post = (body, headers = { "Content-Type": "application/json" }) => fetch(`${hall.url}act`, { method: "POST", headers, body });
    assert.equal((await post('{"what":"wait"}')).status, 401);
    assert.equal((await post('{"what":"wait"}', { "Content-Type": "text/plain" })).status, 415);
    assert.equal((await post("[]")).status, 400);
    assert.equal((await post(`{"what":"${"x".repeat(5000)}"}`)).status, 400);
    assert.equal((await fetch(`${hall.url}events`, { headers: { cookie: "goclient=AAAAAAAAAAAAAAAAAAAAAA" } })).status, 401);
    assert.equal((await fetch(`${hall.url}../server.mjs`)).status, 404);
    const login = async (nick) => (await post(JSON.stringify({ what: "login", nick }))).json();
    assert.equal((await login("a b")).code, 511);
    assert.equal((await login("AI-deep")).code, 512);
    const amy = await post('{"what":"login","nick":"amy"}');
    const cookie = amy.headers.get("set-cookie");
    assert.match(cookie, /^goclient=[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict/);
    const act = async (body) => (await post(JSON.stringify(body), { "Content-Type": "application/json", cookie: cookie.split(";")[0] })).json();
    assert.equal((await act({ what: "constructor" })).code, 503);
    assert.equal((await act({ what: "play", at: "C3" })).code, 503);
    assert.equal((await act({ what: "say", text: "a\nb" })).code, "QK_ERR_PARSE");
    assert.equal((await act({ what: "say" })).code, 502);
    assert.deepEqual(await act({ what: "logout" }), {});
    assert.equal((await act({ what: "wait" })).code, 510);
  });

  test("whatever is sent, the backend lives and says what it does not take", async (t) => {
    const gateway = await startGateway();
    const backend = await startBackend(gateway.address, 0, "proxies=127.0.0.1"); // this test is the proxy
    t.after(() => Promise.all([gateway.kill(), backend.kill()]));
    const { hostname, port } = new URL(backend.url);

    /** What comes back for octets: the status, undefined where the connection is closed without one. */
    const raw = (octets) =>
      new Promise((resolve) => {
        let said = "";
        const socket = connect(Number(port), hostname, () => socket.end(octets));
        socket.on("data", (more) => (said += more));
        socket.on("error", () => {}); // closed before all was read
        socket.on("close", () => resolve(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1]));
      });
    const line = (what, rest = "") => raw(`${what} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${rest}\r\n`);
    for (const path of ["//", "http://", "http://[", "///[", "//:0", "//a:99999/"]) assert.equal(await line(`GET ${path}`), "400", path);
    for (const what of ["GET /%", "GET /..%2f..%2fetc/passwd", "GET *", "OPTIONS *", "DELETE /act", "PUT /", "TRACE /", "HEAD /", "GET /__proto__", "POST /events"]) {
      assert.equal(await line(what), "404", what);
    }
    assert.equal(await raw("nonsense\r\n\r\n"), "400");
    assert.equal(await line("GET /", `Cookie: goclient=${"x".repeat(20_000)}\r\n`), "431");
    assert.equal(await line("GET /events", "Cookie: goclient=%00;goclient=;;;=\r\n"), "401");
    assert.equal(await line("GET /events", "Upgrade: websocket\r\n"), "401");
    const json = "Content-Type: application/json\r\n";
    assert.equal(await line("POST /act", `${json}Content-Length: -1\r\n`), "400");
    assert.equal(await line("POST /act", `${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), "400");
    await line("POST /act", `${json}Content-Length: 100\r\n\r\n{`); // and goes away
    await raw(`POST /act HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 10000000\r\n\r\n${"x".repeat(10_000_000)}`);

    const post = async (body, cookie = "", from = "203.0.113.1") => {
      const response = await fetch(`${backend.url}act`, { method: "POST", headers: { "Content-Type": "application/json", "X-Forwarded-For": from, cookie }, body });
      return { status: response.status, cookie: response.headers.get("set-cookie")?.split(";")[0] };
    };
    for (const body of ["", "null", "[]", "7", '"login"', "{", '{"what":5}', '{"what":{"toString":1}}', "[".repeat(4000), "x".repeat(5000)]) {
      assert.equal((await post(body)).status, 400, body.slice(0, 40));
    }
    for (const nick of ['{"toString":1}', "[]", "null", "7", "true"]) assert.equal((await post(`{"what":"login","nick":${nick}}`)).status, 400, nick);
    const login = async (nick, from) => (await post(`{"what":"login","nick":"${nick}"}`, "", from)).cookie;
    const values = [null, 7, 1e300, "", "a\nb", "\0", "\ud800", "x".repeat(3000), {}, [[]], { toString: 1 }];
    const keys = ["nick", "settings", "id", "level", "key", "value", "game", "at", "plies", "text"];
    const whats = ["challenge", "propose", "accept", "computer", "constants", "constant", "watch", "play", "count", "undo", "mark", "agree", "say", "leave", "__proto__", "toString"];
    for (const [i, what] of whats.entries()) {
      const cookie = await login("amy", `198.51.100.${i}`); // of another one each, so that nobody need slow it down
      for (const [j, value] of values.entries()) {
        // All keys have the value, or one has.
        const given = Object.fromEntries(keys.map((key, k) => [key, j % 2 || (i + j) % keys.length === k ? value : "1"]));
        const { status } = await post(JSON.stringify({ what, ...given }), cookie);
        assert.ok(status === 200 || status === 400, `${what} ${JSON.stringify(value)?.slice(0, 40)}: ${status}`);
      }
    }
    const cookie = await login("bob", "203.0.113.2");
    assert.equal((await post('{"what":"propose","nick":"amy","settings":{"size":{"toString":1}}}', cookie)).status, 400);
    assert.equal((await fetch(backend.url)).status, 200);
    assert.equal((await fetch(`${backend.url}events`, { method: "HEAD", headers: { cookie } })).status, 204);
    assert.equal(backend.logged(), "");
  });
});
