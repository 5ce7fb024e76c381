/** The rule that speaks, as it is named wherever a call is refused by it. */
export interface Law {
  /** `us-federal@2026-11`. */
  pack: string;
  rule: string;
  /** Where the law says so; empty: an organization's own rule. */
  paragraph: string;
}

/** Why a rule keeps a call from being made. */
export interface RuleStop {
  law: Law;
  /** Begins with the rule's name. */
  sentence: string;
}

/** The kind of rule that refuses for good; `own`: one of the organization's. */
export type RefusedBy = "consent" | "number_kinds" | "caller_id" | "own";

/** What the rules of packs say of a call at an instant. Epoch milliseconds. */
export interface RuleStanding {
  /** The packs that concern the call. */
  packs: readonly string[];
  /** Time changes nothing about it. */
  refused: (RuleStop & { of: RefusedBy }) | null;
  /** The rule that keeps the call waiting longest, and until when all of them let it pass; null: not within eight days. */
  waits: (RuleStop & { of: "hours" | "attempts"; untilMs: number | null }) | null;
}

/** Stands for a pack where the rule is the organization's own. */
export const OWN = "own";

export const formatLaw = ({ pack, rule, paragraph }: Law): string =>
  pack === OWN ? `${rule} of the organization` : `${rule} of ${pack} (${paragraph})`;
