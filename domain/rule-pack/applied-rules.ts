import type { OwnRule } from "./own-rule.ts";
import { nameOfPack, type PackRule, type RulePack } from "./rule-pack.ts";
import type { Law } from "./rule-standing.rules.ts";

/** So many packs an organization chooses at most, and switches on so many rules that counsel is to confirm. */
export const MOST_PACKS_CHOSEN = 50;
export const MOST_UNCONFIRMED_RULES = 200;

/** What an organization has chosen. */
export interface ChosenRules {
  packs: readonly RulePack[];
  /** Rules that counsel is to confirm and that it has switched on, each as `de/hours`. */
  unconfirmed: readonly string[];
}

/** What it has chosen, with its own rules. */
export interface RuleChoice extends ChosenRules {
  own: readonly OwnRule[];
}

/** A rule that concerns a call. */
export interface AppliedRule {
  law: Law;
  rule: PackRule;
}

/** The person who is called, as far as a pack asks. */
export interface CalledPerson {
  phoneNumber: string;
  /** ISO 3166; null: the number is of no country. */
  country: string | null;
  /** The attribute `region` of the contact, such as `US-FL`; null: it has none. */
  region: string | null;
}

/** The name by which a rule is switched on, whichever version of its pack holds. */
export const nameOfRule = (packId: string, ruleId: string): string => `${packId}/${ruleId}`;

/** Finds the first rule that is of no pack of these names; -1: there is none. */
export const findStrayRule = (rules: readonly string[], packNames: readonly string[]): number =>
  rules.findIndex((rule) => !packNames.some((pack) => rule.startsWith(`${pack.split("@")[0]}/`)));

export const isInForce = ({ id }: RulePack, rule: PackRule, unconfirmed: readonly string[]): boolean =>
  rule.standing === "sourced" || unconfirmed.includes(nameOfRule(id, rule.id));

/**
 * Tells whether a pack concerns a person: by the country of the number, and where the pack is that of a region, by what the
 * number begins with or by the region that their row names. A person who may be in a region counts as one who is.
 */
export const concernsPerson = ({ concerns }: RulePack, { phoneNumber, country, region }: CalledPerson): boolean => {
  const { countries, prefixes, regions } = concerns;
  if (prefixes === undefined && regions === undefined) return country !== null && countries.includes(country);
  if (region !== null && regions?.includes(region)) return true;
  return prefixes?.some((prefix) => phoneNumber.startsWith(prefix)) ?? false;
};

/** Lists the rules that hold for calls to a person, of every chosen pack that concerns them. */
export const listAppliedRules = ({ packs, unconfirmed }: ChosenRules, person: CalledPerson): AppliedRule[] =>
  packs
    .filter((pack) => concernsPerson(pack, person))
    .flatMap((pack) =>
      pack.rules
        .filter((rule) => isInForce(pack, rule, unconfirmed))
        .map((rule) => ({ law: { pack: nameOfPack(pack), rule: rule.id, paragraph: rule.paragraph }, rule })),
    );

/** Lists what the packs that concern a person have a call say at its beginning, in the language of the agent where they have it. */
export const listDisclosures = (chosen: ChosenRules, person: CalledPerson, language: string): string[] =>
  listAppliedRules(chosen, person).flatMap(({ rule }) =>
    rule.kind === "disclosure" ? [rule.wording[language.slice(0, 2).toLowerCase()] ?? rule.wording.en] : [],
  );
