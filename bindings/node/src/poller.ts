// One timer looks at all jobs that somebody waits for. It holds the process while
// there are such jobs, unless they are unref'd, and does not exist otherwise.

/** What can be looked at: a job. @internal */
export interface Polled {
  /** When its work began, as performance.now() tells. */
  readonly since: number;
  /** Whether it keeps the process alive. */
  readonly holds: boolean;
  /** Looks, and says whether anybody still waits. Never throws. */
  look(): boolean;
}

// A job is looked at after a quarter of its age: an answer is late by 25 % at most,
// and by no more than 20 ms. Fifty looks a second at 0.5 us each cost nothing.
const lateness = 0.25;
const shortest = 1; // ms, the least that timers do
const longest = 20; // ms

const watched = new Set<Polled>();
let timer: NodeJS.Timeout | undefined;
let due = Infinity; // when the timer fires

/** Looks at it from now on, until its look() says no. @internal */
export function watch(polled: Polled): void {
  watched.add(polled);
  schedule();
}

/** Takes note that `holds` of one has changed. @internal */
export function rehold(): void {
  for (const p of watched) {
    if (p.holds) return void timer?.ref();
  }
  timer?.unref();
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
