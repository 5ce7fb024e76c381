import { createHash } from "node:crypto";
import { checkType } from "../../infra/document-text/check-type.ts";
import { documentTypeOf } from "../../domain/document/document-type.ts";
import { isDocumentKey } from "../../domain/document/document-key.ts";
import { noteFile } from "../../infra/postgres/knowledge/version.repository.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { type DocumentDependencies, permanent, runStep, type Step } from "./step.ts";

const MAX_FILE_BYTES = 104_857_600;
const OPENING_BYTES = 4096;

/** Reads the file once: it must be the organization's, there, of its size and content, and what its name says. */
export const fetchDocument = (deps: DocumentDependencies, address: VersionAddress): Promise<void> =>
  runStep(deps, { address, step: "fetch" }, async (step) => {
    const { document, version } = step;
    // Noted with the content, by a try that could not say so any more, or by the translation that wrote the file.
    if (version.document_type && version.file_hash) return;
    if (!isDocumentKey(address, version.object_key)) {
      throw permanent("This storage key is not the one that was given for the document.");
    }
    const type = documentTypeOf(document.filename);
    if (!type) throw permanent("Files of this type cannot be read.");
    const bytes = await deps.objectStore.size(version.object_key);
    if (bytes === null) throw permanent("The file was not uploaded, or it is no longer there.");
    if (bytes > MAX_FILE_BYTES) throw permanent("The file is larger than 100 MB.");
    const { hash, opening } = await readThrough(deps, step, bytes);
    if (version.file_hash && !version.file_hash.equals(hash)) {
      throw permanent("The file was changed after it was handed over; process it again.");
    }
    checkType(type, opening);
    await deps.database.inOrganization(address.organizationId, (tx) => noteFile(tx, version.id, { type, hash }));
  });

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
