import { LARGEST_INTAKE_BYTES, MOST_INTAKES_OF_LIST } from "../../domain/contact/intake.ts";
import { MOST_SEGMENTS_OF_LIST } from "../../domain/contact/segment.ts";
import { KILOBYTE } from "../../domain/file/bytes.ts";
import { FILE_TOO_LARGE } from "../../domain/file/uploaded-file.ts";
import { conflict, forbidden, HttpError, invalidField, notFound } from "../http/http-error.ts";

export const listNotFound = () => notFound("Contact list");
export const segmentNotFound = () => notFound("Segment");
export const segmentNameTaken = (name: string) =>
  conflict(
    "segment_name_taken",
    `The list has a segment ${name} that says something else: choose another name, or delete that one`,
  );
export const tooManySegments = () =>
  conflict("too_many_segments", `The list has ${MOST_SEGMENTS_OF_LIST} segments: delete one that nobody needs`);
export const intakeNotFound = () => notFound("Intake");
export const tooManyIntakes = () =>
  conflict("too_many_intakes", `The list has ${MOST_INTAKES_OF_LIST} intakes: delete one that nobody needs`);
export const intakeTakesNoCalls = () =>
  invalidField(["calls"], "It is an address and takes no calls: make another intake with calls", "intake_is_address");
export const intakeHasNoSecret = () =>
  invalidField(["rotate_secret"], "It takes ended calls and has no secret: leave rotate_secret out", "no_secret");
export const signatureRefused = () =>
  forbidden(
    "signature_refused",
    "The signature is missing, wrong, or older than five minutes: sign <webhook-id>.<webhook-timestamp>.<body> with the intake's secret",
  );
export const payloadTooLarge = () =>
  new HttpError(413, "payload_too_large", `A payload has at most ${LARGEST_INTAKE_BYTES / KILOBYTE} KB`);
export const payloadRefused = (reason: string) => new HttpError(422, "payload_refused", reason);
export const contactNotFound = () => notFound("Contact");
export const importNotFound = () => notFound("Import");
/** Another organization's file has the same answer. */
export const fileNotFound = () => notFound("File");
export const nationalListNotFound = () => notFound("National list");
export const numberNotListed = () => notFound("Number on the do-not-call list");

export const consentWithdrawn = () =>
  conflict(
    "consent_withdrawn",
    "Consent of this number was withdrawn; only a new grant ends that, so `unknown` is refused",
  );

export const listInUse = (campaign: { name: string; state: string }) =>
  conflict(
    "contact_list_in_use",
    `The campaign ${campaign.name} (${campaign.state}) uses this list; cancel it or wait for its end`,
  );

export const keyOfAnotherImport = () =>
  conflict("idempotency_key_reused", "This Idempotency-Key was used for another import; send a new one");

export const fileTooLarge = () => new HttpError(413, "file_too_large", FILE_TOO_LARGE);
export const unreadableFile = (sentence: string) => invalidField(["file"], sentence, "file_unreadable");
export const fileMissing = () =>
  invalidField(["file"], "Send a form with the field `file`, or JSON with object_store_key", "missing");
export const encodingAfterFile = () =>
  invalidField(["encoding"], "Send the field `encoding` before the field `file`, which is read as it comes");
export const notAForm = () =>
  new HttpError(
    415,
    "unsupported_media_type",
    "Send a form (multipart/form-data) with the field `file`, or JSON with object_store_key",
  );

export const newerListInForce = ({ source, as_of }: { source: string; as_of: string }) =>
  conflict(
    "newer_list_in_force",
    `The list ${source} of ${as_of} is in force and newer; remove it first, or name another source`,
  );
