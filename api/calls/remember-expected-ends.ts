import { WorkflowNotFoundError } from "@temporalio/common";
import type { EndingCall, ExpectedEnds } from "../../domain/call/expected-ends.ts";
import { ASKED_AFTER_TALK_SECONDS } from "../../domain/call/silent-call.rules.ts";
import { TAKEN_WITHIN_MS } from "../../infra/temporal/deadlines.ts";
import { callRunContract, talkEndedSignal } from "../../workflows/call-run/call-run.contract.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

/**
 * Creates the list of a process. When the last callback of such a call does not come, its workflow asks the carrier, and does not wait
 * for the call's time limit. Most callbacks come in time, so this costs a call nothing. Maintenance finds by
 * their rows the ends that a killed process forgets meanwhile.
 */
export const createExpectedEnds = (
  { temporal, logger }: Pick<ApiDependencies, "temporal" | "logger">,
  { afterMs = ASKED_AFTER_TALK_SECONDS * 1000 } = {},
): ExpectedEnds => {
  const timers = new Map<string, NodeJS.Timeout>();
  const settle = ({ uuid }: Pick<EndingCall, "uuid">) => {
    clearTimeout(timers.get(uuid));
    timers.delete(uuid);
  };
  const tell = async (run: EndingCall): Promise<void> => {
    timers.delete(run.uuid);
    const workflowId = callRunContract.workflowId({ organizationId: run.organization_id, runUuid: run.uuid });
    try {
      await temporal.withDeadline(Date.now() + TAKEN_WITHIN_MS, () =>
        temporal.workflow.getHandle(workflowId).signal(talkEndedSignal),
      );
    } catch (err) {
      // The workflow is over: another process got the callback.
      if (err instanceof WorkflowNotFoundError) return;
      logger.warn({ err, run_uuid: run.uuid }, "a call's workflow could not be told that the conversation is over");
    }
  };
  return {
    expect: (run) => {
      settle(run);
      timers.set(run.uuid, setTimeout(() => void tell(run), afterMs).unref());
    },
    settle,
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
};
