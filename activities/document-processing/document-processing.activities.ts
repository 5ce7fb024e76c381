import { beginNewestVersion } from "../../infra/postgres/document/version.repository.ts";
import type {
  DocumentProcessingActivities,
  FewerSteps,
  SingleSteps,
} from "../../workflows/document-processing/document-processing.ports.ts";
import { cutPassages } from "./cut-passages.ts";
import type { DocumentPlaces } from "./document-places.ts";
import { embedPassages } from "./embed-passages.ts";
import { extractText } from "./extract-text.ts";
import { failUnfinished, failVersion } from "./fail-version.ts";
import { fetchDocument } from "./fetch-document.ts";
import { createFetchedFiles } from "./fetched-files.ts";
import { indexPassages } from "./index-passages.ts";
import { indexVectors, type ProcessingDependencies, processNewest, readDocument } from "./process-newest.ts";
import type { DocumentDependencies } from "./step.ts";
import { switchVersion } from "./switch-version.ts";

export const createDocumentProcessingActivities = (
  deps: DocumentDependencies,
  places: Pick<DocumentPlaces, "areAllTaken" | "countOf">,
): DocumentProcessingActivities => {
  const withFiles = { ...deps, fetchedFiles: createFetchedFiles(), places };
  return {
    processNewest: (document) => processNewest(withFiles, document),
    switchVersion: (address) => switchVersion(deps, address),
    failUnfinished: (failed) => failUnfinished(deps, failed),
    ...createFewerSteps(withFiles),
    ...createSingleSteps(withFiles),
  };
};

/** Activities for documents that were in processing when their steps became one activity. */
const createFewerSteps = (deps: ProcessingDependencies): Omit<FewerSteps, keyof SingleSteps> => ({
  beginVersion: async ({ organizationId, documentUuid }) => {
    const version = await deps.database.inOrganization(organizationId, (tx) => beginNewestVersion(tx, documentUuid));
    return version === null ? null : { version };
  },
  readDocument: (address) => readDocument(deps, address),
  indexVectors: (address) => indexVectors(deps, address),
  failVersion: (failed) => failVersion(deps, failed),
});

/** Activities for documents that were in processing when their steps became three activities. */
const createSingleSteps = (deps: ProcessingDependencies): SingleSteps => ({
  fetchDocument: (address) => fetchDocument(deps, address),
  extractDocument: (address) => extractText(deps, address),
  chunkDocument: (address) => cutPassages(deps, address),
  embedDocument: (address) => embedPassages(deps, address),
  indexDocument: (address) => indexPassages(deps, address),
});
