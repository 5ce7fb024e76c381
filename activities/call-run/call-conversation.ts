import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { listAfterConversationSteps, readAfterConversationNodes } from "../../domain/agent/after-conversation-nodes.ts";
import { isWaitingForPrice } from "../../infra/postgres/call/waiting-for-price.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { AfterConversationStep } from "../../workflows/after-conversation.ports.ts";
import type { FollowUpStep } from "../../workflows/call-run/call-run.ports.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";

/** The facts of a conversation that the carrier cannot know; null: the agent has talked to nobody. */
export interface ConversationVerdict {
  optedOut: boolean;
  /** The agent recognized a machine by itself. */
  wasMachine: boolean;
}

export const readVerdict = async (tx: OrganizationTransaction, run: CallRun): Promise<ConversationVerdict | null> => {
  if (!run.holds_conversation) return null;
  const row = await tx
    .selectFrom("conversations")
    .select(["opted_out", "end_reason"])
    .where("run_id", "=", run.id)
    .executeTakeFirst();
  if (!row) return null;
  return { optedOut: row.opted_out, wasMachine: MACHINE_ENDINGS.has(row.end_reason ?? "") };
};

const MACHINE_ENDINGS: ReadonlySet<string> = new Set(["voicemail_detected", "voicemail_left"]);

/**
 * Returns the follow-up steps of an ended call, from its row. A call without a conversation has nothing to store; the
 * simulator reports the price with the end.
 */
export const listFollowUpSteps = async (
  tx: OrganizationTransaction,
  run: CallRun,
): Promise<{ steps: FollowUpStep[]; after: AfterConversationStep[] }> => {
  const price: FollowUpStep[] = isWaitingForPrice(run) ? ["askPrice"] : [];
  if (!run.holds_conversation) return { steps: price, after: [] };
  const { configurations, definition } = await tx
    .selectFrom("agent_versions")
    .select(["configurations", "definition"])
    .where("id", "=", run.agent_version_id)
    .executeTakeFirstOrThrow();
  const recording: FollowUpStep[] = readAgentSettings(configurations).call_recording_enabled ? ["keepRecording"] : [];
  return {
    steps: ["concludeCall", "writeTranscript", ...recording, ...price],
    after: listAfterConversationSteps(readAfterConversationNodes(definition)),
  };
};
