import { Job } from "./job";
import { optionsText } from "./json";
import { bytes, callForHandle } from "./native";

/** How games begin. Keys left out have the library's defaults. */
export interface Starts {
  /** Boards, points along a side from 7 to 13, each with its weight. */
  sizes?: Record<number, number>;
  /** Stones to capture, 1 to 20, each number with its weight. */
  targets?: Record<number, number>;
  /** Share of games whose sides draw a target each; default 0.3. */
  unequal?: number;
  /** Share that begins with random stones; default 0.3. */
  randomStones?: number;
  /** Share that begins with a cross-cut; default 0.2. */
  crossCut?: number;
  /** Largest number of random moves that the others begin with; default 4. */
  opening?: number;
}

/** What to play and where to write it. Keys left out have the library's defaults. */
export interface SelfplayOptions {
  /** The file of samples to be made. */
  out: string;
  /** How many games the file is to hold; default 100. */
  games?: number;
  seed?: number | bigint;
  /** Games played at once; the file is the same for any number. */
  workers?: number;
  /** Goes on with a file of the same options. */
  resume?: boolean;
  /** The file of the network that plays; without one, playouts do. */
  net?: string;
  /** Visits of a full search, whose position is written; default 400, with a network 32. */
  visits?: number;
  /** Visits of the other moves' searches; default 80, with a network 8. */
  fastVisits?: number;
  /** Share of moves that get a full search; default 0.5. */
  full?: number;
  /** How many moves of a game are drawn instead of being the best; default 6. */
  varied?: number;
  starts?: Starts;
}

/** What a file of samples holds. */
export interface SelfplaySummary {
  schema: string;
  games: number;
  positions: number;
}

/** A match of two networks; one left out plays by playouts. */
export interface MatchOptions {
  net?: string;
  against?: string;
  /** Visits of each search of net's; default 64. */
  visits?: number;
  /** Of the other's; default: as many. */
  againstVisits?: number;
  /** Two from each start, with colours exchanged; default 400. */
  games?: number;
  seed?: number | bigint;
  workers?: number;
  starts?: Starts;
}

/** Games played and won. */
export interface Tally {
  games: number;
  wins: number;
}

/** How a match ended, in the view of `net`. */
export interface MatchSummary extends Tally {
  schema: string;
  /** Share of games won, and its standard error. */
  score: number;
  error: number;
  /** By black's target and by board. */
  targets: Record<string, Tally>;
  sizes: Record<string, Tally>;
}

/** What weights to learn. */
export interface RolloutOptions {
  /** The files of samples to learn from. */
  samples: string[];
  /** The network file to be made. */
  out: string;
  /** How often every position is learnt from; default 4. */
  passes?: number;
  /** How fast the weights move; default 0.05. */
  rate?: number;
  /** Of the order of positions. */
  seed?: number | bigint;
}

/** How well weights foretell moves: mean cross entropy, and share of positions whose best move weighs most. */
export interface Fit {
  loss: number;
  best: number;
}

/** Weights that were learnt. */
export interface RolloutSummary {
  schema: string;
  positions: number;
  heldOut: number;
  trained: Fit;
  before: Fit;
  net: string;
}

/** Self-play of Capture Go, from which its networks learn, and matches of networks. */
export const selfplay = {
  /**
   * Plays games and writes the positions searched into a file. The job counts games. A cancelled or
   * killed job keeps whole games and goes on with `resume`; the file is the same in the end, whatever
   * the number of workers.
   *
   * The job's errors: StateError out exists; InvalidArgumentError it was made with other options;
   * ParseError net is no network for Capture Go.
   *
   * @throws InvalidArgumentError an option.
   */
  start(options: SelfplayOptions): Job<SelfplaySummary> {
    return new Job<SelfplaySummary>(callForHandle("qk_selfplay_start", ...bytes(optionsText(options), "options")));
  },

  /**
   * Plays a match. The job counts games, and keeps those played when it is cancelled.
   *
   * The job's errors: ParseError a file that is no network for Capture Go; NotFoundError none at all.
   *
   * @throws InvalidArgumentError an option.
   */
  match(options?: MatchOptions): Job<MatchSummary> {
    return new Job<MatchSummary>(callForHandle("qk_selfplay_match", ...bytes(optionsText(options), "options")));
  },

  /**
   * Learns from files of samples by what weights random games are played out, and writes them as a
   * network file. The job counts positions.
   *
   * The job's errors: InvalidArgumentError no file of samples, or a damaged one; NotFoundError none at all.
   *
   * @throws InvalidArgumentError an option.
   */
  rollout(options: RolloutOptions): Job<RolloutSummary> {
    return new Job<RolloutSummary>(callForHandle("qk_selfplay_rollout", ...bytes(optionsText(options), "options")));
  },
};
