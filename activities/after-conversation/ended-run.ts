import {
  type AfterConversationNodes,
  readAfterConversationNodes,
} from "../../domain/agent/after-conversation-nodes.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { type RunAgent, readRunAgent } from "../../infra/postgres/call/run-agent.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/** A run whose conversation is over, with its agent's after-conversation nodes. */
export interface EndedRun {
  run: CallRun;
  agent: RunAgent;
  nodes: AfterConversationNodes;
}

export const readEndedRun = async (
  tx: OrganizationTransaction,
  { runUuid, now }: { runUuid: string; now: Date },
): Promise<EndedRun | null> => {
  const run = await findRun(tx, runUuid);
  if (!run) return null;
  const agent = await readRunAgent(tx, run, now);
  return { run, agent, nodes: readAfterConversationNodes(agent.definition) };
};
