import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import { appendEntry } from "./append-entry.ts";

const PERSON_KEY_BYTES = 32;

/** What a person's key is sealed for. */
export const buildPersonKeySealContext = (organizationId: number, phoneNumber: string): string =>
  `person-key:org-${organizationId}:${phoneNumber}`;

/** Returns the keys of these persons, and makes those that are missing. */
export const readPersonKeys = async (
  tx: OrganizationTransaction,
  {
    organizationId,
    phoneNumbers,
    secrets,
  }: { organizationId: number; phoneNumbers: readonly string[]; secrets: SecretBox },
): Promise<Map<string, Buffer>> => {
  const numbers = [...new Set(phoneNumbers)];
  if (numbers.length === 0) return new Map();
  const known = await tx
    .selectFrom("person_keys")
    .select(["phone_number", "key_sealed"])
    .where(sql<boolean>`phone_number = any(${numbers}::text[])`)
    .execute();
  const isKnown = new Set(known.map((row) => row.phone_number));
  const missing = numbers.filter((number) => !isKnown.has(number));
  const made = new Map(missing.map((number) => [number, randomBytes(PERSON_KEY_BYTES)]));
  const sealed = [...made].map(([number, key]) =>
    secrets.seal(key.toString("base64"), buildPersonKeySealContext(organizationId, number)),
  );
  if (missing.length > 0)
    await sql`
      insert into person_keys (organization_id, phone_number, key_sealed)
      select ${organizationId}, * from unnest(${missing}::text[], ${sealed}::bytea[])`.execute(tx);
  const open = (row: { phone_number: string; key_sealed: Buffer }): [string, Buffer] => [
    row.phone_number,
    Buffer.from(secrets.open(row.key_sealed, buildPersonKeySealContext(organizationId, row.phone_number)), "base64"),
  ];
  return new Map([...known.map(open), ...made]);
};

/**
 * Erases the key of a person's pseudonym and records that: the entries stay, and name nobody any more. The caller holds the lock of
 * sealing and has sealed what waits, or entries about the person would get another pseudonym.
 */
export const erasePersonKey = async (
  tx: OrganizationTransaction,
  person: { organizationId: number; phoneNumber: string; actor: string; reason: string },
): Promise<void> => {
  const { organizationId, phoneNumber, actor, reason } = person;
  await tx.deleteFrom("person_keys").where("phone_number", "=", phoneNumber).execute();
  await appendEntry(tx, { organizationId, kind: "erasure", actor, facts: { reason } });
};
