import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { renderMarkdown } from "../../domain/document/markdown.ts";
import { STORAGE_FULL } from "../../domain/document/storage-limits.ts";
import { endTranslation, findTranslation } from "../../infra/postgres/document/translation.repository.ts";
import { readParts } from "../../infra/postgres/document/version.repository.ts";
import type { DocumentAddress } from "../../workflows/document-processing/document-processing.contract.ts";
import { createPermanentFailure, type DocumentDependencies, PARTS_AT_ONCE } from "./step.ts";

/**
 * Writes the whole translation as one file into the store, then queues the version to be processed. A repetition writes
 * the same file.
 */
export const writeTranslation = async (
  { database, objectStore }: DocumentDependencies,
  { organizationId, documentUuid }: DocumentAddress,
): Promise<void> => {
  const translation = await database.inOrganization(organizationId, (tx) => findTranslation(tx, documentUuid));
  if (!translation) return;
  const { id, object_key } = translation.version;
  const hash = createHash("sha256");
  let bytes = 0;
  const pieces = async function* () {
    for (let from = 0; from < translation.version.part_count; from += PARTS_AT_ONCE) {
      const page = { from, limit: PARTS_AT_ONCE };
      for (const { part } of await database.inOrganization(organizationId, (tx) => readParts(tx, id, page))) {
        const piece = Buffer.from(renderMarkdown(part));
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    }
  };
  await objectStore.put(object_key, Readable.from(pieces()), "text/markdown");
  const file = { bytes, hash: hash.digest() };
  const ended = await database.inOrganization(organizationId, (tx) =>
    endTranslation(tx, { organizationId, documentUuid }, file),
  );
  // The deletion of the document may have removed its files before this one was written.
  if (ended !== "ended") await objectStore.remove(object_key);
  if (ended === "over_limit") throw createPermanentFailure(STORAGE_FULL);
};
