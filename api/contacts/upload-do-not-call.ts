import type { Readable } from "node:stream";
import type { z } from "zod";
import { ContactFileError } from "../../domain/contact/contact-file-rows.ts";
import { type FileWarning, presentWarning } from "../../domain/file/file-warning.ts";
import { readEncoding, type TextEncoding } from "../../domain/file/text-encoding.ts";
import { readNumbers } from "../../infra/contact-file/read-numbers.ts";
import { ObjectMissingError } from "../../infra/object-store/object-store.ts";
import { markFileRemoved } from "../../infra/postgres/contact/contact-file.repository.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import { ENCODING_UNKNOWN } from "../http/file-fields.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { addNumbers } from "./add-numbers.ts";
import { fileNotFound, unreadableFile } from "./contacts.errors.ts";
import type { uploadDoNotCallBody } from "./do-not-call.schemas.ts";
import { readFileOfForm, type UploadedForm } from "./read-file-of-form.ts";
import { requireOwnFile } from "./require-own-file.ts";

/** The limit is short, because somebody waits for the answer. */
const ANSWER_WITHIN_MS = 300_000;
/** Other requests come before it: at 5 they took four times as long beside such files, at 9 twice. */
const NICENESS = 9;

type StoredFile = NonNullable<z.output<typeof uploadDoNotCallBody>>;

interface UploadInput {
  body: z.output<typeof uploadDoNotCallBody>;
  request: UploadedForm;
}

/** Adds the numbers of a file: one in a form, or one that was uploaded through a signed URL before. */
export const uploadDoNotCall = async (context: OperationContext, { body, request }: UploadInput) => {
  const country = await context.inOrganization(readOrganizationCountry);
  const { file, encoding } = body ? await openStoredFile(context, body) : await openFormFile(request);
  let warnings: readonly FileWarning[] = [];
  try {
    const numbers = readNumbers(file, country, {
      limits: { answerWithinMs: ANSWER_WITHIN_MS, niceness: NICENESS },
      encoding,
      onWarnings: (told) => (warnings = told),
    });
    const answer = await addNumbers(context, numbers, { source: "upload" });
    if (body) await removeFile(context, body.object_store_key);
    return { ...answer, warnings: warnings.map(presentWarning) };
  } catch (error) {
    if (error instanceof ContactFileError) throw unreadableFile(error.message);
    throw error;
  }
};

interface OpenedFile {
  file: Readable;
  encoding: TextEncoding | null;
}

const openStoredFile = async (context: OperationContext, body: StoredFile): Promise<OpenedFile> => {
  requireOwnFile(context, body);
  return { file: await fileOfStore(context, body.object_store_key), encoding: body.encoding ?? null };
};

const openFormFile = async (request: UploadedForm): Promise<OpenedFile> => {
  const { file, encoding: label } = await readFileOfForm(request);
  const encoding = label === null ? null : readEncoding(label);
  if (label === null || encoding !== null) return { file, encoding };
  file.destroy();
  throw invalidField(["encoding"], ENCODING_UNKNOWN);
};

/**
 * Removes the file, unless an import waits for it. The numbers are in force already, so a failure does not fail the request:
 * maintenance removes the file later, as after a crash.
 */
const removeFile = async (context: OperationContext, objectKey: string): Promise<void> => {
  const at = context.clock.now();
  try {
    const isUnused = await context.inOrganization((tx) => markFileRemoved(tx, { objectKey, at }));
    if (isUnused) await context.objectStore.remove(objectKey);
  } catch (err) {
    context.logger.warn({ err, object_key: objectKey }, "a do-not-call file that was read is not removed yet");
  }
};

const fileOfStore = async ({ objectStore }: OperationContext, key: string): Promise<Readable> => {
  try {
    return await objectStore.read(key);
  } catch (error) {
    if (error instanceof ObjectMissingError) throw fileNotFound();
    throw error;
  }
};
