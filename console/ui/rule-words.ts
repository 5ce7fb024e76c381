import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { chooseFullLimit } from "./full-limit.ts";
import { describeNumberClass } from "./number-class.ts";
import { chooseOutcomeLook } from "./outcomes.ts";
import { describeShortage } from "./shortage-words.ts";

/** The result of one rule for a call at this moment. */
export interface RuleFinding {
  rule: string;
  passes: boolean;
  /** The facts that the rule checks. */
  value: string;
  /** The API's own sentence, in English. */
  sentence: string | null;
  /** The rule of a rule pack that says so. */
  law: { pack: string; rule: string; paragraph: string } | null;
  until: string | null;
}

const { refusals, ruleValues } = words.contacts;

/** The rules whose facts are sufficient for a sentence; for the others only the API's sentence names the reason. */
const REFUSALS: Readonly<Record<string, (finding: RuleFinding) => string | null | undefined>> = {
  time_limit: () => refusals.tooLate,
  do_not_call: ({ value }) => {
    const [, source, day] = /^on (.+) of (\S+)$/.exec(value) ?? [];
    return source === undefined || day === undefined ? refusals.listed : refusals.onNational(source, day);
  },
  consent: ({ value }) => (value === "withdrawn" ? refusals.withdrawn : refusals.consentUnknown),
  campaign: ({ value, sentence }) => {
    const [, why] = /^The campaign is \w+: (.+)$/.exec(sentence ?? "") ?? [];
    return refusals.campaign(ruleValues[value] ?? value, why);
  },
  number_kind: ({ sentence }) =>
    sentence?.endsWith("(allowed_countries)") ? refusals.countryNotAllowed : refusals.kindNotAllowed,
  pack_permission: ({ law }) => law && refusals.byRule(nameLaw(law)),
  pack_times: ({ law }) => law && refusals.byRuleNow(nameLaw(law)),
  retry_wait: ({ value }) => {
    const [state = ""] = value.split(", ");
    return { under_way: refusals.underWay, waiting: refusals.waits, claimed: refusals.waits }[state] ?? refusals.over;
  },
  window: ({ until }) => (until === null ? refusals.neverOpens : refusals.closed),
  budget: ({ sentence }) => (sentence === null ? undefined : describeShortage(sentence)),
  daily_quota: () => refusals.quotaSpent,
  attempts: () => refusals.calledOften,
  concurrency: ({ value }) => refusals[chooseFullLimit(value)],
  pace: () => refusals.noTurn,
};

const nameLaw = ({ pack, rule, paragraph }: NonNullable<RuleFinding["law"]>): string =>
  pack === "own" ? rule : `${pack}/${rule} (${paragraph})`;

/** Describes in the viewer's language why a rule prevents a call. */
export const describeRefusal = (finding: RuleFinding): string =>
  REFUSALS[finding.rule]?.(finding) ?? finding.sentence ?? "";

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Describes in the viewer's language and zone what a rule has checked, as far as there are words for it. */
export const describeFacts = (value: string): string => {
  const [, isOpen, whose, clocks = ""] =
    /^(open|closed) by the (campaign|organization)'s hours: (.+)$/.exec(value) ?? [];
  if (whose !== undefined) return words.contacts.hoursOf[whose]?.(isOpen === "open", clocks) ?? value;
  const [, law] = /^closed by (.+)$/.exec(value) ?? [];
  if (law !== undefined) return refusals.closedBy(law);
  return ruleValues[value] ?? value.split(", ").map(describePart).join(", ");
};

const describePart = (part: string): string => {
  const [, outcome] = /^last (\w+)$/.exec(part) ?? [];
  if (outcome !== undefined) return words.contacts.lastResult(chooseOutcomeLook(outcome).name);
  const [, made = "", most] = /^(\d+) of (\d+) within 24 hours$/.exec(part) ?? [];
  if (most !== undefined) return words.contacts.withinDay(made, most);
  const [, today = "", quota] = /^(\d+) of (\d+) today$/.exec(part) ?? [];
  if (quota !== undefined) return words.contacts.withinToday(today, quota);
  const [, whose = "", live = "", limit] = /^([a-z ]+): (\d+) of (\d+)$/.exec(part) ?? [];
  if (limit !== undefined) return words.contacts.places(words.contacts.holders[whose] ?? whose, live, limit);
  return ruleValues[part] ?? describeNumberClass(part) ?? describeInstants(part);
};

/** Formats the instants after `due`, `until`, `listed until` and `free at`. */
const describeInstants = (part: string): string => {
  const said = part.replaceAll(INSTANT, (instant) => formatMoment(instant));
  const [, before = ""] = new RegExp(`^(.+?) ${INSTANT.source}$`).exec(part) ?? [];
  const name = words.contacts.ruleInstants[before];
  return name === undefined ? said : `${name} ${said.slice(before.length + 1)}`;
};
