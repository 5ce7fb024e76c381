import type { ConsentStatus } from "../../domain/contact/consent.rules.ts";
import type { NumberClass } from "../../domain/number/number-kinds.rules.ts";
import { listAppliedRules, type RuleChoice } from "../../domain/rule-pack/applied-rules.ts";
import { daysThatCount, type RuledAttempt, type RuledCall } from "../../domain/rule-pack/judge-rules.ts";
import { buildOwnCheck } from "../../domain/rule-pack/own-checks.ts";
import { listHolidays } from "../holiday/holiday-calendar.ts";
import { checkOf } from "./compile-own-rule.ts";

/** A call as far as rules ask of it. */
export interface CallToRule {
  phoneNumber: string;
  numberClass: NumberClass | null;
  zones: readonly string[];
  consent: ConsentStatus;
  consentAttested: boolean;
  callerId: string | null;
  attempts: readonly RuledAttempt[];
  attributes: Readonly<Record<string, unknown>>;
  /** The name of the campaign's contact list; null: the call is of no campaign. */
  list: string | null;
}

/** Finds the rules that concern a call, of packs and the organization's own. */
export const buildRuledCall = (chosen: RuleChoice, call: CallToRule): RuledCall => {
  const { numberClass, phoneNumber, attributes, zones, attempts } = call;
  const country = numberClass?.country ?? null;
  const region = typeof attributes["region"] === "string" ? attributes["region"] : null;
  const known = {
    country: country ?? "",
    region: region ?? "",
    consent: call.consent,
    numberKind: numberClass?.kind ?? "",
    list: call.list ?? "",
    attributes,
  };
  return {
    rules: listAppliedRules(chosen, { phoneNumber, country, region }),
    own: chosen.own.map((rule) => buildOwnCheck(rule, checkOf(rule), { known, zones, attempts })),
    zones,
    consent: call.consent,
    consentAttested: call.consentAttested,
    numberClass,
    callerId: call.callerId,
    attempts,
    holidaysOf: (calendar, atMs) => listHolidays(calendar, new Date(atMs)),
  };
};

/** How many days back attempts count for any of the chosen rules; 0: for none. */
export const daysOfAttempts = ({ packs, own }: RuleChoice): number =>
  Math.max(own.length > 0 ? 7 : 0, ...packs.flatMap(({ rules }) => rules.map(daysThatCount)));
