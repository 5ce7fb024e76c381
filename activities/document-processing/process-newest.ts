import { Context } from "@temporalio/activity";
import { findDueSource } from "../../infra/postgres/document/source.repository.ts";
import { beginNewestVersion, findNewestVersion } from "../../infra/postgres/document/version.repository.ts";
import { queueAgain } from "../../infra/postgres/document/waiting-documents.repository.ts";
import type { DocumentAddress } from "../../workflows/document-processing/document-processing.contract.ts";
import type {
  DocumentToProcess,
  ProcessedVersion,
  VersionAddress,
} from "../../workflows/document-processing/document-processing.ports.ts";
import { cutPassages } from "./cut-extracted-parts.ts";
import type { DocumentSlots } from "./document-slots.ts";
import { embedPassages } from "./embed-passages.ts";
import { extractText } from "./extract-text.ts";
import { fetchDocument } from "./fetch-document.ts";
import type { FetchedFiles } from "./fetched-files.ts";
import { indexPassages } from "./index-passages.ts";
import { readSource } from "./read-source.ts";
import { SlotTimeOverError, startSlotTime } from "./slot-time.ts";
import type { DocumentDependencies } from "./step.ts";
import { switchVersion } from "./switch-version.ts";

type ProcessingDependencies = DocumentDependencies & {
  fetchedFiles: FetchedFiles;
  places: Pick<DocumentSlots, "areAllTaken" | "countOf">;
};

/** Reads the document's address if that is due, and takes the newest unfinished version through its steps; leaves the switch to a later version to `switchVersion`. */
export const processNewest = async (
  deps: ProcessingDependencies,
  { mayRest, restedAt, ...document }: DocumentToProcess,
): Promise<ProcessedVersion | null> => {
  const { organizationId, documentUuid } = document;
  const due = await deps.database.inOrganization(organizationId, (tx) => findDueSource(tx, documentUuid));
  if (due) await readSource(deps, due);
  const version = await deps.database.inOrganization(organizationId, (tx) => beginNewestVersion(tx, documentUuid));
  if (version === null) return Context.current().info.attempt > 1 ? finishEarlierTry(deps, document) : null;
  const startsAgain = restedAt?.startsAgain ?? 0;
  const ofTurn = {
    ...deps,
    ...(mayRest && { turn: startSlotTime(deps, { organizationId, startsAgain }) }),
    ...(restedAt && { restedAt }),
  };
  try {
    return await takeSteps(ofTurn, { ...document, version });
  } catch (error) {
    if (!(error instanceof SlotTimeOverError)) throw error;
    await deps.database.inOrganization(organizationId, (tx) => queueAgain(tx, documentUuid));
    return { version, state: "resting", position: error.position };
  }
};

const takeSteps = async (deps: ProcessingDependencies, address: VersionAddress): Promise<ProcessedVersion> => {
  const { version } = address;
  await readDocument(deps, address);
  await indexVectors(deps, address);
  if (version > 1) return { version, state: "prepared" };
  // The first version replaces nothing.
  await switchVersion(deps, address);
  return { version, state: "ready" };
};

/** Finishes an earlier try that did everything and died before it could report it: removes what that left to remove. */
const finishEarlierTry = async (
  deps: ProcessingDependencies,
  document: DocumentAddress,
): Promise<ProcessedVersion | null> => {
  const { organizationId, documentUuid } = document;
  const version = await deps.database.inOrganization(organizationId, (tx) =>
    findNewestVersion(tx, documentUuid, ["ready"]),
  );
  if (version === null) return null;
  await switchVersion(deps, { ...document, version });
  return { version, state: "ready" };
};

/** Fetches the file, extracts its text and cuts that into passages. */
const readDocument = async (deps: ProcessingDependencies, address: VersionAddress): Promise<void> => {
  await fetchDocument(deps, address);
  await extractText(deps, address);
  await cutPassages(deps, address);
};

/** Computes a vector for each passage and fills the index. */
const indexVectors = async (deps: DocumentDependencies, address: VersionAddress): Promise<void> => {
  await embedPassages(deps, address);
  await indexPassages(deps, address);
};
