import { DAY_MS, NO_ATTEMPT } from "./dialling.ts";
import { admittedMs, type Entry, type Facts, isRecord, numberOf, textOf } from "./entries.ts";
import { createFinding, type Finding } from "./finding.ts";
import { isWithinHours } from "./hours.ts";

/* Rules of rule packs that narrowed what attempts were admitted by: each of them had to hold. */

interface Made {
  run: string;
  atMs: number;
}

/**
 * Checks the hours and the attempts of rule packs, and names what the record does not show. Null: no rule concerned any attempt.
 */
export const checkRules = (entries: readonly Entry[], policies: ReadonlyMap<string, Facts>): Finding | null => {
  const finding = createFinding(
    "No attempt was made outside the hours of a rule pack or over its attempts",
    "attempts that a rule concerned",
  );
  const uncounted = listUncounted(entries);
  const made = new Map<string, Made[]>();
  const notShown = new Set<string>();
  for (const entry of entries) {
    if (entry.kind !== "attempt.requested") continue;
    const run = textOf(entry.facts, "run") ?? "";
    const who = `${textOf(entry.facts, "environment")} ${entry.person}`;
    const before = made.get(who) ?? [];
    const atMs = admittedMs(entry);
    made.set(who, [...before, { run, atMs }]);
    const rules = policies.get(textOf(entry.facts, "policy") ?? "")?.["rules"];
    if (!isRecord(rules)) continue;
    finding.checked += 1;
    const zones = listOf(entry.facts["zones"]).filter((zone) => typeof zone === "string");
    for (const hours of listOf(rules["hours"]).filter(isRecord)) {
      const closed = zones.find((zone) => !isWithinHours(hours, zone, atMs));
      if (closed !== undefined || zones.length === 0)
        finding.faults.push({
          entry: entry.index,
          sentence: `${nameOf(hours)}: it was outside the hours in ${closed ?? "no zone"}`,
        });
    }
    for (const limit of listOf(rules["attempts"]).filter(isRecord)) {
      const [most, days] = [numberOf(limit, "most") ?? 0, numberOf(limit, "within_days") ?? 1];
      // A call that a carrier refused to take counts until the record says so, as it did when this one was admitted.
      const counted = before.filter(
        (each) => each.atMs > atMs - days * DAY_MS && (uncounted.get(each.run) ?? Infinity) > entry.index,
      ).length;
      if (counted >= most)
        finding.faults.push({
          entry: entry.index,
          sentence: `${nameOf(limit)}: it was attempt ${counted + 1} within ${days * 24} hours; the limit is ${most}`,
        });
    }
    for (const other of [...listOf(rules["others"]), ...listOf(rules["own"])].filter(isRecord))
      notShown.add(nameOf(other));
  }
  if (finding.checked === 0) return null;
  if (notShown.size > 0)
    finding.notes = [`Not checked, because the record does not show it: ${[...notShown].sort().join(", ")}`];
  return finding;
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const nameOf = (rule: Facts): string => {
  const pack = textOf(rule, "pack");
  return pack === null ? `own rule ${textOf(rule, "name")}` : `${pack}/${textOf(rule, "rule")}`;
};

/** Returns the entries by which the record says that runs were no attempts. */
const listUncounted = (entries: readonly Entry[]): Map<string, number> =>
  new Map(
    entries.flatMap(({ index, kind, facts }): [string, number][] =>
      kind === "attempt.settled" && NO_ATTEMPT.has(textOf(facts, "end_reason") ?? "")
        ? [[textOf(facts, "run") ?? "", index]]
        : [],
    ),
  );
