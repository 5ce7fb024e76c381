import { readZonesKey } from "../../domain/contact/contact-zones.ts";
import { judgeRules, type RuledCall } from "../../domain/rule-pack/judge-rules.ts";
import type { CampaignPast } from "../../domain/what-if/campaign-past.ts";
import type { JudgeByRules, PolicyRules, RuledPeople } from "../../domain/what-if/past-rules.ts";
import { buildRuledCall } from "../rule-pack/ruled-call.ts";

/** Judges simulated calls as admission judges real ones; null: nothing is known that rules could ask of the campaign's people. */
export const createPastRuleJudge = ({ ruled, people, zones }: CampaignPast): JudgeByRules | null => {
  if (!ruled) return null;
  const calls = new Map<PolicyRules, Map<string, RuledCall>>();
  return ({ person, atMs, policy, attempts }) => {
    const { rules, fallbackZone } = policy;
    if (!rules) return null;
    const zone = zones[people.zone[person] ?? 0] ?? "";
    const before = ruled.others.get(person)?.filter((each) => each.atMs < atMs) ?? [];
    const made = [...before, ...attempts].sort((one, other) => one.atMs - other.atMs);
    const build = () => buildCall(ruled, { person, rules, zones: readZonesKey(zone, fallbackZone), attempts: made });
    // Expressions count attempts, so that each call has its own.
    const call =
      rules.choice.own.length > 0 ? build() : keep(calls, { rules, key: `${ruled.groupOf[person]} ${zone}`, build });
    const standing = judgeRules({ ...call, attempts: made }, atMs);
    const isToldByRecord = !rules.isAsked && (people.attempts[person] ?? 0) > 0 && standing.refused?.of !== "own";
    return isToldByRecord ? { ...standing, refused: null } : standing;
  };
};

const keep = (
  calls: Map<PolicyRules, Map<string, RuledCall>>,
  { rules, key, build }: { rules: PolicyRules; key: string; build(): RuledCall },
): RuledCall => {
  const ofRules = calls.get(rules) ?? new Map<string, RuledCall>();
  calls.set(rules, ofRules);
  let call = ofRules.get(key);
  if (!call) ofRules.set(key, (call = build()));
  return call;
};

const buildCall = (
  { groups, groupOf, consentAttested, list }: RuledPeople,
  {
    person,
    rules,
    zones,
    attempts,
  }: { person: number; rules: PolicyRules; zones: readonly string[]; attempts: RuledCall["attempts"] },
): RuledCall => {
  const group = groups[groupOf[person] ?? 0];
  if (!group) throw new Error(`person ${person} is of no group`);
  return buildRuledCall(rules.choice, { ...group, zones, attempts, consentAttested, list });
};
