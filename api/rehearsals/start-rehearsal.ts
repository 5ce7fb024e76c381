import { insertPlannedRehearsal, type RehearsalPlan } from "../../application/rehearsal/write-rehearsal.ts";
import { MOST_REHEARSALS_UNDER_WAY } from "../../domain/rehearsal/rehearsal.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Rehearsal } from "../../infra/postgres/rehearsal/rehearsal.entity.ts";
import { countUnderWay } from "../../infra/postgres/rehearsal/start-rehearsal.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import { rehearsalContract, rehearsalStartOptions } from "../../workflows/rehearsal/rehearsal.contract.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { recordRehearsalChange } from "./record-rehearsal-change.ts";
import { modelNeeded, tooManyRehearsals } from "./rehearsals.errors.ts";

/**
 * Writes a rehearsal with its conversations; a repeated request finds the one that it has written. The workflow is started
 * afterwards, by the request or, where its process ends before that, by maintenance.
 */
export const writeRehearsal = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, version, planned }: RehearsalPlan,
): Promise<Rehearsal> => {
  if ((await countUnderWay(tx)) >= MOST_REHEARSALS_UNDER_WAY) throw tooManyRehearsals(MOST_REHEARSALS_UNDER_WAY);
  const { secrets, prices } = context;
  const written = await insertPlannedRehearsal(tx, {
    ...{ agent, version, planned, secrets, prices },
    uuid: context.requestUuid(),
    createdBy: context.actor.userId,
  });
  if ("modelFor" in written) throw modelNeeded(written.modelFor);
  const { rehearsal, isNew } = written;
  const count = planned.reduce((sum, { runs }) => sum + runs, 0);
  const change = `is rehearsed in version ${version.version_number}: ${count} ${count === 1 ? "conversation" : "conversations"}`;
  if (isNew) recordRehearsalChange(context, tx, { agent, change, payload: { rehearsal_id: rehearsal.id } });
  return rehearsal;
};

export const startRehearsalWorkflow = (context: OperationContext, row: Rehearsal): Promise<void> =>
  tryToStart(
    context,
    rehearsalContract.type,
    rehearsalStartOptions({
      organizationId: row.organization_id,
      rehearsalUuid: row.uuid,
      agentId: row.agent_id,
    }),
  );
