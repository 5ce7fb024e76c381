import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { activateRun } from "./session-run.ts";
import { startSessionWorkflow } from "./session-workflow.ts";
import { openSessionConversation, requireTurnTaken } from "./text-session.ts";

const BEGIN = "begin";

/**
 * Begins a session and lets the agent say its first words. The row comes first, then the workflow, then the words: a
 * process that dies in between leaves a session that the next request continues, and that maintenance repairs.
 */
export const beginSession = async (context: OperationContext, run: CallRun): Promise<void> => {
  await context.inOrganization((tx) => activateRun(context, tx, run));
  await startWorkflow(context, run);
  const conversation = await openSessionConversation(context, run);
  await requireTurnTaken(context, await conversation.begin({ turnKey: BEGIN, answeredBy: null }), { run });
};

/** The words do not wait for Temporal: maintenance starts the workflow of a session that has none. */
const startWorkflow = async (context: OperationContext, run: CallRun): Promise<void> => {
  try {
    const { configurations } = await context.inOrganization((tx) =>
      tx
        .selectFrom("agent_versions")
        .select("configurations")
        .where("id", "=", run.agent_version_id)
        .executeTakeFirstOrThrow(),
    );
    await startSessionWorkflow(context, run, { configurations });
  } catch (err) {
    context.logger.warn({ err, run_uuid: run.uuid }, "a text session goes on; its workflow is started later");
  }
};
