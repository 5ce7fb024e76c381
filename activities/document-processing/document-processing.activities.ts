import { beginNewestVersion } from "../../infra/postgres/document/version.repository.ts";
import type { DocumentProcessingActivities } from "../../workflows/document-processing/document-processing.ports.ts";
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
  const fetchedFiles = createFetchedFiles();
  return {
    beginVersion: async ({ organizationId, documentUuid }) => {
      const version = await deps.database.inOrganization(organizationId, (tx) => beginNewestVersion(tx, documentUuid));
      return version === null ? null : { version };
    },
    fetchDocument: (address) => fetchDocument({ ...deps, fetchedFiles }, address),
    extractDocument: (address) => extractText({ ...deps, fetchedFiles }, address),
    chunkDocument: (address) => cutPassages(deps, address),
    embedDocument: (address) => embedPassages(deps, address),
    indexDocument: (address) => indexPassages(deps, address),
    switchVersion: (address) => switchVersion(deps, address),
    failVersion: (failed) => failVersion(deps, failed),
  };
};
