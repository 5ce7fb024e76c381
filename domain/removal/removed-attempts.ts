import { ATTEMPTS_WINDOW_HOURS } from "../call/attempt.rules.ts";
import { LONGEST_RULE_DAYS } from "../rule-pack/rule-pack.ts";

/** An attempt is kept so much longer than it counts: none may be gone that is still asked for. */
const MARGIN_HOURS = 1;
const MARGIN_DAYS = 1;

/** An attempt whose run was removed is kept for this long after it was made. `platform_forget_removed_attempts` has the same. */
export const REMOVED_ATTEMPTS_KEPT = {
  /** For the limit of attempts on a number. */
  hours: ATTEMPTS_WINDOW_HOURS + MARGIN_HOURS,
  /** Where rules of packs, or an organization's own, may count it. */
  daysForRules: LONGEST_RULE_DAYS + MARGIN_DAYS,
} as const;
