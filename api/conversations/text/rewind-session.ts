import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { rewindSession as rewind } from "../../../infra/postgres/conversation/session.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import { formatActor, type OperationContext } from "../../http/operation-context.ts";
import { requireOwnEnvironment } from "../../http/require-production.ts";
import { readSessionAnswer, requireSessionRun } from "./session-run.ts";
import { revisionConflict, sessionBusy, sessionOver, turnNotFound } from "./text-sessions.errors.ts";
import type { rewindBody, sessionParams } from "./text-sessions.schemas.ts";

/** Discards everything after a turn, so that the session continues from there. */
export const rewindSession = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof sessionParams; body: typeof rewindBody }>,
) => {
  const { cursor_turn_id: turnUuid, expected_revision: expectedRevision } = body;
  await context.inOrganization(async (tx) => {
    const run = await requireSessionRun(tx, params);
    requireOwnEnvironment(context.actor, run, "session");
    const result = await rewind(tx, run.id, { turnUuid, expectedRevision });
    switch (result.kind) {
      case "rewound":
        return recordRewind(context, tx, run);
      case "stale":
        throw revisionConflict(expectedRevision ?? 0, result.revision);
      case "over":
        throw sessionOver(result.reason);
      case "busy":
        throw sessionBusy();
      case "no_such_turn":
        throw turnNotFound();
    }
  });
  return readSessionAnswer(context, params);
};

const recordRewind = async (context: OperationContext, tx: OrganizationTransaction, run: CallRun): Promise<void> => {
  recordTimelineAtCommit(tx, {
    organizationId: run.organization_id,
    kind: "system",
    actor: formatActor(context.actor),
    summary: `${run.name}: the last words of the session in text were taken back`,
    payload: { event: "words_taken_back" },
    agentId: run.agent_id,
    runId: run.id,
  });
};
