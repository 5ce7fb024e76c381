import { readNumberOutlook } from "../../../application/call/call-outlook.ts";
import { chooseAccount } from "../../../application/telephony/choose-account.ts";
import { explainAdmission, findNextInstant } from "../../../domain/call/admission-outlook.rules.ts";
import type { LookUpFunction } from "./look-up.ts";
import { readNumberAsked } from "./read-number-asked.ts";

/** Evaluates the rules that admit calls, as `GET /do-not-call/check` does. */
export const explainNotDialled: LookUpFunction = (lookUp, given) =>
  lookUp.inside(async (tx) => {
    const asked = await readNumberAsked(tx, given);
    if ("say" in asked) return asked;
    const { environment } = lookUp.asker;
    const chosen = await chooseAccount(tx, {
      isSandbox: environment === "sandbox",
      telephonyAccountId: undefined,
    });
    const outlook = await readNumberOutlook(lookUp, tx, {
      organizationId: lookUp.organizationId,
      phoneNumber: asked.number,
      environment,
      account: "account" in chosen ? chosen.account : null,
    });
    const rules = explainAdmission(outlook.facts);
    const blocking = rules.find(({ passes }) => !passes);
    const nextAtMs = findNextInstant(outlook);
    return {
      say: blocking
        ? `${asked.number} is not dialled at this moment: ${blocking.sentence}`
        : `No rule prevents dialling ${asked.number} at this moment.`,
      phone_number: asked.number,
      next_at: nextAtMs === null ? null : new Date(nextAtMs).toISOString(),
      rules: rules.map(({ rule, passes, sentence }) => ({ rule, passes, sentence })),
    };
  });
