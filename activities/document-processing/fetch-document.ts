import { createHash } from "node:crypto";
import { documentKey, isDocumentKey } from "../../domain/document/document-key.ts";
import { documentTypeOf } from "../../domain/document/document-type.ts";
import { checkType } from "../../infra/document-text/check-type.ts";
import { findDuplicate } from "../../infra/postgres/document/document.repository.ts";
import { noteContent } from "../../infra/postgres/document/note-content.ts";
import type { FetchedContent, VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { type DocumentDependencies, permanent, runStep, type Step } from "./step.ts";

const MAX_FILE_BYTES = 104_857_600;
const OPENING_BYTES = 4096;

/**
 * Reads the file once and returns whether its content is new. It must be the organization's, exist, be the announced
 * one, and have the type that its name says. When another document has the content, the file is removed.
 */
export const fetchDocument = async (deps: DocumentDependencies, address: VersionAddress): Promise<FetchedContent> => {
  const earlier = await deps.database.inOrganization(address.organizationId, (tx) => findDuplicate(tx, address));
  // An earlier try found that out and died before it could return it.
  if (earlier) return removeFile(deps, documentKey({ ...address, filename: earlier.filename }));
  let content: FetchedContent = "new";
  await runStep(deps, { address, step: "fetch" }, async (step) => {
    const { version } = step;
    // An earlier try, or the translation that wrote the file, has already stored the content's hash.
    if (version.document_type && version.file_hash) return;
    const file = await readFile(deps, step);
    const noted = await deps.database.inOrganization(address.organizationId, (tx) => noteContent(tx, step, file));
    if (noted.kind === "taken") {
      throw permanent(`The document ${noted.by.filename} has this content already; delete one of the two.`);
    }
    if (noted.kind === "known") content = await removeFile(deps, version.object_key);
  });
  return content;
};

const removeFile = async ({ objectStore }: DocumentDependencies, key: string): Promise<FetchedContent> => {
  await objectStore.remove(key);
  return "known";
};

const readFile = async (deps: DocumentDependencies, step: Step) => {
  const { address, document, version } = step;
  if (!isDocumentKey(address, version.object_key)) {
    throw permanent("This storage key is not the one that was given for the document.");
  }
  const type = documentTypeOf(document.filename);
  if (!type) throw permanent("Files of this type cannot be read.");
  const file = await deps.objectStore.describe(version.object_key);
  if (file === null) throw permanent("The file was not uploaded, or it is no longer there.");
  if (file.bytes > MAX_FILE_BYTES) throw permanent("The file is larger than 100 MB.");
  if (version.object_etag && version.object_etag !== file.etag) {
    throw permanent("The file was changed after it was handed over; process it again.");
  }
  const { hash, opening } = await readThrough(deps, step, file.bytes);
  checkType(type, opening);
  return { type, hash };
};

const readThrough = async ({ objectStore }: DocumentDependencies, { version, reached }: Step, total: number) => {
  const hash = createHash("sha256");
  let opening = Buffer.alloc(0);
  let done = 0;
  const file: AsyncIterable<Buffer> = await objectStore.read(version.object_key);
  for await (const chunk of file) {
    hash.update(chunk);
    if (opening.length < OPENING_BYTES) opening = Buffer.concat([opening, chunk.subarray(0, OPENING_BYTES)]);
    done += chunk.length;
    await reached(done, total);
  }
  return { hash: hash.digest(), opening };
};
