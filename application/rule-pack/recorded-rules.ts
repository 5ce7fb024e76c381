import { writeCanonicalJson } from "../../domain/record/canonical-json.ts";
import type { RecordedRules } from "../../domain/record/entry-facts.ts";
import { type RuledCall, readRuleHours } from "../../domain/rule-pack/judge-rules.ts";
import { digestPolicy } from "../../infra/record/record-hashes.ts";
import type { OrganizationRules } from "./chosen-rules.ts";

/** Returns what the record says of the rules of packs that a call was admitted by; nothing where none concerns it. */
export const recordRules = (
  { packs, own }: OrganizationRules,
  call: RuledCall,
  atMs: number,
): { rules?: RecordedRules } => {
  const names = new Set(call.rules.map(({ law }) => law.pack));
  if (names.size === 0 && own.length === 0) return {};
  return {
    rules: {
      packs: packs
        .filter(({ id, version }) => names.has(`${id}@${version}`))
        .map(({ id, version, digest }) => ({ pack: `${id}@${version}`, digest })),
      hours: call.rules.flatMap(({ law: { pack, rule: name }, rule }) =>
        rule.kind === "hours"
          ? [{ pack, rule: name, ...readRuleHours(rule, (calendar) => call.holidaysOf(calendar, atMs)) }]
          : [],
      ),
      attempts: call.rules.flatMap(({ law: { pack, rule: name }, rule }) =>
        rule.kind === "attempts" ? [{ pack, rule: name, most: rule.most, within_days: rule.within_days }] : [],
      ),
      others: call.rules.flatMap(({ law: { pack, rule: name }, rule: { kind } }) =>
        kind === "hours" || kind === "attempts" ? [] : [{ pack, rule: name, kind }],
      ),
      own: own.map((rule) => ({ name: rule.name, digest: digestPolicy(writeCanonicalJson(rule)) })),
    },
  };
};
