import { z } from "zod";
import type { Conversation, TurnReport } from "../../domain/conversation/conversation.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { AnsweredBy } from "../../domain/call/call-instructions.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";

const answeredBy = z.enum(["human", "machine", "fax", "unknown"]);

/** The input of a turn as its row stores it. */
const storedInput = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("begin"), answeredBy: answeredBy.nullable() }),
  z.object({ kind: z.literal("speech"), text: z.string() }),
  z.object({ kind: z.literal("digits"), digits: z.string() }),
  z.object({ kind: z.literal("silence") }),
  z.object({ kind: z.literal("machine") }),
  z.object({
    kind: z.literal("transfer_ended"),
    outcome: z.enum(["answered", "busy", "no_answer", "failed", "refused"]),
  }),
  z.object({ kind: z.literal("time_up") }),
]);

export interface KeptTurn {
  key: string;
  /** Its words can be said again. */
  isDone: boolean;
  input: z.output<typeof storedInput>;
}

/**
 * Creates the key of a turn whose words are sent over a connection. When such a turn follows one of another kind, nobody heard that
 * one's words.
 */
export const createRelayKey = (name: string = crypto.randomUUID()): string => `${RELAYED}${name}`;
const RELAYED = "relay-";

/** Words of the person, by the name that the other end gives them. */
interface Said {
  id: string;
  text: string;
}

/** What the other end tells when it connects. */
interface Connected {
  answeredBy: AnsweredBy | null;
  /** The person's words that were lost with the connection. */
  unheard: readonly Said[];
  /** The last reply has not come whole. */
  missed: boolean;
  /** The key of the last turn whose reply has come whole, or was spoken over; null: unknown, or nothing is to be said again. */
  settled: string | null;
}

/**
 * Returns those of a person's words or keys of which no turn was made: they come in their order, so these are the last ones. A turn
 * of several keys has the name of the last.
 */
export const listUnheard = async <T extends { id: string }>(
  { database }: Pick<ApiDependencies, "database">,
  run: CallRun,
  said: readonly T[],
): Promise<readonly T[]> => {
  if (said.length === 0) return [];
  const keys = said.map(({ id }) => createRelayKey(id));
  const turns = await database.inOrganization(run.organization_id, (tx) =>
    selectTurns(tx, run.id).where("key", "in", keys).execute(),
  );
  const known = new Set(turns.map(({ key }) => key));
  return said.slice(keys.findLastIndex((key) => known.has(key)) + 1);
};

/**
 * Decides how a conversation begins on a connection, or continues where the connection was lost: what the person said last
 * is answered, what they missed of an answer is said again, or they may speak. What was decided between two connections is
 * said now.
 */
export const decideHowToResume = async (
  { database }: Pick<ApiDependencies, "database">,
  run: CallRun,
  { answeredBy, unheard, ...connected }: Connected,
): Promise<(conversation: Conversation) => Promise<TurnReport>> => {
  const { last, known } = await database.inOrganization(run.organization_id, async (tx) => ({
    last: await findLastTurn(tx, run.id),
    known: (await findRun(tx, run.uuid))?.answered_by ?? null,
  }));
  const latest = unheard.at(-1);
  if (last && latest) {
    const text = unheard.map((said) => said.text).join(" ");
    return (conversation) => conversation.hear({ kind: "speech", text, turnKey: createRelayKey(latest.id) });
  }
  if (last && (!last.key.startsWith(RELAYED) || (isMissed(last, connected) && last.isDone))) {
    return (conversation) => repeatTurn(conversation, last);
  }
  if (last) {
    const resumes = last.isDone ? undefined : last.key;
    return (conversation) => conversation.begin({ turnKey: createRelayKey(), answeredBy: null, resumes });
  }
  const beginning = { turnKey: createRelayKey("begin"), answeredBy: readAnsweredBy(known) ?? answeredBy };
  return (conversation) => conversation.begin(beginning);
};

/** A reply to a key or a silence may have been made while the other end was away, which then waits for nothing. */
const isMissed = ({ key }: KeptTurn, { missed, settled }: Pick<Connected, "missed" | "settled">): boolean =>
  missed || (settled !== null && settled !== key);

/** Returns who answered, in carriers' terms; null while unknown. */
export const readAnsweredBy = (text: string | null): AnsweredBy | null => answeredBy.safeParse(text).data ?? null;

/** Repeats a turn under its own key. */
export const repeatTurn = (conversation: Conversation, { key: turnKey, input }: KeptTurn): Promise<TurnReport> => {
  switch (input.kind) {
    case "begin":
      return conversation.begin({ turnKey, answeredBy: input.answeredBy });
    case "machine":
      return conversation.machineDetected({ turnKey });
    case "transfer_ended":
      return conversation.transferEnded({ turnKey, outcome: input.outcome });
    case "time_up":
      return conversation.timeIsUp({ turnKey });
    case "digits":
    case "silence":
    case "speech":
      return conversation.hear({ ...input, turnKey });
  }
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
  return { key: row.key, input: storedInput.parse(row.input), isDone: row.state !== "running" && row.outcome !== null };
};

export const findTurn = (
  tx: OrganizationTransaction,
  { runId, key }: { runId: number; key: string },
): Promise<KeptTurn | null> => readTurn(selectTurns(tx, runId).where("key", "=", key));
