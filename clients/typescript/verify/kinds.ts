import type { Entry } from "./entries.ts";
import { createFinding, type Finding } from "./finding.ts";

/** The kinds of entries, and the facts that each must have. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  policy: ["digest", "policy"],
  "attempt.requested": ["run", "campaign", "environment", "zones", "policy", "admitted_at", "reserved"],
  "attempt.answered": ["run", "carrier_call_id"],
  "attempt.settled": ["run", "campaign", "outcome", "end_reason", "cost_minor", "currency", "held"],
  "attempt.priced": ["run", "cost_minor", "currency", "held"],
  "text.requested": ["message", "environment", "admitted_at", "reserved"],
  "text.answered": ["message", "state"],
  "do_not_call.added": ["environment", "expires_at"],
  "do_not_call.removed": ["environment"],
  "consent.changed": ["environment", "status"],
  "campaign.decided": ["campaign", "event"],
  "campaign.pause_answered": ["campaign"],
  "campaign.set": ["campaign", "change", "settings"],
  "settings.changed": ["settings"],
  "account.changed": ["account", "change", "settings"],
  "number.changed": ["number", "account", "change", "settings"],
  "national_list.changed": ["list", "source", "as_of", "change"],
  "import.ended": ["import", "status", "counts"],
  erasure: ["reason"],
  "person.exported": ["export", "held"],
  "person.erased": ["erasure", "removed"],
  "runs.removed": ["removal", "runs", "campaign"],
};

/** An entry that this program cannot read may be what a promise depends on: none of them is kept by looking away. */
export const checkKinds = (entries: readonly Entry[]): Finding => {
  const finding = createFinding("Every entry is of a kind that is known, with its facts", "entries");
  for (const { index, kind, facts } of entries) {
    finding.checked += 1;
    const needed = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    const missing = needed?.filter((name) => facts[name] === undefined) ?? [];
    if (!needed)
      finding.faults.push({ entry: index, sentence: `This program does not know the kind ${kind}: take a newer one` });
    else if (missing.length > 0)
      finding.faults.push({ entry: index, sentence: `An entry ${kind} lacks ${missing.join(", ")}` });
  }
  return finding;
};
