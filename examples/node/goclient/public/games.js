// The lobby's lists: the games that are played, and who is online.

import { thumbnail } from "./board.js";
import { t } from "./texts.js";

const $ = (id) => document.getElementById(id);

function element(tag, kind, ...children) {
  const e = document.createElement(tag);
  e.className = kind;
  e.append(...children);
  return e;
}

function button(text, label, press) {
  const e = element("button", "", text);
  e.type = "button";
  e.setAttribute("aria-label", label);
  e.onclick = press;
  return e;
}

/** A player's name beside a stone, and what the player has captured. */
const seat = (colour, nick, captures) =>
  element("span", "seat-line", element("span", `stone ${colour}`), element("b", "name", nick), ...(captures === undefined ? [] : [element("span", "hint", t("captures", captures))]));

export class Lists {
  #act;
  #invite;
  #looks = {};

  /** act(what, more) does something; invite(nick) begins an invitation. */
  constructor(act, invite) {
    this.#act = act;
    this.#invite = invite;
  }

  show({ hall, nick }, language) {
    const { games, people, more } = hall ?? {};
    $("games").hidden = !games;
    $("people").hidden = !people;
    $("games-none").hidden = !games || games.length > 0;
    $("games-more").hidden = !more;
    this.#fill("games-list", [games, language], () => (games ?? []).map((game) => this.#game(game)));
    const others = (people ?? []).filter((p) => p.nick !== nick);
    $("people-none").hidden = others.length > 0;
    this.#fill("people-list", [others, language], () => others.map((person) => this.#person(person)));
  }

  /** Fills a list only when it has changed, and keeps the focus where it was. */
  #fill(id, key, items) {
    const looks = JSON.stringify(key);
    if (this.#looks[id] === looks) return;
    this.#looks[id] = looks;
    const focus = $(id).contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    $(id).replaceChildren(...items());
    if (focus) [...$(id).querySelectorAll("button")].find((b) => b.getAttribute("aria-label") === focus)?.focus();
  }

  #game({ game, black, white, size, state, moves, watchers, stones, last, captures, points }) {
    const facts = [t("sizeOf", size), t("move", moves), ...(state === "marking" ? [t("counting")] : []), ...(watchers ? [t("watchers", watchers)] : [])];
    const text = element(
      "div", "game-text",
      seat("b", black, captures?.b), seat("w", white, captures?.w),
      element("span", "hint", facts.join(" · ")),
      ...(points && moves > 0 ? [element("span", "hint points", t("pointsNow", points.b, points.w))] : []),
    );
    const picture = stones ? thumbnail(stones, last) : element("span", "thumbnail");
    return element("li", "game", picture, text, button(t("watch"), `${t("watch")}: ${black}, ${white}`, () => this.#act("watch", { game })));
  }

  #person({ nick, kind, does }) {
    const tags = [...(kind === "ai" ? [element("span", "tag", t("ai"))] : []), element("span", "hint", t(`does-${does}`))];
    const press = {
      waits: kind === "ai" ? null : button(t("challenge"), `${t("challenge")}: ${nick}`, () => this.#act("challenge", { nick })),
      free: kind === "ai" ? null : button(t("inviteOne"), `${t("inviteOne")}: ${nick}`, () => this.#invite(nick)),
    }[does];
    return element("li", "", element("span", "name", nick), ...tags, ...(press ? [press] : []));
  }
}
