import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { SIMULATOR } from "../../../domain/environment/sandbox.rules.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { CarrierDescription } from "../../telephony/carrier.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { TelephonyAccount } from "./telephony-account.entity.ts";

/** Returns the context for which an account's settings are sealed. */
export const buildTelephonySealContext = (organizationId: number) => `telephony:org-${organizationId}`;

/** Returns the columns of one account's settings, sealed for its organization alone. */
export const sealCredentials = (
  credentials: CarrierCredentials,
  owner: { organizationId: number; secrets: SecretBox },
) => ({
  credentials_sealed: owner.secrets.seal(JSON.stringify(credentials), buildTelephonySealContext(owner.organizationId)),
  encryption_key_id: owner.secrets.keyId,
});

/** Opens one account's settings for a carrier request. Throws when its key is not configured. */
export const openCredentials = (
  row: Pick<TelephonyAccount, "credentials_sealed" | "organization_id">,
  secrets: SecretBox,
): CarrierCredentials =>
  carrierCredentials.parse(
    JSON.parse(secrets.open(row.credentials_sealed, buildTelephonySealContext(row.organization_id))),
  );

/**
 * Opens the settings for the carrier: the simulator, which serves all organizations, also gets the organization's id.
 */
export const openCarrierCredentials = (
  row: Pick<TelephonyAccount, "credentials_sealed" | "organization_id" | "provider">,
  secrets: SecretBox,
): CarrierCredentials => {
  const settings = openCredentials(row, secrets);
  return row.provider === SIMULATOR ? { ...settings, organization: `org-${row.organization_id}` } : settings;
};

const carrierCredentials = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/**
 * Creates the account that every organization starts with: a simulator, which calls nobody, costs nothing and is the
 * default until another is chosen. With `conversations` its simulated people talk with the agents.
 */
export const createSimulatorAccount = (
  tx: OrganizationTransaction,
  { organizationId, secrets, conversations }: { organizationId: number; secrets: SecretBox; conversations: boolean },
): Promise<TelephonyAccount> =>
  tx
    .insertInto("telephony_configurations")
    .values({
      organization_id: organizationId,
      name: "Simulator",
      provider: "simulator",
      is_default_outbound: true,
      ...sealCredentials({ conversations }, { organizationId, secrets }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * Returns the account for an outbound call: the requested one, else the default, else the only one. Undefined: none of
 * these.
 */
export const resolveOutboundAccount = async (
  tx: OrganizationTransaction,
  { telephonyAccountId }: { telephonyAccountId?: number | null },
): Promise<TelephonyAccount | undefined> => {
  const accounts = tx.selectFrom("telephony_configurations").selectAll();
  if (telephonyAccountId) return accounts.where("id", "=", telephonyAccountId).executeTakeFirst();
  const [first, second] = await accounts.orderBy("is_default_outbound", "desc").orderBy("id").limit(2).execute();
  return first?.is_default_outbound || !second ? first : undefined;
};

/** Returns the account for a call with a sandbox key: the organization's oldest simulator. */
export const resolveSimulatorAccount = (tx: OrganizationTransaction): Promise<TelephonyAccount | undefined> =>
  tx
    .selectFrom("telephony_configurations")
    .selectAll()
    .where("provider", "=", "simulator")
    .orderBy("id")
    .executeTakeFirst();

/**
 * Returns the caller id, E.164 or a trunk's own address: the requested number when it is active and on this account; without a request the
 * default, else any active number. Null: there is none.
 */
export const chooseCallerId = async (
  tx: OrganizationTransaction,
  { telephonyAccountId, phoneNumberId }: { telephonyAccountId: number; phoneNumberId?: number | null },
): Promise<string | null> => {
  const row = await tx
    .selectFrom("phone_numbers")
    .select("address_normalized")
    .where("telephony_configuration_id", "=", telephonyAccountId)
    .where("is_active", "=", true)
    .$if(Boolean(phoneNumberId), (numbers) => numbers.where("id", "=", phoneNumberId ?? 0))
    .orderBy("is_default_caller_id", "desc")
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst();
  return row?.address_normalized ?? null;
};

/**
 * Tells whether this account may show a number: it is an active number of the account, owned or verified. Numbers that
 * were removed, turned off, released or are no longer verified may not be shown.
 */
export const mayBeCallerId = async (
  tx: OrganizationTransaction,
  { telephonyAccountId, e164 }: { telephonyAccountId: number; e164: string },
): Promise<boolean> => {
  const number = await tx
    .selectFrom("phone_numbers")
    .select("id")
    .where("telephony_configuration_id", "=", telephonyAccountId)
    .where("address_normalized", "=", e164)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return number !== undefined;
};

/**
 * Returns a hash that identifies the account at the carrier, whichever organization connects it: of its required
 * settings, except passwords and settings that are marked as not identifying. Null: no setting identifies it.
 */
export const computeAccountFingerprint = (
  description: CarrierDescription,
  credentials: CarrierCredentials,
): Buffer | null => {
  const identity = description.fields
    .filter((field) => field.required && field.type !== "password" && field.namesAccount !== false)
    .map((field) => credentials[field.name]);
  if (identity.length === 0) return null;
  return createHash("sha256")
    .update(JSON.stringify([description.provider, ...identity]))
    .digest();
};
