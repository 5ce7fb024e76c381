import { createHash, timingSafeEqual } from "node:crypto";
import { orderChangedContacts } from "../../application/campaign/order-contacts.ts";
import {
  INTAKE_TOLERANCE_SECONDS,
  KEPT_PAYLOAD_LENGTH,
  LARGEST_INTAKE_BYTES,
  type MappedContact,
  MOST_TAKEN_A_MINUTE,
  mapPayload,
} from "../../domain/contact/intake.ts";
import { KILOBYTE } from "../../domain/file/bytes.ts";
import { LONGEST_JSON_BYTES } from "../../domain/json/limited-json.ts";
import { toStorableText } from "../../domain/json/storable.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { describeWrongZone, isTimeZone } from "../../domain/time/time-zone.ts";
import { recordConsents } from "../../infra/postgres/contact/consent.repository.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { ContactIntake } from "../../infra/postgres/contact/contact-intake.entity.ts";
import {
  countTakenLately,
  findIntakeOfAddress,
  keepFault,
  noteTaken,
  reserveKey,
} from "../../infra/postgres/contact/contact-intake.repository.ts";
import { findList, lockList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { upsertContacts } from "../../infra/postgres/contact/upsert-contacts.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { openWebhookSecret, signWebhook } from "../../infra/postgres/webhook/webhook-secret.ts";
import { HttpError, tooManyRequests } from "../http/http-error.ts";
import type { OperationInput, OperationRequest, WithRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireRowQuota } from "../http/require-row-quota.ts";
import { intakeNotFound, payloadRefused, payloadTooLarge, signatureRefused } from "./contacts.errors.ts";
import type { intakeAddressParams } from "./intakes.schemas.ts";

type Input = OperationInput<{ params: typeof intakeAddressParams }> & WithRequest;

/**
 * Takes a contact from a payload that was signed with the intake's secret (Standard Webhooks), once for each key. One that cannot be
 * taken is kept with its reason. Without a good signature nothing is read, kept or told.
 */
export const takeContact = async (context: OperationContext, { params, request }: Input) => {
  if (request.rawBody.length > LARGEST_INTAKE_BYTES) throw payloadTooLarge();
  const { organization_id: organizationId, intake_uuid: uuid } = params;
  const intake = await context.database.inOrganization(organizationId, async (tx) => {
    const found = await findIntakeOfAddress(tx, uuid);
    if (!found?.is_active) throw intakeNotFound();
    requireSignature(context, found, request);
    if ((await countTakenLately(tx, found.id)) >= MOST_TAKEN_A_MINUTE)
      throw tooManyRequests(`An intake takes ${MOST_TAKEN_A_MINUTE} contacts a minute: send it again`, 60);
    return found;
  });
  await requireRowQuota({
    config: context.config,
    inOrganization: (work) => context.database.inOrganization(organizationId, work),
  });
  const payload = request.rawBody.toString();
  try {
    const contact = readContact(intake, payload);
    const key = contact.key ?? request.headers["webhook-id"] ?? "";
    return await context.database.withEntities(organizationId, (em, tx) => store({ em, tx }, intake, { contact, key }));
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== "payload_refused") throw error;
    await context.database.inOrganization(organizationId, (tx) =>
      keepFault(tx, intake, {
        reason: error.message,
        payload: toStorableText(payload).slice(0, KEPT_PAYLOAD_LENGTH),
      }),
    );
    throw error;
  }
};

/** Throws 403 unless the body was signed with the present secret, or with the former one while it is taken, lately. */
const requireSignature = (context: OperationContext, intake: ContactIntake, request: OperationRequest): void => {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures } = request.headers;
  if (!id || id.length > 255 || !at || !/^\d{1,12}$/.test(at) || !signatures) throw signatureRefused();
  const now = context.clock.now();
  const timestamp = Number(at);
  if (Math.abs(now.getTime() / 1000 - timestamp) > INTAKE_TOLERANCE_SECONDS) throw signatureRefused();
  const isFormerTaken = intake.previous_secret_until !== null && intake.previous_secret_until > now;
  const sealed = [intake.secret_sealed, isFormerTaken ? intake.previous_secret_sealed : null];
  const body = request.rawBody.toString();
  const good = sealed.flatMap((each) => {
    if (each === null) return [];
    const secret = openWebhookSecret(each, { organizationId: intake.organization_id, secrets: context.secrets });
    return [hashText(signWebhook(secret, { id, timestamp, body }))];
  });
  const given = signatures.split(" ").map(hashText);
  if (!given.some((each) => good.some((known) => timingSafeEqual(each, known)))) throw signatureRefused();
};

const hashText = (text: string): Buffer => createHash("sha256").update(text, "utf8").digest();

const readContact = ({ mapping }: ContactIntake, body: string): MappedContact => {
  const mapped = mapPayload(mapping, parseBody(body));
  if (!mapped.ok) throw payloadRefused(mapped.reason);
  const { timezone, attributes } = mapped.contact;
  if (timezone !== undefined && !isTimeZone(timezone)) throw payloadRefused(describeWrongZone(timezone));
  if (Buffer.byteLength(JSON.stringify(attributes)) > LONGEST_JSON_BYTES)
    throw payloadRefused(`Its attributes come to more than ${LONGEST_JSON_BYTES / KILOBYTE} KB`);
  return mapped.contact;
};

const parseBody = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw payloadRefused("It is no JSON");
  }
};

interface Transaction {
  em: Entities;
  tx: OrganizationTransaction;
}

const store = async (
  { em, tx }: Transaction,
  intake: ContactIntake,
  { contact, key }: { contact: MappedContact; key: string },
) => {
  const reserved = await reserveKey(tx, intake, hashText(key));
  if (!reserved.isNew) return { result: "repeated" as const, contact_id: reserved.contactId };
  const number = parsePhoneNumber(contact.phoneNumber, await readOrganizationCountry(tx));
  if (!number.ok) throw payloadRefused(number.reason);
  const known = await findList(em, intake.contact_list_id);
  if (!known) throw intakeNotFound();
  // Before the list is locked: it waits for calls to the number that are being handed over.
  if (contact.consent) {
    const changed = await recordConsents(tx, [number.e164], {
      organizationId: intake.organization_id,
      environment: known.environment,
      status: "granted",
      ...contact.consent,
      actor: "system",
    });
    if (changed.length === 0) throw payloadRefused("The consent could not be recorded");
  }
  const list = await lockList(em, intake.contact_list_id);
  if (!list) throw intakeNotFound();
  const { name, timezone, attributes } = contact;
  const contacts = [{ phoneNumber: number.e164, name, timezone, attributes }];
  const [row] = await upsertContacts(tx, list, { contacts, keeps: true });
  if (!row) throw intakeNotFound();
  if (!row.is_new) await orderChangedContacts(tx, { listId: list.id, contactIds: [row.id] });
  await noteTaken(tx, { intakeId: intake.id, keyId: reserved.id, contactId: row.id });
  recordTimelineAtCommit(tx, {
    organizationId: list.organization_id,
    kind: "system",
    actor: "system",
    summary: `${intake.name} ${row.is_new ? "added a contact to" : "changed a contact of"} ${list.name}`,
    payload: { contact_list_id: list.id, contact_id: row.id, intake_id: intake.id },
  });
  return { result: row.is_new ? ("added" as const) : ("changed" as const), contact_id: row.id };
};
