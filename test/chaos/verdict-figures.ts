import type { CallView } from "../../infra/telephony/simulator/simulator.protocol.ts";
import type { Evidence } from "./chaos-evidence.ts";

type Comparison = [what: string, platform: unknown, carrier: unknown];

/** A sentence for every figure of the platform that the carrier's record does not bear out. */
export const differingFigures = (evidence: Evidence): string[] =>
  [...ofProgress(evidence), ...ofSummary(evidence), ...ofReport(evidence)]
    .filter(([, platform, carrier]) => JSON.stringify(platform) !== JSON.stringify(carrier))
    .map(
      ([what, platform, carrier]) => `${what}: ${JSON.stringify(platform)}, by the record ${JSON.stringify(carrier)}`,
    );

const ofProgress = (evidence: Evidence): Comparison[] => {
  const { progress, numbers, calls } = evidence;
  const answered = numbersOf(calls.filter(isAnswered)).size;
  const suppressed = countSuppressed(evidence);
  const finished = numbers.length - suppressed;
  const carrier = {
    state: "completed",
    total: numbers.length,
    dialled: numbersOf(calls).size,
    answered,
    attempts: calls.length,
    suppressed,
    finished,
    failed_calls: finished - answered,
    remaining: 0,
    in_flight: 0,
    waiting_retry: 0,
    progress_percentage: 100,
  };
  return compare("progress", carrier, progress);
};

const ofSummary = ({ summary, numbers, calls, report }: Evidence): Comparison[] => {
  const answered = numbersOf(calls.filter(isAnswered)).size;
  const totals = { total: numbers.length, dialled: numbersOf(calls).size, answered, attempts: calls.length };
  const perNumber = Map.groupBy(calls, ({ to }) => to);
  return [
    ...compare("summary", totals, summary),
    ["summary.outcomes", sorted(summary.outcomes), sorted(countBy(report, ({ outcome }) => outcome))],
    ["summary.talk_seconds", summary.talk_seconds, sum(calls.map(({ talk_seconds }) => talk_seconds ?? 0))],
    [
      "summary.costs",
      sum(summary.costs.map(({ cost_minor }) => cost_minor)),
      sum(calls.map(({ cost_minor }) => cost_minor ?? 0)),
    ],
    [
      "summary.attempts_per_contact",
      sorted(Object.fromEntries(summary.attempts_per_contact.map(({ attempts, contacts }) => [attempts, contacts]))),
      sorted(countBy(numbers, (number) => String(perNumber.get(number)?.length ?? 0))),
    ],
    ["summary.by_hour", sum(summary.by_hour.map((each) => each.calls)), calls.length],
    ["summary.by_day", sum(summary.by_day.map((each) => each.calls)), calls.length],
  ];
};

/**
 * Every call of the record has its row with the same outcome, number by number. Rows beyond them are attempts that
 * made no call: the carrier refused or lost the request, or the worker died before it was sent.
 */
const ofReport = ({ report, calls, numbers }: Evidence): Comparison[] => {
  const rows = Map.groupBy(report, ({ number }) => number);
  const made = Map.groupBy(calls, ({ to }) => to);
  const strangers = [...rows.keys()].filter((number) => !numbers.includes(number));
  const perNumber = numbers.map((number): Comparison => {
    const ofCalls = (made.get(number) ?? []).map(outcomeOf).toSorted();
    const withoutCall = ["canceled", "blocked_dnc", "blocked_consent", "invalid_number"];
    const ofRows = (rows.get(number) ?? []).flatMap(({ outcome }) => (withoutCall.includes(outcome) ? [] : outcome));
    return [`report of ${number}`, withoutUnmade(ofRows, ofCalls).toSorted(), ofCalls];
  });
  return [["numbers of the report that no contact has", strangers, []], ...perNumber];
};

/** Removes as many `failed` as the rows have more than the carrier knows. */
const withoutUnmade = (ofRows: readonly string[], ofCalls: readonly string[]): string[] => {
  const isFailed = (outcome: string) => outcome === "failed";
  const made = ofCalls.filter(isFailed).length;
  return [...ofRows.filter((outcome) => !isFailed(outcome)), ...ofRows.filter(isFailed).slice(0, made)];
};

/** Contacts that were stopped before any call. */
const countSuppressed = ({ report, calls }: Evidence): number => {
  const called = numbersOf(calls);
  const stopped = report.filter(({ outcome, number }) => outcome.startsWith("blocked_") && !called.has(number));
  return new Set(stopped.map(({ number }) => number)).size;
};

const compare = (where: string, carrier: Record<string, unknown>, platform: Record<string, unknown>): Comparison[] =>
  Object.entries(carrier).map(([name, value]) => [`${where}.${name}`, platform[name], value]);

const isAnswered = ({ answered_by, outcome }: CallView) => outcome === "answered" && answered_by === "human";
export const outcomeOf = ({ opted_out, outcome }: CallView): string =>
  opted_out ? "opted_out" : (outcome ?? "under way");
const numbersOf = (calls: readonly CallView[]): Set<string> => new Set(calls.map(({ to }) => to));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(items, keyOf)].map(([key, group]) => [key, group.length]));

const sorted = (counts: Record<string, number>) =>
  Object.entries(counts).toSorted(([left], [right]) => left.localeCompare(right));
