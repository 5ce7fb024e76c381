import { randomBytes } from "node:crypto";
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
  const select = tx.selectFrom("person_keys").select(["phone_number", "key_sealed"]);
  const known = await select.where("phone_number", "in", numbers).execute();
  const keys = new Map(known.map((row) => [row.phone_number, row.key_sealed]));
  const missing = numbers.filter((number) => !keys.has(number));
  if (missing.length > 0) {
    const made = missing.map((phone_number) => ({
      organization_id: organizationId,
      phone_number,
      key_sealed: secrets.seal(
        randomBytes(PERSON_KEY_BYTES).toString("base64"),
        buildPersonKeySealContext(organizationId, phone_number),
      ),
    }));
    await tx.insertInto("person_keys").values(made).execute();
    for (const row of made) keys.set(row.phone_number, row.key_sealed);
  }
  const open = ([number, sealed]: [string, Buffer]): [string, Buffer] => [
    number,
    Buffer.from(secrets.open(sealed, buildPersonKeySealContext(organizationId, number)), "base64"),
  ];
  return new Map([...keys].map(open));
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
