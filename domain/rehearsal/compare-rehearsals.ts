/** What is compared of a conversation with the one of the same scenario and run before. */
export interface ComparedConversation {
  scenario: string;
  run: number;
  isGreen: boolean;
  firstWordsMs: readonly number[];
  tokens: number;
  turns: number;
}

export interface RehearsalComparison {
  became_red: string[];
  became_green: string[];
  slower: { scenario_name: string; before_ms: number; now_ms: number }[];
  tokens: { before: number; now: number };
  turns: { before: number; now: number };
}

/** Answers that take half as long again, and that a person would notice. */
const SLOWER_BY_SHARE = 1.5;
const SLOWER_BY_MS = 300;

/** Compares what both rehearsals have played: scenarios that only one has are left out. */
export const compareRehearsals = (
  now: readonly ComparedConversation[],
  before: readonly ComparedConversation[],
): RehearsalComparison => {
  const [current, former] = [byScenario(now), byScenario(before)];
  const both = [...current.keys()].filter((name) => former.has(name));
  const pairs = both.map((name) => ({ name, now: current.get(name) ?? [], before: former.get(name) ?? [] }));
  const all = (side: "now" | "before") => pairs.flatMap((pair) => pair[side]);
  return {
    became_red: pairs.filter((pair) => isAllGreen(pair.before) && !isAllGreen(pair.now)).map(({ name }) => name),
    became_green: pairs.filter((pair) => !isAllGreen(pair.before) && isAllGreen(pair.now)).map(({ name }) => name),
    slower: pairs.flatMap((pair) => {
      const [beforeMs, nowMs] = [medianFirstWords(pair.before), medianFirstWords(pair.now)];
      const isSlower = nowMs > beforeMs * SLOWER_BY_SHARE && nowMs > beforeMs + SLOWER_BY_MS;
      return isSlower ? [{ scenario_name: pair.name, before_ms: beforeMs, now_ms: nowMs }] : [];
    }),
    tokens: { before: meanOf(all("before"), ({ tokens }) => tokens), now: meanOf(all("now"), ({ tokens }) => tokens) },
    turns: { before: meanOf(all("before"), ({ turns }) => turns), now: meanOf(all("now"), ({ turns }) => turns) },
  };
};

const byScenario = (conversations: readonly ComparedConversation[]) =>
  Map.groupBy(conversations, ({ scenario }) => scenario);

const isAllGreen = (conversations: readonly ComparedConversation[]): boolean =>
  conversations.every((each) => each.isGreen);

const medianFirstWords = (conversations: readonly ComparedConversation[]): number => {
  const sorted = conversations.flatMap(({ firstWordsMs }) => firstWordsMs).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** Scenarios may be played more often than before, so a conversation's mean is compared, to a tenth. */
const meanOf = (
  conversations: readonly ComparedConversation[],
  read: (conversation: ComparedConversation) => number,
): number => {
  if (conversations.length === 0) return 0;
  return Math.round((conversations.reduce((sum, each) => sum + read(each), 0) / conversations.length) * 10) / 10;
};
