import { readConsentStatus } from "../../domain/contact/consent.rules.ts";
import { parseNumberClass } from "../../domain/number/number-kinds.rules.ts";
import { judgeRules } from "../../domain/rule-pack/judge-rules.ts";
import type { RuledGroup } from "../../domain/what-if/past-rules.ts";
import type { ContactsAtStart } from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { buildRuledCall } from "../../infra/rule-pack/ruled-call.ts";
import type { OrganizationRules } from "./chosen-rules.ts";

/** Of people who are counted together only their region is known: rules that ask other attributes cannot be asked of them. */
export const withoutAttributes = (rules: OrganizationRules): OrganizationRules => ({
  ...rules,
  own: rules.own.filter(({ expression }) => !expression.includes("attributes")),
});

/** Returns what rules ask of people who are counted together. */
export const toRuledGroup = ({ prefix, numberClass, consent, region }: ContactsAtStart): RuledGroup => ({
  phoneNumber: prefix ?? "",
  numberClass: numberClass === null ? null : parseNumberClass(numberClass),
  consent: readConsentStatus(consent),
  // Which number is shown is chosen with the call.
  callerId: null,
  attributes: region === null ? {} : { region },
});

/** Tells whether packs refuse calls to people whatever the time: they have not agreed as a pack asks, or their numbers are of a kind. */
export const isRefusedByPacks = (
  rules: OrganizationRules,
  people: ContactsAtStart,
  { consentAttested, atMs }: { consentAttested: boolean; atMs: number },
): boolean => {
  const asked = { ...toRuledGroup(people), zones: ["UTC"], attempts: [], list: null, consentAttested };
  return judgeRules(buildRuledCall({ ...rules, own: [] }, asked), atMs).refused !== null;
};
