import { orderChangedContacts } from "../../application/campaign/order-contacts.ts";
import type { SentContactResult } from "../../domain/contact/upserted-contacts.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { describeWrongZone, isTimeZone } from "../../domain/time/time-zone.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { ContactList } from "../../infra/postgres/contact/contact-list.entity.ts";
import { findList, lockList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { upsertContacts } from "../../infra/postgres/contact/upsert-contacts.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { lockNumbers } from "../../infra/postgres/locks.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { HttpError } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { changeConsent } from "./change-consent.ts";
import { listNotFound } from "./contacts.errors.ts";
import type { contactListParams } from "./contacts.schemas.ts";
import type { SentContact, sentContactsBody } from "./sent-contacts.schemas.ts";

type Input = OperationInput<{ params: typeof contactListParams; body: typeof sentContactsBody }>;

interface Taken {
  index: number;
  phone_number: string;
  result: SentContactResult;
  contact_id: number | null;
  reason: string | null;
}

/**
 * Adds up to a thousand contacts to a list, or changes those whose numbers it has, all in one transaction, and answers for each. One that
 * cannot be taken is refused with its reason and keeps back no other. Of a number that is sent twice the last counts.
 */
export const sendContacts = (context: OperationContext, { params, body }: Input) =>
  context.withEntities(async (em, tx) => {
    const known = await findList(em, params.contact_list_id);
    if (!known) throw listNotFound();
    requireOwnEnvironment(context.actor, known, "list");
    const country = body.default_country ?? (await readOrganizationCountry(tx));
    const results = readAll(body.contacts, country);
    await recordConsents(context, tx, { list: known, contacts: body.contacts, results });
    const list = await lockList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    await store(tx, list, { contacts: body.contacts, results });
    const counts = countResults(results);
    recordTimelineAtCommit(tx, {
      organizationId: list.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `${counts.added} contacts were added to ${list.name}, ${counts.changed} changed`,
      payload: { contact_list_id: list.id, ...counts },
    });
    const answer = { ...counts, results };
    context.keepAnswer(tx, answer);
    return answer;
  });

const readAll = (contacts: readonly SentContact[], country: string | null): Taken[] => {
  const results = contacts.map((contact, index) => readOne(contact, { index, country }));
  const last = new Map(results.map(({ phone_number: number, index }) => [number, index]));
  for (const taken of results)
    if (taken.result !== "refused" && last.get(taken.phone_number) !== taken.index) taken.result = "repeated";
  return results;
};

const readOne = (
  { phone_number: written, timezone }: SentContact,
  { index, country }: { index: number; country: string | null },
): Taken => {
  const refuse = (phone_number: string, reason: string): Taken => ({
    index,
    phone_number,
    result: "refused",
    contact_id: null,
    reason,
  });
  const number = parsePhoneNumber(written, country);
  if (!number.ok) return refuse(written, number.reason);
  if (timezone && !isTimeZone(timezone)) return refuse(number.e164, `${describeWrongZone(timezone)}.`);
  return { index, phone_number: number.e164, result: "changed", contact_id: null, reason: null };
};

interface Batch {
  contacts: readonly SentContact[];
  results: readonly Taken[];
}

const isTaken = ({ result }: Taken): boolean => result !== "refused" && result !== "repeated";

/** Consents come before the list is locked: they wait for calls that are being handed over. */
const recordConsents = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { list, contacts, results }: Batch & { list: ContactList },
): Promise<void> => {
  const stating = results.filter((taken) => isTaken(taken) && contacts[taken.index]?.consent);
  // All at once and in one order, so that two requests of the same numbers do not wait for each other.
  await lockNumbers(
    tx,
    list.organization_id,
    stating.map(({ phone_number: number }) => number),
  );
  for (const taken of stating) {
    const statement = contacts[taken.index]?.consent;
    if (!statement) continue;
    try {
      await changeConsent(context, tx, {
        phoneNumber: taken.phone_number,
        environment: list.environment,
        statement,
      });
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== "consent_withdrawn") throw error;
      Object.assign(taken, { result: "refused", reason: error.message });
    }
  }
};

const store = async (tx: OrganizationTransaction, list: ContactList, { contacts, results }: Batch): Promise<void> => {
  const taken = results.filter(isTaken);
  const upserted = await upsertContacts(tx, list, {
    contacts: taken.map(({ index, phone_number: phoneNumber }) => ({ ...contacts[index], phoneNumber })),
    keeps: true,
  });
  const changed = upserted.filter(({ is_new: isNew }) => !isNew).map(({ id }) => id);
  if (changed.length > 0) await orderChangedContacts(tx, { listId: list.id, contactIds: changed });
  const byNumber = new Map(upserted.map((row) => [row.phone_number, row]));
  for (const each of results) {
    const row = byNumber.get(each.phone_number);
    if (!row || each.result === "refused") continue;
    each.contact_id = row.id;
    if (isTaken(each)) each.result = row.is_new ? "added" : "changed";
  }
};

const countResults = (results: readonly Taken[]) => {
  const count = (wanted: SentContactResult) => results.filter(({ result }) => result === wanted).length;
  return { added: count("added"), changed: count("changed"), refused: count("refused") };
};
