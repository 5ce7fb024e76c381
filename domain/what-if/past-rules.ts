import type { ConsentStatus } from "../contact/consent.rules.ts";
import type { NumberClass } from "../number/number-kinds.rules.ts";
import type { RuleChoice } from "../rule-pack/applied-rules.ts";
import type { RuledAttempt } from "../rule-pack/judge-rules.ts";
import type { RuleStanding } from "../rule-pack/rule-standing.rules.ts";

/** The rules of packs, and an organization's own, of a policy. */
export interface PolicyRules {
  choice: RuleChoice;
  /**
   * True: they are asked about, and everything that they say counts. False: the calls were made by them, so that whom they refused for
   * good is told by the record: a consent that came or went later changes nothing of it.
   */
  isAsked: boolean;
}

/** What rules ask of some people alike. */
export interface RuledGroup {
  /** What their numbers begin with, as far as packs ask. */
  phoneNumber: string;
  numberClass: NumberClass | null;
  consent: ConsentStatus;
  /** Null: it is not known which number they are shown. */
  callerId: string | null;
  attributes: Readonly<Record<string, unknown>>;
}

/** The people of a campaign as far as rules ask of them. */
export interface RuledPeople {
  groups: readonly RuledGroup[];
  /** By person: the place of their group. */
  groupOf: Uint32Array;
  /** By person: from when a rule of the policy by which the campaign was called kept them from it for good; infinite: none did. */
  ruledOutFromMs: Float64Array;
  /** By person: requests to carriers for the number that were not the campaign's, oldest first; absent: there were none. */
  others: ReadonlyMap<number, readonly RuledAttempt[]>;
  consentAttested: boolean;
  list: string | null;
}

export interface RuleQuestion {
  person: number;
  atMs: number;
  policy: { rules?: PolicyRules | null; fallbackZone: string };
  /** The calls of the campaign to the person until then, oldest first. */
  attempts: readonly RuledAttempt[];
}

/** Says what the rules of a policy say of a call; null: it has none. */
export type JudgeByRules = (question: RuleQuestion) => RuleStanding | null;
