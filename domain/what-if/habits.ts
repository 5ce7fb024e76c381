import type { CampaignPast } from "./campaign-past.ts";
import { drawFrom } from "./seeded-draws.ts";

/** What is asked of people like one: at this hour of their day, at this attempt, after this outcome. */
export interface Likeness {
  hour: number;
  /** From 0. */
  attempt: number;
  zone: number;
  /** The index of the outcome of the attempt before; -1: it is the first. */
  before: number;
}

/** Draws what somebody would have done from the attempts of those like them. */
export interface Habits {
  /** Returns the row of an attempt; -1: nobody was ever called. */
  draw(like: Likeness, chance: { seed: number; person: number }): number;
  /**
   * Moves an attempt that somebody did make to another likeness: it stays what it was as far as people do the same there, and is
   * drawn only for the rest.
   */
  move(row: number, to: Likeness, chance: { seed: number; person: number }): number;
}

/** With fewer, people of other zones, and then of other hours, count as alike. */
const FEWEST_ALIKE = 20;
/** From the third attempt on, all are alike. */
const LATER_ATTEMPTS = 2;
const HOURS_OF_PART = 3;

/** From the closest likeness to the farthest. */
const LEVELS: readonly ((like: Likeness) => string)[] = [
  ({ hour, attempt, zone, before }) => `${attempt} ${before} ${hour} ${zone}`,
  ({ hour, attempt, before }) => `${attempt} ${before} ${hour}`,
  ({ hour, attempt, before }) => `${attempt} ${before} part ${Math.floor(hour / HOURS_OF_PART)}`,
  ({ attempt, before }) => `${attempt} ${before}`,
  ({ before }) => `any ${before < 0}`,
  () => "all",
];

export const createHabits = (past: CampaignPast, likenessOf: (row: number) => Likeness): Habits => {
  const groups = new Map<string, number[]>();
  for (let row = 0; row < past.attempts.count; row += 1) {
    if (!Number.isFinite(past.attempts.endMs[row])) continue;
    const like = withLaterAlike(likenessOf(row));
    for (const level of LEVELS) addTo(groups, level(like), row);
  }
  // Every likeness is looked up once: a simulation asks for the same ones again and again.
  const chosen = new Map<number, Group>();
  const choose = (like: Likeness): Group => {
    const code = ((like.zone * 64 + like.before + 1) * 32 + like.attempt) * 32 + like.hour;
    let group = chosen.get(code);
    if (!group) chosen.set(code, (group = createGroup(past, { rows: chooseRows(groups, like), id: code })));
    return group;
  };
  const draw = (
    like: Likeness,
    { seed, person, turn = 0 }: { seed: number; person: number; turn?: number },
  ): number => {
    const { rows, id } = choose(withLaterAlike(like));
    if (rows.length === 0) return -1;
    const place = Math.floor(drawFrom(seed, id, person, like.attempt, turn) * rows.length);
    return rows[chooseSample({ rows, id }, { seed, place })] ?? -1;
  };
  return {
    draw,
    move: (row, to, { seed, person }) => {
      const outcomeOf = (each: number) => past.attempts.outcome[each] ?? 0;
      const [here, there] = [choose(withLaterAlike(likenessOf(row))), choose(withLaterAlike(to))];
      const own = outcomeOf(row);
      const keeps = there.share(own, seed) / Math.max(here.share(own, seed), Number.EPSILON);
      if (drawFrom(seed, person, to.attempt, to.hour, -2) < keeps) return row;
      for (let turn = 1; turn < MOST_TURNS; turn += 1) {
        const drawn = draw(to, { seed, person, turn });
        if (drawn < 0) return row;
        const share = there.share(outcomeOf(drawn), seed);
        const isMore = (share - here.share(outcomeOf(drawn), seed)) / Math.max(share, Number.EPSILON);
        if (drawFrom(seed, person, to.attempt, turn, -3) < isMore) return drawn;
      }
      return draw(to, { seed, person });
    },
  };
};

const MOST_TURNS = 100;

interface Group {
  rows: readonly number[];
  id: number;
  /** The share of an outcome in a seed's sample of the group, 0 to 1. */
  share(outcome: number, seed: number): number;
}

/** Each seed draws from a sample of its own of the group, so that the spread tells how little a small group says. */
const chooseSample = ({ rows, id }: Pick<Group, "rows" | "id">, at: { seed: number; place: number }): number =>
  Math.floor(drawFrom(at.seed, id, at.place, -1) * rows.length);

const createGroup = ({ attempts, outcomes }: CampaignPast, group: Pick<Group, "rows" | "id">): Group => {
  const { rows } = group;
  const counts = new Float64Array(outcomes.length);
  let counted = Number.NaN;
  const count = (seed: number): void => {
    counts.fill(0);
    for (let place = 0; place < rows.length; place += 1) {
      const outcome = attempts.outcome[rows[chooseSample(group, { seed, place })] ?? 0] ?? 0;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    counted = seed;
  };
  return {
    ...group,
    share: (outcome, seed) => {
      if (counted !== seed) count(seed);
      return (counts[outcome] ?? 0) / Math.max(rows.length, 1);
    },
  };
};

const withLaterAlike = (like: Likeness): Likeness => ({ ...like, attempt: Math.min(like.attempt, LATER_ATTEMPTS) });

const addTo = (groups: Map<string, number[]>, key: string, row: number): void => {
  const group = groups.get(key);
  if (group) group.push(row);
  else groups.set(key, [row]);
};

const chooseRows = (groups: ReadonlyMap<string, number[]>, like: Likeness): readonly number[] => {
  for (const level of LEVELS.slice(0, -1)) {
    const rows = groups.get(level(like));
    if (rows && rows.length >= FEWEST_ALIKE) return rows;
  }
  const closest = LEVELS.map((level) => groups.get(level(like))).find((rows) => rows !== undefined);
  return closest ?? [];
};
