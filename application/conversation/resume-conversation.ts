import { readRunDetection } from "../../domain/answerer/answered-by.rules.ts";
import type { Conversation, TurnReport } from "../../domain/conversation/conversation.ts";
import {
  type Connected,
  createRelayKey,
  decideHowToResume,
  type KeptTurn,
  selectUnheard,
  storedTurnInput,
} from "../../domain/conversation/resumption.ts";
import { readOutcome } from "../../domain/conversation/turn-session.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";

type TenantDatabase = Pick<Database, "inOrganization">;

/** Returns those of a person's words or keys of which no turn was made. */
export const listUnheard = async <T extends { id: string }>(
  database: TenantDatabase,
  run: CallRun,
  said: readonly T[],
): Promise<readonly T[]> => {
  if (said.length === 0) return [];
  const keys = said.map(({ id }) => createRelayKey(id));
  const turns = await database.inOrganization(run.organization_id, (tx) =>
    selectTurns(tx, run.id).where("key", "in", keys).execute(),
  );
  return selectUnheard(said, new Set(turns.map(({ key }) => key)));
};

/** Reads where the conversation stands, and returns how it begins or continues on this connection. */
export const resumeConversation = async (
  database: TenantDatabase,
  run: CallRun,
  connected: Connected,
): Promise<(conversation: Conversation) => Promise<TurnReport>> => {
  const { last, now } = await database.inOrganization(run.organization_id, async (tx) => ({
    last: await findLastTurn(tx, run.id),
    now: await findRun(tx, run.uuid),
  }));
  return decideHowToResume({ last, answeredBefore: now ? readRunDetection(now) : null }, connected);
};

export const findLastTurn = (tx: OrganizationTransaction, runId: number): Promise<KeptTurn | null> =>
  readLastTurn(selectKeptTurns(tx, runId));

/** Returns the turn of this key, or the last of those in which the person spoke over it (`<key>-2`). */
export const findLatestTurn = (
  tx: OrganizationTransaction,
  { runId, key }: { runId: number; key: string },
): Promise<KeptTurn | null> =>
  readLastTurn(
    selectKeptTurns(tx, runId).where((turn) => turn.or([turn("key", "=", key), turn("key", "like", `${key}-%`)])),
  );

const selectTurns = (tx: OrganizationTransaction, runId: number) =>
  tx.selectFrom("conversation_turns").select(["key", "input", "state", "outcome"]).where("run_id", "=", runId);

const selectKeptTurns = (tx: OrganizationTransaction, runId: number) =>
  selectTurns(tx, runId).where("discarded_at", "is", null);

type SelectedTurns = ReturnType<typeof selectTurns>;

const readLastTurn = (turns: SelectedTurns): Promise<KeptTurn | null> =>
  readTurn(turns.orderBy("number", "desc").limit(1));

const readTurn = async (turns: SelectedTurns): Promise<KeptTurn | null> => {
  const row = await turns.executeTakeFirst();
  if (!row) return null;
  return {
    key: row.key,
    input: storedTurnInput.parse(row.input),
    transferUuid: transferOf(row.outcome),
    isDone: row.state !== "running" && row.outcome !== null,
  };
};

/** Returns the warm transfer that a turn requested; null: it requested none. */
const transferOf = (outcome: unknown): string | null => {
  const next = readOutcome(outcome)?.next;
  return (next?.kind === "transfer" ? next.transferUuid : null) ?? null;
};

export const findTurn = (
  tx: OrganizationTransaction,
  { runId, key }: { runId: number; key: string },
): Promise<KeptTurn | null> => readTurn(selectTurns(tx, runId).where("key", "=", key));
