// The computer's constants: what they are, their ranges, and changing them.

import { constantHelp, constantName, fault, groups, t } from "./texts.js";

const $ = (id) => document.getElementById(id);

export class Constants {
  #ask;

  /** ask(what, more) asks the backend and resolves to its answer. */
  constructor(ask) {
    this.#ask = ask;
    $("constants-list").addEventListener("submit", (event) => event.preventDefault());
    $("constants-list").addEventListener("change", ({ target }) => void this.#change(target));
    $("claim").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#claim(event.target);
    });
    $("reset-constants").addEventListener("click", () => void this.#reset());
    $("close-constants").addEventListener("click", () => $("constants").close());
  }

  async open(claimed) {
    $("constants").showModal();
    this.#show(claimed);
    this.#say(t("constantsWait"));
    await this.#list();
  }

  /** Shows whose settings they are: a guest's, until a name is claimed. */
  #show(claimed) {
    $("claimed").textContent = t("claimed", claimed);
    $("claimed").hidden = !claimed;
    $("claim").hidden = Boolean(claimed);
  }

  async #claim(form) {
    const { name, password } = Object.fromEntries(new FormData(form));
    const answer = await this.#ask("claim", { name: name.trim(), password });
    form.elements.namedItem("password").value = "";
    if (answer.code) return this.#say(answer.code === 512 ? t("claimWrong") : fault(answer), true);
    this.#show(name.trim());
    return this.#list();
  }

  async #list() {
    $("constants-list").replaceChildren();
    const { code, text, rows } = await this.#ask("constants");
    this.#say(code ? fault({ code, text }) : "", Boolean(code));
    $("constants-list").replaceChildren(...groups((rows ?? []).map((row) => row.key)).map((group) => this.#group(group, rows)));
  }

  /** The constants that belong together, under what they are about; those that few people change are folded. */
  #group({ name, hint, keys, open }, rows) {
    const group = document.createElement("details");
    const title = document.createElement("summary");
    const about = document.createElement("p");
    title.textContent = name;
    Object.assign(about, { className: "hint", textContent: hint });
    Object.assign(group, { className: "group", open });
    group.append(title, about, ...rows.filter((row) => keys.includes(row.key)).map((row) => this.#field(row)));
    return group;
  }

  /** Sets everything as usual that is not. */
  async #reset() {
    for (const usual of $("constants-list").querySelectorAll("button:not([hidden])")) {
      const input = usual.parentNode.querySelector("input");
      input.value = usual.dataset.standard;
      if (!(await this.#change(input))) return;
    }
    this.#say(t("constantsReset"));
  }

  #say(text, bad = false) {
    const place = $("constants-notice");
    place.textContent = text;
    place.className = bad ? "bad" : "";
  }

  #field({ key, value, min, max, standard }) {
    const field = document.createElement("div");
    field.className = "constant";
    const label = document.createElement("label");
    const input = document.createElement("input");
    const hint = document.createElement("span");
    const usual = document.createElement("button");
    const numeric = [value, min, max].every((word) => word !== "" && Number.isFinite(Number(word)));
    Object.assign(input, { name: key, value, type: numeric ? "number" : "text", required: true, id: `constant-${key}` });
    if (numeric) Object.assign(input, { min, max, step: "any" });
    Object.assign(input.dataset, { min, max });
    label.htmlFor = input.id;
    label.textContent = constantName(key);
    label.title = key;
    hint.id = `hint-${key}`;
    hint.className = "hint";
    hint.textContent = [constantHelp(key), t("constantRange", min, max, standard)].filter(Boolean).join(" ");
    input.setAttribute("aria-describedby", hint.id);
    Object.assign(usual, { type: "button", textContent: t("constantDefault"), hidden: value === standard });
    usual.setAttribute("aria-label", `${t("constantDefault")}: ${constantName(key)}`);
    usual.onclick = () => {
      input.value = standard;
      input.focus();
      void this.#change(input);
    };
    usual.dataset.standard = standard;
    field.append(label, input, usual, hint);
    return field;
  }

  /** Sends a changed value; false when it was refused. */
  async #change(input) {
    const { name: key, value } = input;
    const answer = await this.#ask("constant", { key, value: value.trim() || "-" });
    input.setAttribute("aria-invalid", String(Boolean(answer.code)));
    if (answer.code) {
      const { min, max } = input.dataset;
      this.#say(answer.code === 502 ? t("constantBad", constantName(key), min, max) : fault(answer), true);
      return false;
    }
    const usual = input.parentNode.querySelector("button");
    usual.hidden = value === usual.dataset.standard;
    this.#say(t("constantSaved", constantName(key), value));
    return true;
  }
}
