import { FOLLOWED_UP_WITHIN_MS } from "../../domain/call/follow-up.rules.ts";
import { isSessionMode } from "../../domain/call/modes-and-channels.rules.ts";
import { cancelQueuedCall } from "../../infra/postgres/call/unstarted-runs.repository.ts";
import { addToReceipt } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import {
  listRunsById,
  type RunOfPerson,
  stopAskingForRecordings,
  stopCalling,
} from "../../infra/postgres/privacy/stop-calling.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { hangUpSignal } from "../../workflows/call-run/call-run.contract.ts";
import { buildRunWorkflowId } from "../../workflows/run-workflow.contract.ts";
import { endSessionSignal } from "../../workflows/session.contract.ts";
import { signalIfOpen } from "../signal-if-open.ts";
import type { Erasure, ErasureDependencies } from "./erasure.ts";
import { lookAgain } from "./find-again.ts";

const REASON = "its person is being erased";

/**
 * Takes the person out of campaigns and ends the calls that are under way. Returns how many calls, or workflows that still write what
 * follows them, are left: nothing is erased that is written again afterwards.
 */
export const endCalls = async (deps: ErasureDependencies, erasure: Erasure) => {
  const { database, clock } = deps;
  const { organizationId, uuid, person } = erasure;
  await database.inOrganization(organizationId, async (tx) => {
    const count = await stopCalling(tx, { organizationId, numbers: person.numbers });
    await addToReceipt(tx, uuid, { place: "waiting_contacts", count });
  });
  const runIds = await lookAgain(deps, erasure);
  const runs = await database.inOrganization(organizationId, async (tx) => {
    await stopAskingForRecordings(tx, runIds);
    return listRunsById(tx, runIds);
  });
  const recentMs = clock.now().getTime() - FOLLOWED_UP_WITHIN_MS;
  let left = 0;
  for (const run of runs) {
    if (run.ended_at === null) {
      left += 1;
      await end(deps, run);
    } else if (run.ended_at.getTime() > recentMs && (await isOpen(deps.temporal, buildRunWorkflowId(run)))) left += 1;
  }
  return { left };
};

const end = async ({ database, temporal }: ErasureDependencies, run: RunOfPerson): Promise<void> => {
  const isTold = await signalIfOpen(
    temporal,
    buildRunWorkflowId(run),
    isSessionMode(run.mode) ? endSessionSignal : hangUpSignal,
  );
  if (!isTold || isSessionMode(run.mode))
    await database.inOrganization(run.organization_id, (tx) => cancelQueuedCall(tx, run.uuid, REASON));
};
