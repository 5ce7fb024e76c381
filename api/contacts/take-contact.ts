import { createHash, timingSafeEqual } from "node:crypto";
import { checkMapped, takeIntoList } from "../../application/contact/take-into-list.ts";
import {
  isSignedLately,
  KEPT_PAYLOAD_LENGTH,
  LARGEST_INTAKE_BYTES,
  type MappedContact,
  mapPayload,
  NotTakenError,
  TAKEN_BY_INTAKE,
} from "../../domain/contact/intake.ts";
import { toStorableText } from "../../domain/json/storable.ts";
import { WEBHOOK_HEADERS } from "../../domain/webhook/webhook-request.ts";
import type { ContactIntake } from "../../infra/postgres/contact/contact-intake.entity.ts";
import {
  countTakenLately,
  findIntakeOfAddress,
  keepFault,
} from "../../infra/postgres/contact/contact-intake.repository.ts";
import { openWebhookSecret, signWebhook } from "../../infra/postgres/webhook/webhook-secret.ts";
import { tooManyRequests } from "../http/http-error.ts";
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
    if (!found?.is_active || found.secret_sealed === null) throw intakeNotFound();
    requireSignature(context, found, request);
    if ((await countTakenLately(tx, found.id)) >= TAKEN_BY_INTAKE.most)
      throw tooManyRequests(
        `An intake takes ${TAKEN_BY_INTAKE.most} contacts a minute: send it again`,
        TAKEN_BY_INTAKE.withinSeconds,
      );
    return found;
  });
  await requireRowQuota({
    config: context.config,
    inOrganization: (work) => context.database.inOrganization(organizationId, work),
  });
  const payload = request.rawBody.toString();
  try {
    const contact = readContact(intake, payload);
    const key = contact.key ?? request.headers[WEBHOOK_HEADERS.id] ?? "";
    const taken = await context.database.withEntities(organizationId, (em, tx) =>
      takeIntoList({ em, tx }, intake, { contact, key, runId: null }),
    );
    if (!taken) throw intakeNotFound();
    return taken;
  } catch (error) {
    if (!(error instanceof NotTakenError)) throw error;
    await context.database.inOrganization(organizationId, (tx) =>
      keepFault(tx, intake, {
        reason: error.message,
        payload: toStorableText(payload).slice(0, KEPT_PAYLOAD_LENGTH),
      }),
    );
    throw payloadRefused(error.message);
  }
};

/** Throws 403 unless the body was signed with the present secret, or with the former one while it is taken, lately. */
const requireSignature = (context: OperationContext, intake: ContactIntake, request: OperationRequest): void => {
  const {
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: at,
    [WEBHOOK_HEADERS.signature]: signatures,
  } = request.headers;
  if (!id || id.length > 255 || !at || !/^\d{1,12}$/.test(at) || !signatures) throw signatureRefused();
  const now = context.clock.now();
  const timestamp = Number(at);
  if (!isSignedLately(timestamp, now)) throw signatureRefused();
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
  if (!mapped.ok) throw new NotTakenError(mapped.reason);
  checkMapped(mapped.contact);
  return mapped.contact;
};

const parseBody = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw new NotTakenError("It is no JSON");
  }
};
