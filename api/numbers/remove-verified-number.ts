import { type CarrierAccount, findCarrierAccount } from "../../application/telephony/find-carrier-account.ts";
import { shortenNumber } from "../../domain/number/e164.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { VerifiedNumber } from "../../infra/postgres/number/verified-number.entity.ts";
import { deleteVerifiedNumber } from "../../infra/postgres/number/verified-number.repository.ts";
import { recordVerification } from "../../infra/postgres/record/record-settings.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { CarrierRefusedError, CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import type { CarrierSync } from "../../infra/telephony/point-number.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";
import { verifiedNumberNotFound } from "./numbers.errors.ts";
import type { verifiedNumberParams } from "./verified-numbers.schemas.ts";

/** Removes a number's verification: it is no caller id from then on. Then carriers that had verified it are told. */
export const removeVerifiedNumber = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof verifiedNumberParams }>,
) => {
  requireProduction(context.actor, "change what numbers are verified");
  const { accounts, phoneNumber, name } = await context.inOrganization(async (tx) => {
    const parsed = parsePhoneNumber(params.phone_number, await readOrganizationCountry(tx));
    if (!parsed.ok) throw verifiedNumberNotFound();
    return removeNumber(tx, context, parsed.e164);
  });
  const syncs = [];
  for (const account of accounts) syncs.push(await tellCarrier(account, phoneNumber));
  const failed = syncs.find(({ ok }) => !ok);
  return { message: `The number ${name} is no longer verified`, provider_sync: failed ?? syncs[0] ?? null };
};

const removeNumber = async (tx: OrganizationTransaction, context: OperationContext, phoneNumber: string) => {
  const forgotten = await deleteVerifiedNumber(tx, phoneNumber);
  if (forgotten.length === 0) throw verifiedNumberNotFound();
  const name = shortenNumber(phoneNumber);
  const actor = formatActor(context.actor);
  for (const proof of forgotten) await recordVerification(tx, proof, { change: "verification_removed", actor });
  recordTimelineAtCommit(tx, {
    organizationId: context.actor.organizationId,
    kind: "system",
    actor,
    summary: `The number ${name} is no longer verified`,
  });
  return { accounts: await accountsOf(tx, context, forgotten), phoneNumber, name };
};

const accountsOf = async (
  tx: OrganizationTransaction,
  context: OperationContext,
  forgotten: readonly VerifiedNumber[],
): Promise<CarrierAccount[]> => {
  const accounts = [];
  for (const { telephony_configuration_id: id } of forgotten)
    if (id !== null) accounts.push(await findCarrierAccount(context, tx, id));
  return accounts.filter((account) => account !== undefined);
};

const tellCarrier = async ({ carrier, credentials }: CarrierAccount, phoneNumber: string): Promise<CarrierSync> => {
  const { displayName } = carrier.description;
  try {
    await carrier.callerIds?.remove(credentials, phoneNumber);
    return { ok: true, message: null };
  } catch (error) {
    if (!(error instanceof CarrierUnavailableError || error instanceof CarrierRefusedError)) throw error;
    return { ok: false, message: `${displayName} still lists the number as verified: ${error.message}` };
  }
};
