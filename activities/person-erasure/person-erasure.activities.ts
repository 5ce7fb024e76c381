import type { ErasureStep } from "../../domain/privacy/erasure.rules.ts";
import { findErasure, noteStep, openPerson } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import type { PersonErasureActivities, StepResult } from "../../workflows/person-erasure/person-erasure.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { blotAnswers, blotOriginals } from "./blot-answers.ts";
import { blotOut } from "./blot-out.ts";
import { concludeErasure } from "./conclude-erasure.ts";
import { endCalls } from "./end-calls.ts";
import { eraseRows } from "./erase-rows.ts";
import type { Erasure, ErasureDependencies } from "./erasure.ts";
import { findAgain } from "./find-again.ts";
import { removeDocuments } from "./remove-documents.ts";
import { removeHistories } from "./remove-histories.ts";
import { removeObjects } from "./remove-objects.ts";

const STEPS: Readonly<Record<ErasureStep, (deps: ErasureDependencies, erasure: Erasure) => Promise<StepResult>>> = {
  find: findAgain,
  calls: endCalls,
  objects: removeObjects,
  documents: removeDocuments,
  rows: eraseRows,
  mentions: blotOut,
  answers: async (deps, erasure) => {
    await blotOriginals(deps, erasure);
    return blotAnswers(deps, erasure);
  },
  histories: removeHistories,
  record: concludeErasure,
};

export const createPersonErasureActivities = (deps: WorkerDependencies): PersonErasureActivities => ({
  eraseStep: ({ organizationId, erasureUuid, step }) =>
    withHeartbeat(async () => {
      const row = await deps.database.inOrganization(organizationId, async (tx) => {
        await noteStep(tx, erasureUuid, step);
        return findErasure(tx, erasureUuid);
      });
      const person = row && openPerson(row, deps.secrets);
      // It is done, or its organization is gone.
      if (!row || !person) return { left: 0 };
      return STEPS[step](deps, { row, person, organizationId, uuid: erasureUuid });
    }),
});
