import type { z } from "zod";
import { shortenNumber } from "../../domain/number/e164.ts";
import { areTextsPointedAtUs } from "../../domain/number/inbound-target.rules.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { readDialledPart, readTrunkAddress, type TrunkAddress } from "../../domain/number/trunk-address.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { PhoneNumber } from "../../infra/postgres/number/phone-number.entity.ts";
import {
  clearDefaultCaller,
  listPhoneNumbers,
  type PhoneNumberWithAgent,
} from "../../infra/postgres/number/phone-number.repository.ts";
import { recordNumber } from "../../infra/postgres/record/record-settings.ts";
import { computeAccountFingerprint, openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import { findTelephonyAccount } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import {
  dialledAlike,
  inactiveCallerId,
  refuseDuplicates,
  requireAllowedCarrier,
  telephonyAccountNotFound,
} from "../telephony/telephony.errors.ts";
import { callerIdWithoutTexts, requireTextAgent } from "../text-agent.ts";
import { NOT_TOLD_YET, syncNumber, type ToldOfNumber } from "./carrier-sync.ts";
import { requireInboundAgent, requireLockedTelephonyAccount, requirePhoneNumber } from "./find-phone-number.ts";
import { type OwnershipProof, requireOwnership } from "./number-ownership.ts";
import { presentPhoneNumber } from "./phone-numbers.presenter.ts";
import type { createPhoneNumberBody, phoneNumbersParams } from "./phone-numbers.schemas.ts";

type Body = z.output<typeof createPhoneNumberBody>;

/**
 * Adds a number to a carrier account, where it is on that account or verified; a national number is read in its country, else in
 * the organization's. A trunk also has SIP addresses and extensions, which other accounts do not accept. The carrier is told last;
 * the number is saved even when that fails.
 */
export const createPhoneNumber = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof phoneNumbersParams; body: typeof createPhoneNumberBody }>,
) => {
  if (body.is_default_caller_id && !body.is_active) throw inactiveCallerId();
  const { account, address } = await context.inOrganization((tx) => check(tx, { context, params, body }));
  const ownership = await requireOwnership(context, { account, e164: address.normalized });
  const row = await refuseDuplicates(() =>
    context.withEntities((em, tx) => write({ em, tx }, { context, account, body, ...address, ...ownership })),
  );
  return presentPhoneNumber(row, await syncNumber(context, account, row, whatToTell(row, account)));
};

const whatToTell = (row: PhoneNumberWithAgent, account: TelephonyAccount): ToldOfNumber => ({
  calls: row.inbound_agent_id !== null,
  texts: areTextsPointedAtUs(row, account),
});

const check = async (
  tx: OrganizationTransaction,
  { context, params, body }: { context: OperationContext; params: z.output<typeof phoneNumbersParams>; body: Body },
) => {
  const account = await findTelephonyAccount(tx, params.config_id);
  if (!account) throw telephonyAccountNotFound();
  requireAllowedCarrier(context.actor, account);
  await requireInboundAgent(tx, body.inbound_workflow_id);
  return { account, address: await readAddress(tx, { context, account, body }) };
};

interface Addition {
  context: OperationContext;
  account: TelephonyAccount;
  body: Body;
}

interface Address {
  /** E.164; for a trunk also a SIP address or an extension. */
  normalized: string;
  type: PhoneNumber["address_type"];
  country: string | null;
}

const readAddress = async (tx: OrganizationTransaction, { context, account, body }: Addition): Promise<Address> => {
  const ofTrunk = readTrunkAddress(body.address, context.carriers.get(account.provider).description);
  if (ofTrunk !== null) return checkTrunkAddress(ofTrunk, body);
  const { country } = await tx.selectFrom("organizations").select("country").executeTakeFirstOrThrow();
  const parsed = parsePhoneNumber(body.address, body.country_code ?? country);
  if (!parsed.ok) throw invalidField(["address"], parsed.reason);
  return { normalized: parsed.e164, type: "pstn", country: parsed.country ?? body.country_code ?? null };
};

const checkTrunkAddress = (read: TrunkAddress, body: Body): Address => {
  if (!read.ok) throw invalidField(["address"], read.reason);
  if (body.country_code)
    throw invalidField(["country_code"], "An address of a trunk belongs to no country: leave it out");
  return { normalized: read.address, type: read.type, country: null };
};

const write = async (
  { em, tx }: { em: Entities; tx: OrganizationTransaction },
  addition: Addition & Address & OwnershipProof,
) => {
  const { context, body, normalized } = addition;
  await requireQuota(tx, "phone_numbers");
  const account = await requireLockedTelephonyAccount(em, addition.account.id);
  await refuseDialledAlike(tx, { accountId: account.id, normalized });
  if (body.is_default_caller_id) await clearDefaultCaller(tx, account.id);
  if (body.text_workflow_id !== undefined && addition.ownership === "verified") throw callerIdWithoutTexts();
  const textAgentId = await requireTextAgent(context, tx, { body, provider: account.provider, before: null });
  const { id } = await insert(em, { ...addition, account, textAgentId });
  const actor = formatActor(context.actor);
  await recordNumber(tx, { id, organization_id: account.organization_id }, { change: "added", actor });
  recordTimelineAtCommit(tx, {
    organizationId: account.organization_id,
    kind: "system",
    actor,
    summary: `Phone number ${shortenNumber(normalized)} was added to ${account.name}`,
    payload: { telephony_configuration_id: account.id, phone_number_id: id },
    agentId: body.inbound_workflow_id ?? null,
  });
  const row = await requirePhoneNumber(tx, { config_id: account.id, phone_number_id: id });
  const { calls, texts } = whatToTell(row, account);
  const isTold = calls || texts;
  context.keepAnswer(tx, presentPhoneNumber(row, isTold ? NOT_TOLD_YET : null));
  return row;
};

/**
 * Throws when another address of the account has the same dialled part: LiveKit SIP would send the calls of both to the one that
 * was saved last. An address that is turned off counts too, because it can be turned on again.
 */
const refuseDialledAlike = async (
  tx: OrganizationTransaction,
  { accountId, normalized }: { accountId: number; normalized: string },
): Promise<void> => {
  const dialled = readDialledPart(normalized);
  const alike = (await listPhoneNumbers(tx, accountId))
    .map(({ address_normalized }) => address_normalized)
    .find((address) => address !== normalized && readDialledPart(address) === dialled);
  if (alike !== undefined) throw dialledAlike({ alike, dialled });
};

const insert = (
  em: Entities,
  {
    context,
    account,
    body,
    textAgentId,
    ...number
  }: Addition & Address & OwnershipProof & { textAgentId: number | null },
): Promise<PhoneNumber> => {
  const { description } = context.carriers.get(account.provider);
  return em.create(PhoneNumber, {
    organization_id: account.organization_id,
    telephony_configuration_id: account.id,
    address: body.address,
    address_normalized: number.normalized,
    address_type: number.type,
    account_fingerprint: computeAccountFingerprint(description, openCredentials(account, context.secrets)),
    ownership: number.ownership,
    carrier_number_id: number.carrierNumberId,
    country_code: number.country,
    label: body.label ?? null,
    inbound_agent_id: body.inbound_workflow_id ?? null,
    text_agent_id: textAgentId,
    is_active: body.is_active,
    is_default_caller_id: body.is_default_caller_id,
    extra_metadata: body.extra_metadata,
  });
};
