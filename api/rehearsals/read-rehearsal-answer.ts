import { compareRehearsals } from "../../domain/rehearsal/compare-rehearsals.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Rehearsal } from "../../infra/postgres/rehearsal/rehearsal.entity.ts";
import {
  countRehearsal,
  findRehearsal,
  findRehearsalBefore,
} from "../../infra/postgres/rehearsal/rehearsal.repository.ts";
import { listRehearsalConversations } from "../../infra/postgres/rehearsal/rehearsal-conversation.repository.ts";
import { requireKnownAgent } from "../require-agent.ts";
import { rehearsalNotFound } from "./rehearsals.errors.ts";
import { presentWholeRehearsal, readCompared } from "./rehearsals.presenter.ts";

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

/** Reads a rehearsal as its answer shows it, with its conversations, compared with the one before. */
export const readRehearsalAnswer = async (tx: OrganizationTransaction, row: Rehearsal) => {
  const conversations = await listRehearsalConversations(tx, row.id);
  const before = await findRehearsalBefore(tx, row);
  const compared = before && {
    rehearsal_id: before.id,
    version_number: before.version_number,
    ...compareRehearsals(readCompared(conversations), readCompared(await listRehearsalConversations(tx, before.id))),
  };
  return presentWholeRehearsal(row, {
    counts: await countRehearsal(tx, row.id),
    conversations,
    compared: compared ?? null,
  });
};
