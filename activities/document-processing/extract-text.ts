import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { CutPart } from "../../domain/document/cut-parts.ts";
import { NOTHING_FOUND } from "../../domain/document/document-findings.ts";
import { addWarnings, type FileWarning } from "../../domain/file/file-warning.ts";
import { extractDocument } from "../../infra/document-text/extract-document.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { endExtraction, readExtractionPosition, writeParts } from "../../infra/postgres/document/version.repository.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { cutParts } from "./cut-extracted-parts.ts";
import { createFileFolder, type FetchedFiles, type FileFolder } from "./fetched-files.ts";
import { createPermanentFailure, type DocumentDependencies, PARTS_AT_ONCE, runStep, type Step } from "./step.ts";

const NO_TEXT = "This document has no text.";
const SCANNED = "This PDF has no text: its pages are pictures. Run text recognition (OCR) over it and upload it again.";

/** Fewer parts are written at once where they come slowly, so that a crash loses little. */
const WRITE_EVERY_MS = 1000;

type ExtractDependencies = DocumentDependencies & { fetchedFiles: FetchedFiles };

/**
 * Extracts the file's text into rows, part by part, from the last stored part on. Cuts each part into passages at once, because
 * reading and checking it again would cost as much as cutting it.
 */
export const extractText = (deps: ExtractDependencies, address: VersionAddress): Promise<void> =>
  runStep(deps, { address, step: "extract" }, async (step) => {
    if (step.version.is_extracted) return;
    const folder = deps.fetchedFiles.take(step.version) ?? (await downloadFile(deps, step));
    try {
      await extractParts(deps, step, folder.file);
    } finally {
      await folder.remove();
    }
  });

/** Reads the file again: another worker fetched it, or this one has extracted it before and failed. */
const downloadFile = async ({ objectStore }: DocumentDependencies, { version, signal }: Step): Promise<FileFolder> => {
  const folder = await createFileFolder();
  try {
    await pipeline(await objectStore.read(version.object_key), createWriteStream(folder.file), { signal });
    return folder;
  } catch (error) {
    await folder.remove();
    throw error;
  }
};

const extractParts = async (deps: DocumentDependencies, step: Step, file: string): Promise<void> => {
  const { database } = deps;
  const { version, signal } = step;
  const { organizationId } = step.address;
  const type = version.document_type;
  if (!type) throw new Error("the file was not looked at before");
  const position = await database.inOrganization(organizationId, (tx) => readExtractionPosition(tx, version));
  let written = position.skipParts;
  let found = NOTHING_FOUND;
  let waiting: CutPart[] = [];
  let writtenAtMs = performance.now();
  let cut = version.chunked_parts;
  const write = async () => {
    const parts = { first: written, parts: waiting.map(({ part }) => part) };
    const writeAndCut = async (tx: OrganizationTransaction) => {
      await writeParts(tx, version, parts);
      // Parts that an earlier try has left uncut come first, in the step after this one.
      if (cut === parts.first) cut = await cutParts(tx, deps, { version, ...parts });
    };
    if (waiting.length > 0) await database.inOrganization(organizationId, writeAndCut);
    written += waiting.length;
    const lastPage = waiting.at(-1)?.lastPage ?? null;
    waiting = [];
    writtenAtMs = performance.now();
    await step.reached(lastPage ?? written, found.pages ?? 0);
  };
  const ends = AbortSignal.any([signal, step.rest]);
  const { encoding } = version;
  let warnings: readonly FileWarning[] = [];
  try {
    for await (const message of extractDocument({ organizationId, file, type, encoding, signal: ends, ...position })) {
      if ("found" in message) found = message.found;
      else if ("warnings" in message) warnings = addWarnings(warnings, message.warnings);
      else waiting.push(message);
      if (waiting.length >= PARTS_AT_ONCE || performance.now() - writtenAtMs >= WRITE_EVERY_MS) await write();
    }
  } catch (error) {
    if (!step.rest.aborted || signal.aborted) throw error;
    // `reached` gives the place back.
    await write();
  }
  await write();
  if (written === 0) throw createPermanentFailure(type === "pdf" ? SCANNED : NO_TEXT);
  await database.inOrganization(organizationId, (tx) => endExtraction(tx, version.id, { ...found, warnings }));
};
