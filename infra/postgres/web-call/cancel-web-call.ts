import type { WebCallEnd } from "../../../domain/call/web-call.rules.ts";
import type { CallRun } from "../call/call-run.entity.ts";
import { cancelRun } from "../call/run-transitions.ts";
import type { OrganizationTransaction } from "../database.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";

/** Ends a web call in which nobody has talked. */
export const cancelWebCall = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id" | "organization_id" | "agent_id" | "name" | "mode">,
  { canceledAs, sentence }: Pick<WebCallEnd, "canceledAs" | "sentence">,
): Promise<void> => {
  await cancelRun(tx, run, { endReason: canceledAs, reason: sentence });
  await recordTimeline(tx, {
    organizationId: run.organization_id,
    kind: "call_ended",
    actor: "system",
    summary: `${run.name}: canceled, ${sentence}`,
    payload: { outcome: "canceled", end_reason: canceledAs, mode: run.mode },
    agentId: run.agent_id,
    runId: run.id,
  });
};
