import { type ChosenRules, isInForce, nameOfRule } from "./applied-rules.ts";

/** For how many days an organization keeps what is known of calls; null: for good. */
export interface KeptFor {
  callsDays: number | null;
  wordsDays: number | null;
}

/** Returns why the days for which calls are kept do not agree with a rule of the packs; null: they do. */
export const explainRetention = (
  { packs, unconfirmed }: ChosenRules,
  { callsDays, wordsDays }: KeptFor,
): { field: "keep_runs_days" | "retention_days"; sentence: string } | null => {
  for (const pack of packs)
    for (const rule of pack.rules) {
      if (rule.kind !== "retention" || !isInForce(pack, rule, unconfirmed)) continue;
      const { keep_calls_days_at_least: least, keep_words_days_at_most: most } = rule;
      const name = `The rule ${nameOfRule(pack.id, rule.id)} (${rule.paragraph})`;
      if (least !== undefined && callsDays !== null && callsDays < least)
        return { field: "keep_runs_days", sentence: `${name} has calls kept for ${least} days at least` };
      if (most !== undefined && (wordsDays === null || wordsDays > most))
        return { field: "retention_days", sentence: `${name} has words of calls kept for ${most} days at most` };
    }
  return null;
};
