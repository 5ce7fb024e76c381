import { ROW_QUOTA_REACHED } from "../../domain/access/quotas.ts";
import { wasDialled } from "../../domain/call/call-outcome.rules.ts";
import { describeEndedCall, type EndedCall, explainNotTaken, isTakenCall } from "../../domain/contact/ended-call.ts";
import { KEPT_PAYLOAD_LENGTH, type MappedContact, mapPayload, NotTakenError } from "../../domain/contact/intake.ts";
import { toStorableText } from "../../domain/json/storable.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import {
  type CallToTake,
  claimCallToTake,
  passOverCall,
  settleCallToTake,
} from "../../infra/postgres/contact/calls-to-take.repository.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import { keepFault } from "../../infra/postgres/contact/contact-intake.repository.ts";
import { findDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { conditionOf } from "../../infra/rule-pack/compile-call-condition.ts";
import { checkMapped, takeIntoList } from "./take-into-list.ts";

interface Transaction {
  em: Entities;
  tx: OrganizationTransaction;
}

/** Thrown out of the transaction, so that it is undone. */
export class CallNotTakenError extends Error {
  readonly id: number;
  constructor(id: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.id = id;
  }
}

/**
 * Takes the person of the call that waits for the longest, under the intake's rule; returns false when none waits. The row that says that
 * it waits and what it comes to change in this transaction. Throws `CallNotTakenError` where it cannot be. `isFull`: the organization may
 * keep no more rows.
 */
export const takeEndedCall = async ({ em, tx }: Transaction, { isFull }: { isFull: boolean }): Promise<boolean> => {
  const waiting = await claimCallToTake(tx);
  if (!waiting) return false;
  try {
    await take({ em, tx }, { ...waiting, isFull });
  } catch (error) {
    throw new CallNotTakenError(waiting.row.id, error);
  }
  return true;
};

const take = async (
  { em, tx }: Transaction,
  { row, intake, run, person, isFull }: CallToTake & { isFull: boolean },
): Promise<void> => {
  const call = describeEndedCall(run, person);
  const { calls } = intake;
  const asksFor = calls && ((asked: EndedCall) => conditionOf(calls.when ?? null)(asked));
  if (!isTakenCall(call, { isActive: intake.is_active, wasDialled: wasDialled(call.outcome), asksFor }))
    return passOverCall(tx, row);
  if (isFull) throw new NotTakenError(ROW_QUOTA_REACHED);
  const mapped = mapPayload(intake.mapping, call);
  if (!mapped.ok) throw new NotTakenError(mapped.reason);
  const { contact } = mapped;
  checkMapped(contact);
  const isOnDoNotCallList = await isListed(tx, contact, run);
  const refusal = explainNotTaken({ hasOptedOut: run.opted_out, isOnDoNotCallList });
  if (refusal !== null) throw new NotTakenError(refusal);
  await takeIntoList({ em, tx }, intake, { contact, key: contact.key ?? call.run_uuid, runId: run.id });
  await settleCallToTake(tx, row, "taken");
};

/** Tells whether the number is on the do-not-call list. */
const isListed = async (
  tx: OrganizationTransaction,
  { phoneNumber }: MappedContact,
  { environment }: CallToTake["run"],
): Promise<boolean> => {
  const number = parsePhoneNumber(phoneNumber, await readOrganizationCountry(tx));
  return number.ok && (await findDoNotCall(tx, number.e164, environment)) !== undefined;
};

/** Keeps the reason why the person of a call was not taken, with the call, once. */
export const refuseCall = async (tx: OrganizationTransaction, id: number, reason: string): Promise<void> => {
  const waiting = await claimCallToTake(tx, id);
  if (!waiting) return;
  const { row, intake, run, person } = waiting;
  await settleCallToTake(tx, row, "refused");
  const payload = toStorableText(JSON.stringify(describeEndedCall(run, person)));
  await keepFault(tx, intake, { reason, payload: payload.slice(0, KEPT_PAYLOAD_LENGTH) });
};
