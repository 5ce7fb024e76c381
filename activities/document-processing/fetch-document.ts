import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { recordContent } from "../../application/document/record-content.ts";
import { isDocumentKey, NOT_UPLOADED_HERE } from "../../domain/document/document-key.ts";
import { type DocumentType, findDocumentType } from "../../domain/document/document-type.ts";
import { FILE_IS_TOO_LARGE, LARGEST_FILE_BYTES } from "../../domain/file/uploaded-file.ts";
import { checkType } from "../../infra/document-text/check-type.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { createFileFolder, type FetchedFiles } from "./fetched-files.ts";
import { createPermanentFailure, type DocumentDependencies, runStep, type Step } from "./step.ts";

type FetchDependencies = DocumentDependencies & { fetchedFiles: FetchedFiles };

const OPENING_BYTES = 4096;

/**
 * Reads the file once. It must be the organization's, exist, be the announced one, and have the type that its name says.
 * It is kept for the extraction of its text.
 */
export const fetchDocument = (deps: FetchDependencies, address: VersionAddress): Promise<void> =>
  runStep(deps, { address, step: "fetch" }, async (step) => {
    const { version } = step;
    // An earlier try, or the translation that wrote the file, has already stored the content's hash.
    if (version.document_type && version.file_hash) return;
    await fetchContent(deps, step);
  });

const fetchContent = async (deps: FetchDependencies, step: Step): Promise<void> => {
  const { address, version } = step;
  const described = await describeFile(deps, step);
  const folder = await createFileFolder();
  let isKept = false;
  try {
    const file = await readFile(deps, step, { ...described, copy: folder.file });
    await deps.database.inOrganization(address.organizationId, (tx) => recordContent(tx, version, file));
    await deps.fetchedFiles.keep(version, folder);
    isKept = true;
  } finally {
    if (!isKept) await folder.remove();
  }
};

const describeFile = async (deps: DocumentDependencies, { address, document, version }: Step) => {
  if (!isDocumentKey(address.organizationId, version.object_key)) throw createPermanentFailure(NOT_UPLOADED_HERE);
  const type = findDocumentType(document.filename);
  if (!type) throw createPermanentFailure("Files of this type cannot be read.");
  const file = await deps.objectStore.describe(version.object_key);
  if (file === null) throw createPermanentFailure("The file was not uploaded, or it is no longer there.");
  if (file.bytes > LARGEST_FILE_BYTES) throw createPermanentFailure(`${FILE_IS_TOO_LARGE}.`);
  if (version.object_etag && version.object_etag !== file.etag) {
    throw createPermanentFailure("The file was changed after it was handed over; process it again.");
  }
  return { type, bytes: file.bytes };
};

interface FileToRead {
  type: DocumentType;
  bytes: number;
  /** The path that it is written to while it is hashed. */
  copy: string;
}

const readFile = async ({ objectStore }: DocumentDependencies, step: Step, { type, bytes, copy }: FileToRead) => {
  const hash = createHash("sha256");
  let opening = Buffer.alloc(0);
  let done = 0;
  const look = async function* (file: AsyncIterable<Buffer>) {
    for await (const chunk of file) {
      hash.update(chunk);
      if (opening.length < OPENING_BYTES) opening = Buffer.concat([opening, chunk.subarray(0, OPENING_BYTES)]);
      done += chunk.length;
      await step.reached(done, bytes);
      yield chunk;
    }
  };
  const file = await objectStore.read(step.version.object_key);
  await pipeline(file, look, createWriteStream(copy), { signal: step.signal });
  checkType(type, opening);
  return { type, hash: hash.digest() };
};
