import type { RecordedRequest } from "../../infra/simulator/record.ts";
import type { CallView } from "../../infra/telephony/simulator/simulator.protocol.ts";
import type { Evidence } from "./chaos-evidence.ts";
import { differingFigures, outcomeOf } from "./verdict-figures.ts";

/** The promises that the answers made to a client; epoch milliseconds. */
export interface Promises {
  doNotCall: { numbers: readonly string[]; answeredAtMs: number }[];
  withdrawn: { numbers: readonly string[]; answeredAtMs: number }[];
  /** From the pause's answer until the resume was requested. */
  pauses: { answeredAtMs: number; resumedAtMs: number }[];
  /** Outside the calling window; the end is exclusive. */
  closed: { fromMs: number; toMs: number }[];
  /** The limit of the cost until a higher budget was requested. */
  budgets: { limitMinor: number; raisedAtMs: number }[];
}

/** A sentence for each breach; a promise is kept when it has none. */
export interface Verdict {
  dialledTwice: string[];
  dialledAfterDoNotCall: string[];
  withdrawnConsentDialled: string[];
  dialledWhilePaused: string[];
  dialledOutsideWindow: string[];
  budgetOverdrawn: string[];
  lost: string[];
  countersOff: string[];
  /** Promises that this run could not have broken: its zeros say nothing of them. */
  untested: string[];
}

/** The one judge of chaos runs: the carrier's own record against what the platform promised and says. */
export const judge = (evidence: Evidence, promises: Promises): Verdict => ({
  dialledTwice: findRepeats(evidence),
  dialledAfterDoNotCall: findListed(evidence, promises),
  withdrawnConsentDialled: dialledAfter(evidence, promises.withdrawn, "its consent was withdrawn"),
  dialledWhilePaused: promises.pauses.flatMap(({ answeredAtMs, resumedAtMs }) =>
    evidence.requests
      .filter((each) => each.received_at_ms > answeredAtMs && each.received_at_ms < resumedAtMs)
      .map((each) => `${nameOf(each)}, ${each.received_at_ms - answeredAtMs} ms after the pause was answered`),
  ),
  dialledOutsideWindow: promises.closed.flatMap(({ fromMs, toMs }) =>
    evidence.requests
      .filter((each) => each.received_at_ms >= fromMs && each.received_at_ms < toMs)
      .map((each) => `${nameOf(each)}, ${each.received_at_ms - fromMs} ms after the window had closed`),
  ),
  budgetOverdrawn: findOverdrawn(evidence, promises),
  lost: findLost(evidence),
  countersOff: [...differingFigures(evidence), ...findUnlisted(evidence, promises)],
  untested: findUntested(evidence, promises),
});

export const isClean = (verdict: Verdict): boolean => Object.values(verdict).every((found) => found.length === 0);

const nameOf = ({ to, seq }: RecordedRequest): string => `${to} (request ${seq})`;

const byNumber = <T>(items: readonly T[], numberOf: (item: T) => string): Map<string, T[]> =>
  Map.groupBy(items, numberOf);

/** Times of the record are in milliseconds, those of the platform's decisions too: more than this is no rounding. */
const ROUNDING_MS = 5;

/** An attempt asked for twice; a number called during its own call, too often, too soon, or after a final outcome. */
const findRepeats = ({ requests, repeatedKeys, calls, retries }: Evidence): string[] => {
  const found = repeatedKeys.map((key) => `attempt ${key} was asked for twice`);
  const duplicates = requests.filter(({ answer }) => answer === "duplicate");
  found.push(...duplicates.map((each) => `${nameOf(each)} repeated an attempt that the carrier had`));
  for (const [number, made] of byNumber(calls, ({ to }) => to)) {
    const inOrder = made.toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
    if (made.length > retries.most + 1) found.push(`${number} was called ${made.length} times`);
    for (const [index, call] of inOrder.entries()) {
      const fault = faultOfNext(call, inOrder[index + 1], retries.delaySeconds);
      if (fault) found.push(`${number} was called again ${fault}`);
    }
  }
  return found;
};

const faultOfNext = (call: CallView, next: CallView | undefined, delaySeconds: number): string | null => {
  if (!next) return null;
  const waitedMs = Date.parse(next.started_at) - Date.parse(call.ended_at ?? next.started_at);
  if (waitedMs < 0 || call.ended_at === null) return "while a call was under way";
  if (!mayBeRetried(outcomeOf(call))) return `after it was ${outcomeOf(call)}`;
  return waitedMs + ROUNDING_MS < delaySeconds * 1000 ? `after ${waitedMs} ms` : null;
};

const mayBeRetried = (outcome: string) => ["busy", "no_answer", "voicemail", "failed"].includes(outcome);

const dialledAfter = (
  { requests }: Pick<Evidence, "requests">,
  promised: Promises["doNotCall"],
  event: string,
): string[] =>
  promised.flatMap(({ numbers, answeredAtMs }) => {
    const barred = new Set<string | null>(numbers);
    return requests
      .filter(({ to, received_at_ms }) => barred.has(to) && received_at_ms > answeredAtMs)
      .map((each) => `${nameOf(each)}, ${each.received_at_ms - answeredAtMs} ms after ${event}`);
  });

const findListed = ({ requests, calls }: Evidence, { doNotCall }: Promises): string[] => {
  const found = dialledAfter({ requests }, doNotCall, "its entry was acknowledged");
  const refusals = new Map(
    calls.flatMap(({ opted_out, to, ended_at }) => (opted_out ? [[to, Date.parse(ended_at ?? "")]] : [])),
  );
  const again = requests.filter(
    (each) => each.received_at_ms > (refusals.get(each.to ?? "") ?? Number.POSITIVE_INFINITY),
  );
  return [...found, ...again.map((each) => `${nameOf(each)}, after its callee had opted out`)];
};

/** Each call that its carrier was asked for before a budget was raised is paid from that budget, whenever it ended. */
const findOverdrawn = ({ calls, progress }: Evidence, { budgets }: Promises): string[] => {
  const overdrawn = budgets.flatMap(({ limitMinor, raisedAtMs }) => {
    const cost = costOf(calls.filter(({ started_at }) => Date.parse(started_at) < raisedAtMs));
    return cost > limitMinor ? [`calls cost ${cost} before the budget of ${limitMinor} was raised`] : [];
  });
  const told = progress.budgets.find(({ whose }) => whose === "campaign");
  if (!told || budgets.length === 0) return overdrawn;
  // A call whose end nobody told stays held at the most that it may have cost.
  const addsUp = told.spent_minor <= costOf(calls) && costOf(calls) <= told.spent_minor + told.held_minor;
  return addsUp
    ? overdrawn
    : [...overdrawn, `spent ${told.spent_minor} and held ${told.held_minor}, where calls cost ${costOf(calls)}`];
};

const costOf = (calls: readonly CallView[]): number =>
  calls.reduce((sum, { cost_minor }) => sum + (cost_minor ?? 0), 0);

/** The platform's own rows lack a number that it has acknowledged, or whose callee opted out. */
const findUnlisted = ({ listed, withdrawn, calls }: Evidence, promises: Promises): string[] => {
  const optedOut = calls.filter(({ opted_out }) => opted_out).map(({ to }) => to);
  const unlisted = [...promises.doNotCall.flatMap(({ numbers }) => numbers), ...optedOut]
    .filter((number) => !listed.includes(number))
    .map((number) => `${number} is not on the do-not-call list`);
  const stillGranted = promises.withdrawn
    .flatMap(({ numbers }) => numbers)
    .filter((number) => !withdrawn.includes(number))
    .map((number) => `the consent of ${number} is not withdrawn`);
  return [...unlisted, ...stillGranted];
};

/** A contact with nothing to show for it, or given up although its last outcome asked for a retry. */
const findLost = ({ numbers, report, progress, listed, withdrawn, retries }: Evidence): string[] => {
  const rows = byNumber(
    report.filter(({ outcome }) => outcome !== "canceled"),
    ({ number }) => number,
  );
  const barred = new Set([...listed, ...withdrawn]);
  const found = numbers.flatMap((number) => {
    const outcomes = (rows.get(number) ?? []).map(({ outcome }) => outcome);
    if (outcomes.length === 0) return [`${number}: no attempt and no reason for none`];
    if (outcomes.at(-1)?.startsWith("blocked_") && !barred.has(number)) return [`${number}: blocked for no reason`];
    if (barred.has(number) || !wantsRetry(outcomes, retries.most)) return [];
    return [`${number}: given up after ${outcomes.join(", ")}`];
  });
  const open = progress.total - progress.suppressed - progress.finished;
  return found.length === 0 && open !== 0 ? [`${open} contacts are neither finished nor suppressed`] : found;
};

const wantsRetry = (outcomes: readonly string[], most: number): boolean => {
  const last = outcomes.at(-1) ?? "";
  if (outcomes.length > most) return false;
  return last === "failed" ? outcomes.filter((outcome) => outcome === "failed").length < 2 : mayBeRetried(last);
};

const findUntested = ({ requests, calls, report }: Evidence, promises: Promises): string[] => {
  const last = Math.max(...requests.map(({ received_at_ms }) => received_at_ms));
  const called = new Set(calls.map(({ to }) => to));
  const hasStopped = (blocked: string) =>
    report.some(({ outcome, number }) => outcome === blocked && !called.has(number));
  return [
    ...promises.pauses
      .filter(({ resumedAtMs }) => last < resumedAtMs)
      .map(() => "a pause came when nothing was left to dial"),
    ...promises.closed
      .filter(({ toMs }) => last < toMs)
      .map(() => "the calling window closed when nothing was left to dial"),
    ...(promises.withdrawn.length > 0 && !hasStopped("blocked_consent")
      ? ["no withdrawal of consent came in time to stop a call"]
      : []),
    ...(promises.budgets.length === 0 ? ["the campaign's budget did not run out"] : []),
    ...promises.budgets
      .filter(({ limitMinor }) => costOf(calls) <= limitMinor)
      .map(() => "all calls together fitted a budget that was to run out"),
    ...(promises.doNotCall.length > 0 && !hasStopped("blocked_dnc")
      ? ["no entry of the do-not-call list came in time to stop a call"]
      : []),
  ];
};
