import type { RecordedPolicy, RecordedRules } from "../../domain/record/entry-facts.ts";
import { concernsPerson } from "../../domain/rule-pack/applied-rules.ts";
import { nameOfPack } from "../../domain/rule-pack/rule-pack.ts";
import type { CampaignPast, PolicyFrom } from "../../domain/what-if/campaign-past.ts";
import type { PolicyRules, RuledGroup } from "../../domain/what-if/past-rules.ts";
import { listRulePacks } from "../../infra/rule-pack/rule-packs.ts";
import type { OrganizationRules } from "../rule-pack/chosen-rules.ts";
import type { createRuledPeople } from "./ruled-people.ts";

/** What the record says of an admission: of whom, when, and which rules concerned the call. */
export interface RuledAdmission {
  atMs: number;
  group: RuledGroup;
  rules: RecordedRules | undefined;
}

/** Lists the admissions of attempts whose policies are known, in their order. */
export const sortAdmissions = (
  ruled: ReturnType<typeof createRuledPeople> | null,
  { attempts, policies }: { attempts: CampaignPast["attempts"]; policies: readonly (RecordedPolicy | undefined)[] },
): RuledAdmission[] =>
  policies
    .flatMap((policy, row): RuledAdmission[] => {
      const group = ruled?.groupAt(attempts.person[row] ?? 0);
      return group && policy ? [{ atMs: attempts.admittedMs[row] ?? 0, group, rules: policy.rules }] : [];
    })
    .sort((one, other) => one.atMs - other.atMs);

/** When packs held; epoch milliseconds. */
interface Held {
  fromMs: number;
  untilMs: number;
}

/**
 * Finds the rules in force from each instant on. Today's choice is what they were, but where the record has admissions of people whom a
 * pack concerns, these tell when it held: from the first such call that names it to the last.
 */
export const findRulesInForce = (
  admissions: readonly RuledAdmission[],
  today: OrganizationRules | null,
): ((atMs: number) => PolicyRules | null) & { instants: readonly number[] } => {
  const named = new Set([
    ...(today?.packs ?? []).map(nameOfPack),
    ...admissions.flatMap(({ rules }) => rules?.packs.map(({ pack }) => pack) ?? []),
  ]);
  const packs = listRulePacks().filter((pack) => named.has(nameOfPack(pack)));
  const held = packs.map((pack) => ({ pack, spans: readSpans(pack, { admissions, today }) }));
  const own = today?.own ?? [];
  const known = new Map<string, PolicyRules | null>();
  const choose = (atMs: number): PolicyRules | null => {
    const chosen = held.filter(({ spans }) => spans.some(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs));
    const key = chosen.map(({ pack }) => nameOfPack(pack)).join(" ");
    const before = known.get(key);
    if (before !== undefined) return before;
    const choice = { packs: chosen.map(({ pack }) => pack), unconfirmed: today?.unconfirmed ?? [], own };
    const rules = choice.packs.length === 0 && own.length === 0 ? null : { choice, isAsked: false };
    known.set(key, rules);
    return rules;
  };
  const instants = held.flatMap(({ spans }) => spans.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]));
  return Object.assign(choose, { instants: instants.filter(Number.isFinite) });
};

const ALWAYS: Held = { fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY };

const readSpans = (
  pack: ReturnType<typeof listRulePacks>[number],
  { admissions, today }: { admissions: readonly RuledAdmission[]; today: OrganizationRules | null },
): Held[] => {
  const name = nameOfPack(pack);
  const seen = admissions.filter(({ group }) => concernsPerson(pack, toPerson(group)));
  if (seen.length === 0) return (today?.packs ?? []).some((each) => nameOfPack(each) === name) ? [ALWAYS] : [];
  const spans: Held[] = [];
  let wasHeld = false;
  for (const [place, { atMs, rules }] of seen.entries()) {
    const holds = rules?.packs.some((each) => each.pack === name) ?? false;
    // Before the first and after the last of them it was as these say.
    if (holds && !wasHeld) spans.push({ fromMs: place === 0 ? ALWAYS.fromMs : atMs, untilMs: ALWAYS.untilMs });
    const last = spans.at(-1);
    if (!holds && wasHeld && last) last.untilMs = (seen[place - 1]?.atMs ?? atMs) + 1;
    wasHeld = holds;
  }
  return spans;
};

const toPerson = ({ phoneNumber, numberClass, attributes }: RuledGroup) => ({
  phoneNumber,
  country: numberClass?.country ?? null,
  region: typeof attributes["region"] === "string" ? attributes["region"] : null,
});

/** Puts the rules in force beside the other settings, from each instant on at which one of them changed. */
export const joinRules = (
  policies: readonly PolicyFrom[],
  rulesAt: ReturnType<typeof findRulesInForce>,
): PolicyFrom[] => {
  const startMs = policies[0]?.fromMs ?? 0;
  const instants = [...policies.map(({ fromMs }) => fromMs), ...rulesAt.instants.filter((atMs) => atMs > startMs)];
  return [...new Set(instants)]
    .sort((one, other) => one - other)
    .map((fromMs) => {
      const { policy } = policies.findLast((each) => each.fromMs <= fromMs) ?? {};
      if (!policy) throw new Error("a campaign has settings");
      return { fromMs, policy: { ...policy, rules: rulesAt(fromMs) } };
    });
};
