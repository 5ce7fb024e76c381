import type { DocumentProcessingActivities } from "../../workflows/document-processing/document-processing.ports.ts";
import type { DocumentSlots } from "./document-slots.ts";
import { failUnfinished } from "./fail-unfinished.ts";
import { createFetchedFiles } from "./fetched-files.ts";
import { processNewest } from "./process-newest.ts";
import type { DocumentDependencies } from "./step.ts";
import { switchVersion } from "./switch-version.ts";

export const createDocumentProcessingActivities = (
  deps: DocumentDependencies,
  places: Pick<DocumentSlots, "areAllTaken" | "countOf">,
): DocumentProcessingActivities => {
  const withFiles = { ...deps, fetchedFiles: createFetchedFiles(), places };
  return {
    processNewest: (document) => processNewest(withFiles, document),
    switchVersion: (address) => switchVersion(deps, address),
    failUnfinished: (failed) => failUnfinished(deps, failed),
  };
};
