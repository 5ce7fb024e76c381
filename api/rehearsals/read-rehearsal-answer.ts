import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { listRehearsalConversations } from "../../infra/postgres/rehearsal/rehearsal-conversation.repository.ts";
import type { Rehearsal } from "../../infra/postgres/rehearsal/rehearsal.entity.ts";
import { countRehearsal, findRehearsal } from "../../infra/postgres/rehearsal/rehearsal.repository.ts";
import { requireKnownAgent } from "../require-agent.ts";
import { rehearsalNotFound } from "./rehearsals.errors.ts";
import { presentWholeRehearsal } from "./rehearsals.presenter.ts";

/** Finds a rehearsal of an agent; throws when there is none. */
export const requireRehearsal = async (
  tx: OrganizationTransaction,
  { workflow_id: agentId, rehearsal_id: rehearsalId }: { workflow_id: number; rehearsal_id: number },
): Promise<Rehearsal> => {
  await requireKnownAgent(tx, agentId);
  const row = await findRehearsal(tx, { agentId, rehearsalId });
  if (!row) throw rehearsalNotFound();
  return row;
};

/** Reads a rehearsal as its answer shows it, with its conversations. */
export const readRehearsalAnswer = async (tx: OrganizationTransaction, row: Rehearsal) => {
  const conversations = await listRehearsalConversations(tx, row.id);
  return presentWholeRehearsal(row, { counts: await countRehearsal(tx, row.id), conversations });
};
