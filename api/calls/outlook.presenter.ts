import { type CallOutlook, explainAdmission, findNextInstant } from "../../domain/call/admission-outlook.rules.ts";

/** Presents what admission would decide now, rule by rule. */
export const presentOutlook = (phoneNumber: string, outlook: CallOutlook) => {
  const findings = explainAdmission(outlook.facts);
  const blocking = findings.find(({ passes }) => !passes);
  return {
    phone_number: phoneNumber,
    as_of: new Date(outlook.facts.nowMs),
    may_be_dialled: blocking === undefined,
    blocked_by: blocking?.rule ?? null,
    sentence: blocking?.sentence ?? null,
    next_at: toDate(findNextInstant(outlook)),
    law: blocking?.law ?? null,
    rules: findings.map(({ rule, passes, value, sentence, law, untilMs }) => ({
      rule,
      passes,
      value,
      sentence,
      law,
      until: toDate(untilMs),
    })),
  };
};

export const toDate = (atMs: number | null): Date | null => (atMs === null ? null : new Date(atMs));
