// What the browser keeps: the settings, and a game of each kind. Without storage it is forgotten when the page closes.

const key = "qikit-page";

export function keep(name, what) {
  try {
    localStorage.setItem(`${key}-${name}`, JSON.stringify(what));
  } catch {
    // There is no room, or no leave.
  }
}

export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(`${key}-${name}`) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
