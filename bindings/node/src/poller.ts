// One timer polls all awaited jobs. It keeps the process alive while there are such jobs, unless
// they are unref'd, and does not exist otherwise.

/** Something to poll: a job. @internal */
export interface Polled {
  /** When its work began, by performance.now(). */
  readonly since: number;
  /** Whether it keeps the process alive. */
  readonly holds: boolean;
  /** Polls it, and returns whether anything still waits for it. Never throws. */
  look(): boolean;
}

// A job is polled after a quarter of its age: its end is noticed late by 25 % at most, and by no
// more than 20 ms. Fifty polls a second at 0.5 us each cost next to nothing.
const lateness = 0.25;
const shortest = 1; // ms, the shortest that timers can wait
const longest = 20; // ms

const watched = new Set<Polled>();
let timer: NodeJS.Timeout | undefined;
let due = Infinity; // when the timer fires

/** Polls it from now on, until its look() returns false. @internal */
export function watch(polled: Polled): void {
  watched.add(polled);
  schedule();
}

/** To be called after `holds` of a job has changed. @internal */
export function rehold(): void {
  for (const p of watched) {
    if (p.holds) return void timer?.ref?.(); // a browser's timer is a number;
  }
  timer?.unref?.();
}

function schedule(): void {
  if (watched.size === 0) return;
  const now = performance.now();
  let delay = longest;
  for (const p of watched) delay = Math.min(delay, (now - p.since) * lateness);
  delay = Math.max(delay, shortest);
  if (timer === undefined || now + delay < due) {
    clearTimeout(timer);
    due = now + delay;
    timer = setTimeout(tick, delay);
  }
  rehold();
}

function tick(): void {
  timer = undefined;
  due = Infinity;
  for (const p of watched) {
    if (!p.look()) watched.delete(p);
  }
  schedule();
}
