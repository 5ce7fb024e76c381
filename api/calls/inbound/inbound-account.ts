import { createHash } from "node:crypto";
import type { InboundCall } from "../../../domain/call/call-instructions.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import {
  type CalledNumber,
  findCalledNumber,
  findInboundCandidates,
  type InboundCandidate,
} from "../../../infra/postgres/call/inbound-calls.repository.ts";
import { openCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../../infra/postgres/telephony/telephony-account.entity.ts";
import type { CallbackRequest, Carrier } from "../../../infra/telephony/carrier.ts";
import type { OperationContext } from "../../http/operation-context.ts";

/** An incoming call, on the account whose secret has verified it. */
export interface AnnouncedCall {
  call: InboundCall;
  carrier: Carrier;
  account: TelephonyAccount;
  credentials: CarrierCredentials;
  /** Null: the account does not have this number. */
  number: CalledNumber | null;
}

/** Finds the account of an incoming call. Null: it is not an announcement, or no account of ours verifies it. */
export const verifyInboundCall = async (
  context: OperationContext,
  { carrier, asked }: { carrier: Carrier; asked: CallbackRequest },
): Promise<AnnouncedCall | null> => {
  const peeked = carrier.peekInbound(asked);
  if (!peeked) return null;
  const { provider } = carrier.description;
  for await (const account of listInboundAccounts(context, { provider, ...peeked })) {
    const verified = carrier.readInbound(account.credentials, asked);
    if (verified.ok) return { ...account, carrier, call: verified.call };
  }
  return null;
};

type OpenedAccount = Pick<AnnouncedCall, "account" | "credentials" | "number">;

/** Opens, one by one, the accounts to which something that came in for a number may belong. */
export async function* listInboundAccounts(
  context: OperationContext,
  { provider, to, accountId }: { provider: string; to: string; accountId: string | null },
): AsyncGenerator<OpenedAccount> {
  const candidates = await findInboundCandidates(context.database, {
    provider,
    number: to,
    fingerprint: accountId === null ? null : fingerprintOf(provider, accountId),
  });
  for (const candidate of candidates) {
    const account = await openAccount(context, candidate);
    if (account && isNamed(account.credentials, accountId)) yield account;
  }
}

/** Hashes the account's id at its carrier, as it is stored with its numbers. */
const fingerprintOf = (provider: string, accountId: string): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([provider, accountId]))
    .digest();

/**
 * Tells whether the announcement names this account: accounts of one carrier may share a secret, and then only the id distinguishes
 * them.
 */
const isNamed = (credentials: CarrierCredentials, accountId: string | null): boolean =>
  accountId === null || accountId === "" || Object.values(credentials).includes(accountId);

const openAccount = (
  { database, secrets }: OperationContext,
  { organization_id, telephony_configuration_id, phone_number_id }: InboundCandidate,
): Promise<OpenedAccount | null> =>
  database.inOrganization(organization_id, async (tx) => {
    const account = await tx
      .selectFrom("telephony_configurations")
      .selectAll()
      .where("id", "=", telephony_configuration_id)
      .executeTakeFirst();
    if (!account) return null;
    const number = phone_number_id === null ? null : await findCalledNumber(tx, phone_number_id);
    return { account, credentials: openCredentials(account, secrets), number: number ?? null };
  });
