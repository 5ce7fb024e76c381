import { listAfterConversationSteps, readAfterConversationNodes } from "../../domain/agent/after-conversation-nodes.ts";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { type ConversationEnd, readConversationEnd } from "../../domain/call/call-outcome.rules.ts";
import { readGraph } from "../../domain/conversation/agent-graph.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { hasBeenHeard } from "../../infra/postgres/conversation/heard-words.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { AfterConversationStep } from "../../workflows/after-conversation.ports.ts";
import type { FollowUpStep } from "../../workflows/call-run/call-run.ports.ts";

/** The facts of a conversation that the carrier cannot know; null: the agent has talked to nobody. */
export interface ConversationVerdict extends ConversationEnd {
  wasHeard: boolean;
}

export const readVerdict = async (tx: OrganizationTransaction, run: CallRun): Promise<ConversationVerdict | null> => {
  if (!run.holds_conversation) return null;
  const row = await tx
    .selectFrom("conversations")
    .select(["opted_out", "end_reason", hasBeenHeard.as("was_heard")])
    .where("run_id", "=", run.id)
    .executeTakeFirst();
  if (!row) return null;
  const { opted_out: optedOut, end_reason, was_heard: wasHeard } = row;
  const { direction, answered_by: answeredBy, answer_evidence } = run;
  const personCame = answer_evidence?.person_came === true;
  return {
    ...readConversationEnd({ direction, answeredBy, personCame, endReason: end_reason, optedOut }),
    wasHeard,
  };
};

/** Returns for how long the agent waits before its first word. */
export const readPauseSeconds = async (tx: OrganizationTransaction, run: CallRun): Promise<number> => {
  const { definition } = await tx
    .selectFrom("agent_versions")
    .select("definition")
    .where("id", "=", run.agent_version_id)
    .executeTakeFirstOrThrow();
  return readGraph(definition).start.delayMs / 1000;
};

/**
 * Returns the follow-up steps of an ended call, from its row. A call without a conversation has nothing to store, and
 * prices are gathered for each account.
 */
export const listFollowUpSteps = async (
  tx: OrganizationTransaction,
  run: CallRun,
): Promise<{ steps: FollowUpStep[]; after: AfterConversationStep[] }> => {
  if (!run.holds_conversation) return { steps: [], after: [] };
  const { configurations, definition } = await tx
    .selectFrom("agent_versions")
    .select(["configurations", "definition"])
    .where("id", "=", run.agent_version_id)
    .executeTakeFirstOrThrow();
  const recording: FollowUpStep[] = readAgentSettings(configurations).call_recording_enabled ? ["keepRecording"] : [];
  return {
    steps: ["concludeCall", "writeTranscript", ...recording],
    after: listAfterConversationSteps(readAfterConversationNodes(definition)),
  };
};
