import { classifyNumber } from "../../domain/number/number-kinds.ts";
import { findStop, judgeRules, type RuledAttempt, type RuledCall } from "../../domain/rule-pack/judge-rules.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import type { MadeCall, PackJudge } from "../../domain/what-if/judge-calls.ts";
import { buildRuledCall, daysOfAttempts } from "../../infra/rule-pack/ruled-call.ts";
import type { OrganizationRules } from "../rule-pack/chosen-rules.ts";

/** Asks rules of calls that were made, in their order; attempts are kept for as long as a rule counts them. */
export const createPackJudge = (rules: OrganizationRules): PackJudge => {
  const spanMs = daysOfAttempts(rules) * DAY_MS;
  const byNumber = new Map<string, RuledAttempt[]>();
  let forgottenMs = Number.NEGATIVE_INFINITY;
  const forget = (atMs: number): void => {
    forgottenMs = atMs;
    for (const [number, made] of byNumber) if ((made.at(-1)?.atMs ?? 0) <= atMs - spanMs) byNumber.delete(number);
  };
  const build = ({ phoneNumber, atMs, ruled }: MadeCall, zones: readonly string[]): RuledCall | null => {
    if (!ruled) return null;
    const attempts = (byNumber.get(phoneNumber) ?? []).filter((each) => each.atMs > atMs - spanMs && each.atMs <= atMs);
    return buildRuledCall(rules, {
      ...ruled,
      ...{ phoneNumber, numberClass: classifyNumber(phoneNumber), zones, attempts },
    });
  };
  return {
    daysBack: daysOfAttempts(rules),
    judge: (call, zones) => {
      const built = build(call, zones);
      return built && judgeRules(built, call.atMs);
    },
    findStop: (call, zones) => {
      const built = build(call, zones);
      return built && findStop(built, call.atMs);
    },
    remember: ({ phoneNumber, atMs, ruled }: MadeCall) => {
      if (spanMs === 0) return;
      if (atMs - forgottenMs > DAY_MS) forget(atMs);
      const known = (byNumber.get(phoneNumber) ?? []).filter((each) => each.atMs > atMs - spanMs);
      known.push({ atMs, answered: ruled?.answered ?? false });
      byNumber.set(
        phoneNumber,
        known.sort((one, other) => one.atMs - other.atMs),
      );
    },
  };
};
