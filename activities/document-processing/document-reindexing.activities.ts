import { indexWordsAgain } from "../../application/conversation/index-words-again.ts";
import { failReindexing } from "../../infra/postgres/document/outdated-documents.repository.ts";
import { buildModelsLockKey, lockShared } from "../../infra/postgres/locks.ts";
import { readSetAt } from "../../infra/postgres/model/model-configuration.repository.ts";
import type { DocumentReindexingActivities } from "../../workflows/document-processing/document-reindexing.ports.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { createVectors } from "./embed-passages.ts";
import { findNextOutdated } from "./find-next-outdated.ts";
import { putPassages } from "./index-passages.ts";
import { type DocumentDependencies, runStep } from "./step.ts";
import { keepOneEdition, switchVectors } from "./switch-vectors.ts";

export const createDocumentReindexingActivities = (deps: DocumentDependencies): DocumentReindexingActivities => ({
  // Words of conversations are found by their rows alone, so that they need no workflow of their own.
  nextOutdated: (organization) =>
    withHeartbeat(async () => {
      await indexWordsAgain(deps, organization.organizationId);
      return findNextOutdated(deps, organization);
    }),
  embedAgain: (address) => runStep(deps, { address, step: null }, (step) => createVectors(deps, step)),
  indexAgain: (address) => runStep(deps, { address, step: null }, (step) => putPassages(deps, step)),
  switchVectors: (address) => withHeartbeat(() => switchVectors(deps, address)),
  failReindexing: (failed) =>
    withHeartbeat(async () => {
      await deps.database.inOrganization(failed.organizationId, async (tx) => {
        const { organizationId, modelSetAt } = failed;
        await lockShared(tx, buildModelsLockKey(organizationId));
        if ((await readSetAt(tx, "embeddings")) === modelSetAt) await failReindexing(tx, failed);
      });
      await keepOneEdition(deps, failed);
    }),
});
