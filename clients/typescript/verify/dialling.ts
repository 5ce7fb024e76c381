import { admittedMs, type Entry, type Facts, isRecord, numberOf, textOf } from "./entries.ts";
import { createFinding, type Finding } from "./finding.ts";

/* The promises about each attempt, in the order of the record: an entry stands behind what was answered before it. */

const isAttempt = ({ kind }: Entry): boolean => kind === "attempt.requested";

export const checkDialledOnce = (entries: readonly Entry[]): Finding => {
  const finding = createFinding("No attempt was dialled twice", "attempts");
  const requested = new Map<string, number>();
  const carrierIds = new Map<string, number>();
  for (const { index, kind, facts } of entries) {
    const run = textOf(facts, "run") ?? "";
    if (kind === "attempt.requested") {
      finding.checked += 1;
      const before = requested.get(run);
      if (before !== undefined)
        finding.faults.push({ entry: index, sentence: `Attempt ${run} was requested in entry ${before} already` });
      requested.set(run, index);
    }
    if (kind !== "attempt.answered") continue;
    const id = textOf(facts, "carrier_call_id") ?? "";
    const before = carrierIds.get(id);
    if (before !== undefined)
      finding.faults.push({ entry: index, sentence: `The carrier's call ${id} is that of entry ${before}` });
    carrierIds.set(id, index);
  }
  return finding;
};

export const checkDoNotCall = (entries: readonly Entry[]): Finding => {
  const finding = createFinding("No attempt was made after a do-not-call answer or a withdrawn consent", "attempts");
  /** Until when a person of an environment is not to be called; Infinity: for good. */
  const listed = new Map<string, number>();
  const withdrawn = new Set<string>();
  for (const entry of entries) {
    const { kind, facts, person, atMs, index } = entry;
    const who = (environment: string) => `${environment} ${person}`;
    const own = who(textOf(facts, "environment") ?? "production");
    if (kind === "do_not_call.added") {
      const until = textOf(facts, "expires_at");
      const before = listed.get(own) ?? 0;
      listed.set(own, Math.max(before > atMs ? before : 0, until === null ? Infinity : Date.parse(until)));
    } else if (kind === "do_not_call.removed") listed.delete(own);
    else if (kind === "consent.changed") {
      if (textOf(facts, "status") === "withdrawn") withdrawn.add(own);
      else withdrawn.delete(own);
    }
    if (!isAttempt(entry)) continue;
    finding.checked += 1;
    const binds = [own, who("production")].some((each) => (listed.get(each) ?? 0) > admittedMs(entry));
    if (binds) finding.faults.push({ entry: index, sentence: "The person was on the do-not-call list" });
    if (withdrawn.has(own)) finding.faults.push({ entry: index, sentence: "The person had withdrawn their consent" });
  }
  return finding;
};

/** Decisions that take effect with their answer; a pause has an answer of its own. */
const STOPS = new Set(["breaker_tripped", "canceled", "completed"]);
const GOES_ON = new Set(["started", "resumed"]);

export const checkPauses = (entries: readonly Entry[]): Finding => {
  const finding = createFinding("No attempt was made while its campaign was paused or over", "attempts of campaigns");
  const stopped = new Map<number, number>();
  for (const entry of entries) {
    const { index, kind, facts } = entry;
    const campaign = numberOf(facts, "campaign");
    if (campaign === null) continue;
    const event = textOf(facts, "event") ?? "";
    if (kind === "campaign.pause_answered" || (kind === "campaign.decided" && STOPS.has(event)))
      stopped.set(campaign, index);
    if (kind === "campaign.decided" && GOES_ON.has(event)) stopped.delete(campaign);
    if (!isAttempt(entry)) continue;
    finding.checked += 1;
    const by = stopped.get(campaign);
    if (by !== undefined)
      finding.faults.push({ entry: index, sentence: `Campaign ${campaign} was stopped by entry ${by}` });
  }
  return finding;
};

export const DAY_MS = 86_400_000;
/** What a carrier did not take for an attempt does not count as one. */
export const NO_ATTEMPT = new Set(["throttled", "account_unusable"]);

export const checkCaps = (entries: readonly Entry[], policies: ReadonlyMap<string, Facts>): Finding => {
  const finding = createFinding(
    "No attempt exceeded the attempts that a number may have within 24 hours",
    "attempts with such a limit",
  );
  const recent = new Map<string, { run: string; atMs: number }[]>();
  const whose = new Map<string, string>();
  for (const entry of entries) {
    const { index, kind, facts, person } = entry;
    const run = textOf(facts, "run") ?? "";
    if (kind === "attempt.settled" && NO_ATTEMPT.has(textOf(facts, "end_reason") ?? "")) {
      const who = whose.get(run) ?? "";
      recent.set(
        who,
        (recent.get(who) ?? []).filter((attempt) => attempt.run !== run),
      );
    }
    if (!isAttempt(entry)) continue;
    const who = `${textOf(facts, "environment")} ${person}`;
    whose.set(run, who);
    const atMs = admittedMs(entry);
    const before = (recent.get(who) ?? []).filter((attempt) => attempt.atMs > atMs - DAY_MS);
    recent.set(who, [...before, { run, atMs }]);
    const most = numberOf(policies.get(textOf(facts, "policy") ?? "") ?? {}, "max_attempts_per_number_per_day");
    if (most === null) continue;
    finding.checked += 1;
    if (before.length >= most)
      finding.faults.push({
        entry: index,
        sentence: `It was attempt ${before.length + 1} within 24 hours; the limit is ${most}`,
      });
  }
  return finding;
};

/** Reads the money of `reserved` and of costs. */
export const moneyOf = (value: unknown): { amount: number; currency: string } | null => {
  if (!isRecord(value)) return null;
  const amount = numberOf(value, "amount_minor");
  const currency = textOf(value, "currency");
  return amount === null || currency === null ? null : { amount, currency };
};
