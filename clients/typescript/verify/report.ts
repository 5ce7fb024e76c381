import { type Entry, isRecord, numberOf, textOf } from "./entries.ts";
import { createFinding, type Finding } from "./finding.ts";

/** Compares the report's counts with what the record says of the campaign. */
export const checkReport = (entries: readonly Entry[], report: unknown): Finding => {
  const finding = createFinding("The report's counts are the record's", "counts");
  if (!isRecord(report)) {
    finding.faults.push({ entry: null, sentence: "The file has no report" });
    return finding;
  }
  const campaign = numberOf(report, "campaign");
  const told = listCounts(report);
  const counted = countEntries(entries, campaign);
  for (const name of new Set([...told.keys(), ...counted.keys()])) {
    finding.checked += 1;
    const [says, is] = [told.get(name) ?? 0, counted.get(name) ?? 0];
    if (says !== is)
      finding.faults.push({ entry: null, sentence: `The report has ${says} for ${name}, and the record ${is}` });
  }
  return finding;
};

const listCounts = (report: Readonly<Record<string, unknown>>): Map<string, number> => {
  const counts = new Map<string, number>([["attempts", numberOf(report, "attempts") ?? 0]]);
  for (const part of ["outcome", "cost_minor"]) {
    const values = report[part];
    if (isRecord(values))
      for (const name of Object.keys(values)) counts.set(`${part} ${name}`, numberOf(values, name) ?? 0);
  }
  return counts;
};

const countEntries = (entries: readonly Entry[], campaign: number | null): Map<string, number> => {
  const counts = new Map<string, number>([["attempts", 0]]);
  const add = (name: string, more: number) => counts.set(name, (counts.get(name) ?? 0) + more);
  const costs = new Map<string, { amount: number; currency: string }>();
  for (const { kind, facts } of entries) {
    const run = textOf(facts, "run") ?? "";
    const isOurs = numberOf(facts, "campaign") === campaign;
    if (kind === "attempt.requested" && isOurs) add("attempts", 1);
    if (kind === "attempt.settled" && isOurs) add(`outcome ${textOf(facts, "outcome")}`, 1);
    if ((kind === "attempt.settled" && isOurs) || (kind === "attempt.priced" && costs.has(run)))
      costs.set(run, { amount: numberOf(facts, "cost_minor") ?? 0, currency: textOf(facts, "currency") ?? "" });
  }
  for (const { amount, currency } of costs.values()) if (currency !== "") add(`cost_minor ${currency}`, amount);
  return counts;
};
