import { isAnswered } from "../../domain/call/call-outcome.rules.ts";
import { readConsentStatus } from "../../domain/contact/consent.rules.ts";
import { classifyNumber } from "../../domain/number/number-kinds.ts";
import type { RuledAttempt } from "../../domain/rule-pack/judge-rules.ts";
import type { RuledGroup, RuledPeople } from "../../domain/what-if/past-rules.ts";
import type { OtherAttempt, PastContact, PastRun } from "../../infra/postgres/what-if/campaign-past.repository.ts";
import { listRulePacks } from "../../infra/rule-pack/rule-packs.ts";
import type { ContactBlock } from "./contact-block.ts";

/** A person as far as rules ask. */
export interface PersonToRule {
  phoneNumber: string;
  consent: string;
  callerId: string | null;
  attributes: Readonly<Record<string, unknown>>;
  /** Infinite: no rule did. */
  ruledOutFromMs: number;
  others: readonly Pick<OtherAttempt, "at" | "outcome">[];
}

const FIRST_LENGTH = 4096;

/**
 * Gathers what rules ask of a campaign's people, who are kept together where they say the same of them. The attributes of contacts make a
 * difference for rules of the organization alone, but for the region, which packs ask for.
 */
export const createRuledPeople = ({ asksAttributes }: { asksAttributes: boolean }) => {
  const groups: RuledGroup[] = [];
  const places = new Map<string, number>();
  const others = new Map<number, readonly RuledAttempt[]>();
  let groupOf = new Uint32Array(FIRST_LENGTH);
  let ruledOutFromMs = new Float64Array(FIRST_LENGTH).fill(Number.POSITIVE_INFINITY);
  const makeRoom = (person: number): void => {
    if (person < groupOf.length) return;
    const length = Math.max(person + 1, Math.ceil(groupOf.length * 1.5));
    const [largerGroups, largerInstants] = [new Uint32Array(length), new Float64Array(length)];
    largerGroups.set(groupOf);
    largerInstants.fill(Number.POSITIVE_INFINITY);
    largerInstants.set(ruledOutFromMs);
    [groupOf, ruledOutFromMs] = [largerGroups, largerInstants];
  };
  return {
    /** Adds one at their place among the campaign's people. */
    add: (person: number, row: PersonToRule): void => {
      makeRoom(person);
      const { group, key } = toGroup(row, asksAttributes);
      const place = places.get(key) ?? groups.push(group) - 1;
      places.set(key, place);
      groupOf[person] = place;
      ruledOutFromMs[person] = row.ruledOutFromMs;
      if (row.others.length > 0)
        others.set(
          person,
          row.others.map(({ at, outcome }) => ({ atMs: at.getTime(), answered: isAnswered(outcome ?? "") })),
        );
    },
    groupAt: (person: number): RuledGroup | undefined => groups[groupOf[person] ?? 0],
    finish: (campaign: { consentAttested: boolean; list: string | null }): RuledPeople => ({
      groups,
      groupOf,
      ruledOutFromMs,
      others,
      ...campaign,
    }),
  };
};

const toGroup = (
  { phoneNumber, consent, callerId, attributes }: PersonToRule,
  asksAttributes: boolean,
): { group: RuledGroup; key: string } => {
  const { region } = attributes as { region?: unknown };
  const group = {
    phoneNumber: findPrefix(phoneNumber),
    numberClass: classifyNumber(phoneNumber),
    consent: readConsentStatus(consent),
    callerId,
    attributes: asksAttributes ? attributes : typeof region === "string" ? { region } : {},
  };
  return { group, key: JSON.stringify(group) };
};

/** Returns what a number begins with, as far as any pack asks. */
const findPrefix = (phoneNumber: string): string =>
  listPrefixes().find((prefix) => phoneNumber.startsWith(prefix)) ?? "";

let prefixes: readonly string[] | null = null;
const listPrefixes = (): readonly string[] =>
  (prefixes ??= [...new Set(listRulePacks().flatMap(({ concerns }) => concerns.prefixes ?? []))].toSorted(
    (one, other) => other.length - one.length,
  ));

/** Returns a contact as rules ask of them. */
export const toPersonToRule = (
  contact: PastContact,
  { own, block, others }: { own: readonly PastRun[]; block: ContactBlock; others: readonly OtherAttempt[] },
): PersonToRule => ({
  ...contact,
  callerId: own.find(({ requestedAt }) => requestedAt !== null)?.callerId ?? null,
  ruledOutFromMs: block.ruledOutFromMs,
  others,
});
