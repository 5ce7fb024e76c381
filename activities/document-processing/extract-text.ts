import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { extractDocument } from "../../infra/document-text/extract-document.ts";
import { endExtraction, extractionPosition, writePart } from "../../infra/postgres/knowledge/version.repository.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { type DocumentDependencies, permanent, runStep, type Step } from "./step.ts";

const NO_TEXT = "This document has no text.";
const SCANNED = "This PDF has no text: its pages are pictures. Run text recognition (OCR) over it and upload it again.";

/** The file's text into rows, part by part, from the last part that is there. */
export const extractText = (deps: DocumentDependencies, address: VersionAddress): Promise<void> =>
  runStep(deps, { address, step: "extract" }, async (step) => {
    if (step.version.is_extracted) return;
    const folder = await mkdtemp(join(tmpdir(), "ringdown-document-"));
    try {
      const file = join(folder, "document");
      await pipeline(await deps.objectStore.read(step.version.object_key), createWriteStream(file), {
        signal: step.signal,
      });
      await writeParts(deps, step, file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

const writeParts = async ({ database }: DocumentDependencies, step: Step, file: string): Promise<void> => {
  const { version, address, signal } = step;
  const type = version.document_type;
  if (!type) throw new Error("the file was not looked at before");
  const position = await database.inOrganization(address.organizationId, (tx) => extractionPosition(tx, version));
  let ordinal = position.skipParts;
  let pages: number | null = null;
  for await (const message of extractDocument({ file, type, signal, ...position })) {
    if ("pages" in message) {
      pages = message.pages;
      continue;
    }
    const written = { ordinal, part: message.part };
    await database.inOrganization(address.organizationId, (tx) => writePart(tx, version, written));
    ordinal += 1;
    await step.reached(message.lastPage ?? ordinal, pages ?? 0);
  }
  if (ordinal === 0) throw permanent(type === "pdf" ? SCANNED : NO_TEXT);
  await database.inOrganization(address.organizationId, (tx) => endExtraction(tx, version.id, pages));
};
