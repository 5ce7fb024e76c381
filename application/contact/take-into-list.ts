import { createHash } from "node:crypto";
import { type MappedContact, NotTakenError } from "../../domain/contact/intake.ts";
import { KILOBYTE } from "../../domain/file/bytes.ts";
import { LONGEST_JSON_BYTES } from "../../domain/json/limited-json.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { describeWrongZone, isTimeZone } from "../../domain/time/time-zone.ts";
import { recordConsents } from "../../infra/postgres/contact/consent.repository.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { ContactIntake } from "../../infra/postgres/contact/contact-intake.entity.ts";
import { noteTaken, reserveKey } from "../../infra/postgres/contact/contact-intake.repository.ts";
import type { ContactList } from "../../infra/postgres/contact/contact-list.entity.ts";
import { findList, lockList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { upsertContacts } from "../../infra/postgres/contact/upsert-contacts.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { orderChangedContacts } from "../campaign/order-contacts.ts";

/** `repeated`: its key was taken before. */
export interface TakenContact {
  result: "added" | "changed" | "repeated";
  contact_id: number | null;
}

interface Taking {
  contact: MappedContact;
  /** Nobody is taken twice under one. */
  key: string;
  /** The call that it comes from; null: a payload. */
  runId: number | null;
}

/** Throws `NotTakenError` for what no contact may have. */
export const checkMapped = ({ timezone, attributes }: MappedContact): void => {
  if (timezone !== undefined && !isTimeZone(timezone)) throw new NotTakenError(describeWrongZone(timezone));
  if (Buffer.byteLength(JSON.stringify(attributes)) > LONGEST_JSON_BYTES)
    throw new NotTakenError(`Its attributes come to more than ${LONGEST_JSON_BYTES / KILOBYTE} KB`);
};

/**
 * Takes a contact into the list of an intake, once for each key; null: the list is gone. Throws `NotTakenError` with the reason: the
 * transaction must be undone then, so that the key is not spent.
 */
export const takeIntoList = async (
  { em, tx }: { em: Entities; tx: OrganizationTransaction },
  intake: ContactIntake,
  { contact, key, runId }: Taking,
): Promise<TakenContact | null> => {
  const reserved = await reserveKey(tx, intake, createHash("sha256").update(key, "utf8").digest());
  if (!reserved.isNew) return { result: "repeated", contact_id: reserved.contactId };
  const number = parsePhoneNumber(contact.phoneNumber, await readOrganizationCountry(tx));
  if (!number.ok) throw new NotTakenError(number.reason);
  const known = await findList(em, intake.contact_list_id);
  if (!known) return null;
  // Before the list is locked: it waits for calls to the number that are being handed over.
  await keepConsent(tx, known, { contact, phoneNumber: number.e164 });
  const list = await lockList(em, intake.contact_list_id);
  if (!list) return null;
  const { name, timezone, attributes } = contact;
  const contacts = [{ phoneNumber: number.e164, name, timezone, attributes }];
  const [row] = await upsertContacts(tx, list, { contacts, keeps: true });
  if (!row) return null;
  if (!row.is_new) await orderChangedContacts(tx, { listId: list.id, contactIds: [row.id] });
  await noteTaken(tx, { intakeId: intake.id, keyId: reserved.id, contactId: row.id });
  recordTimelineAtCommit(tx, {
    organizationId: list.organization_id,
    kind: "system",
    actor: "system",
    summary: `${intake.name} ${row.is_new ? "added a contact to" : "changed a contact of"} ${list.name}`,
    payload: { contact_list_id: list.id, contact_id: row.id, intake_id: intake.id },
    runId,
  });
  return { result: row.is_new ? "added" : "changed", contact_id: row.id };
};

const keepConsent = async (
  tx: OrganizationTransaction,
  list: ContactList,
  { contact, phoneNumber }: { contact: MappedContact; phoneNumber: string },
): Promise<void> => {
  if (!contact.consent) return;
  const changed = await recordConsents(tx, [phoneNumber], {
    organizationId: list.organization_id,
    environment: list.environment,
    status: "granted",
    ...contact.consent,
    actor: "system",
  });
  if (changed.length === 0) throw new NotTakenError("The consent could not be recorded");
};
