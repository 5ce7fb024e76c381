import { beginNewestVersion } from "../../infra/postgres/document/version.repository.ts";
import type {
  DocumentProcessingActivities,
  SingleSteps,
} from "../../workflows/document-processing/document-processing.ports.ts";
import { cutPassages } from "./cut-passages.ts";
import { embedPassages } from "./embed-passages.ts";
import { extractText } from "./extract-text.ts";
import { failVersion } from "./fail-version.ts";
import { fetchDocument } from "./fetch-document.ts";
import { createFetchedFiles } from "./fetched-files.ts";
import { indexPassages } from "./index-passages.ts";
import type { DocumentDependencies } from "./step.ts";
import { switchVersion } from "./switch-version.ts";

export const createDocumentProcessingActivities = (deps: DocumentDependencies): DocumentProcessingActivities => {
  const withFiles = { ...deps, fetchedFiles: createFetchedFiles() };
  return {
    beginVersion: async ({ organizationId, documentUuid }) => {
      const version = await deps.database.inOrganization(organizationId, (tx) => beginNewestVersion(tx, documentUuid));
      return version === null ? null : { version };
    },
    readDocument: async (address) => {
      const content = await fetchDocument(withFiles, address);
      if (content === "known") return content;
      await extractText(withFiles, address);
      await cutPassages(deps, address);
      return content;
    },
    indexVectors: async (address) => {
      await embedPassages(deps, address);
      await indexPassages(deps, address);
    },
    switchVersion: (address) => switchVersion(deps, address),
    failVersion: (failed) => failVersion(deps, failed),
    ...createSingleSteps(withFiles),
  };
};

/** For documents that were in processing when their steps came into fewer activities. */
const createSingleSteps = (deps: Parameters<typeof extractText>[0]): SingleSteps => ({
  fetchDocument: (address) => fetchDocument(deps, address),
  extractDocument: (address) => extractText(deps, address),
  chunkDocument: (address) => cutPassages(deps, address),
  embedDocument: (address) => embedPassages(deps, address),
  indexDocument: (address) => indexPassages(deps, address),
});
