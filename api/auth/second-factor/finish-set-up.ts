import { endSessionsOfPerson } from "../../../infra/postgres/access/person.repository.ts";
import {
  type PersonTransaction,
  readSecondFactor,
  replaceRecoveryCodes,
} from "../../../infra/postgres/access/second-factor.repository.ts";
import { createRecoveryCodes } from "../../../infra/secrets/one-time-code.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requirePerson } from "../require-person.ts";

/** Gives recovery codes with the first second factor, and ends the sessions that were opened without one. */
export const finishSetUp = async (context: OperationContext, tx: PersonTransaction) => {
  const { userId, sessionId } = requirePerson(context);
  const { recoveryCodesLeft } = await readSecondFactor(tx);
  const codes = recoveryCodesLeft > 0 ? null : createRecoveryCodes();
  if (codes) await replaceRecoveryCodes(tx, { userId, codes });
  return { recovery_codes: codes, ended: await endSessionsOfPerson(tx, userId, { except: sessionId }) };
};
