import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import type { Carrier } from "../../../infra/telephony/carrier.ts";
import { callRunContract, callRunStartOptions } from "../../../workflows/call-run/call-run.contract.ts";
import type { OperationContext } from "../../http/operation-context.ts";

/** The limit is short, because a person waits on the line. */
const START_WITHIN_MS = 2000;

/**
 * Starts the workflow that follows an incoming call. Without Temporal the call is answered all the same: maintenance
 * starts its workflow when Temporal is back.
 */
export const startInboundCall = async (
  context: OperationContext,
  run: CallRun,
  { description }: Pick<Carrier, "description">,
): Promise<void> => {
  const inbound = {
    timeLimitSeconds: await timeLimitOf(context, run),
    ...(description.speaksThrough === "media" && { carriesAudio: true as const }),
  };
  try {
    await context.temporal.withDeadline(Date.now() + START_WITHIN_MS, () =>
      context.temporal.workflow.start(callRunContract.type, callRunStartOptions(run, { inbound })),
    );
  } catch (err) {
    if (err instanceof WorkflowExecutionAlreadyStartedError) return;
    context.logger.warn({ err, run_uuid: run.uuid }, "the workflow of an inbound call could not be started yet");
  }
};

const timeLimitOf = ({ database }: OperationContext, run: CallRun): Promise<number> =>
  database.inOrganization(run.organization_id, async (tx) => {
    const { configurations } = await tx
      .selectFrom("agent_versions")
      .select("configurations")
      .where("id", "=", run.agent_version_id)
      .executeTakeFirstOrThrow();
    return readAgentSettings(configurations).max_call_duration;
  });
