import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  type ClaimRequest,
  type ClaimResult,
  type ConversationRun,
  relaysWords,
} from "../../../domain/conversation/conversation.ports.ts";
import { readPersonText } from "../../../domain/conversation/person-text.ts";
import { asEndReason, readOutcome } from "../../../domain/conversation/turn-session.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import { sendTogether } from "../send-together.ts";
import { readEntries } from "./read-entries.ts";
import type { ConversationRow } from "./conversation.entity.ts";
import type { ConversationTurn } from "./conversation-turn.entity.ts";
import { discardWords, leaveUnheard } from "./unheard-words.ts";

/** A turn whose process has sent no sign of life for this long is taken over. */
const LOST_AFTER_SECONDS = 10;

interface Claiming {
  run: ConversationRun;
  request: ClaimRequest;
  secrets: SecretBox;
}
type TurnRow = ConversationTurn & { is_lost: boolean };

/** Claims a turn, or says why not. Two processes never hold the claim at once. */
export const claimTurn = async (tx: OrganizationTransaction, claiming: Claiming): Promise<ClaimResult> => {
  const { run, request } = claiming;
  const [conversation, turns] = await sendTogether(tx, (tx) => [
    tx.selectFrom("conversations").selectAll().where("run_id", "=", run.runId).forUpdate().executeTakeFirstOrThrow(),
    readTurns(tx, claiming),
  ]);
  const known = turns.find(({ key }) => key === request.key);
  if (known) return claimKnown(tx, claiming, { conversation, known });
  if (conversation.state === "ended") return { kind: "over", reason: asEndReason(conversation.end_reason) };
  if (request.expectedRevision !== undefined && request.expectedRevision !== conversation.revision) {
    return { kind: "stale", revision: conversation.revision };
  }
  const active = turns.find(({ number }) => number === conversation.active_turn);
  const { spokenOver } = request;
  if (active && !relaysWords(run.driver) && !active.is_lost && active.key !== spokenOver?.key) return { kind: "busy" };
  if (active) await breakOff(tx, active);
  // The line was lost in the middle of the answer and is back: the person is answered as if nothing had been said.
  const isAgain = active !== undefined && request.input.kind === "begin";
  if (isAgain) await discardWords(tx, active);
  const cut = turns.find(({ key }) => key === spokenOver?.key);
  if (cut && spokenOver) await leaveUnheard(tx, cut, spokenOver);
  return insertTurn(tx, claiming, {
    conversation,
    number: Math.max(0, ...turns.map(({ number }) => number)) + 1,
    takenOver: isAgain,
  });
};

/** Returns the turn of this key, the active one, and the last one. */
const readTurns = (tx: OrganizationTransaction, { run, request }: Claiming): Promise<TurnRow[]> =>
  tx
    .selectFrom("conversation_turns")
    .selectAll()
    .select(sql<boolean>`alive_at < now() - make_interval(secs => ${LOST_AFTER_SECONDS})`.as("is_lost"))
    .where("run_id", "=", run.runId)
    .where((turn) =>
      turn.or([
        turn("key", "=", request.key),
        turn("state", "=", "running"),
        turn("number", "=", ({ selectFrom }) =>
          selectFrom("conversation_turns")
            .select(({ fn }) => fn.max("number").as("last"))
            .where("run_id", "=", run.runId),
        ),
      ]),
    )
    .execute();

const claimKnown = async (
  tx: OrganizationTransaction,
  claiming: Claiming,
  { conversation, known }: { conversation: ConversationRow; known: TurnRow },
): Promise<ClaimResult> => {
  const outcome = readOutcome(known.outcome);
  if (outcome && known.state !== "running") return { kind: "repeated", turnUuid: known.uuid, outcome };
  if (known.state !== "running" || conversation.active_turn !== known.number) return { kind: "broken_off" };
  if (!known.is_lost) return { kind: "busy" };
  // Its words were never sent: the answer was lost with its process.
  await discardWords(tx, known);
  await noteAlive(tx, known);
  return activate(tx, claiming, { conversation, number: known.number, uuid: known.uuid, takenOver: true });
};

const noteAlive = async (tx: OrganizationTransaction, { id }: TurnRow): Promise<void> => {
  await tx.updateTable("conversation_turns").set({ alive_at: sql<Date>`now()` }).where("id", "=", id).execute();
};

const insertTurn = async (
  tx: OrganizationTransaction,
  claiming: Claiming,
  { conversation, number, takenOver }: Omit<Activation, "uuid">,
): Promise<ClaimResult> => {
  const { run, request } = claiming;
  const uuid = randomUUID();
  const address = { organization_id: run.organizationId, run_id: run.runId };
  const text = readPersonText(request.input);
  const [, , result] = await sendTogether(tx, (tx) => [
    tx
      .insertInto("conversation_turns")
      .values({ ...address, uuid, number, key: request.key, input: request.input })
      .execute(),
    text !== null &&
      tx
        .insertInto("conversation_entries")
        .values({ ...address, turn: number, speaker: "person", text, node_id: conversation.node_id })
        .execute(),
    // The entries that it reads have the person's words.
    activate(tx, claiming, { conversation, number, uuid, takenOver }),
  ]);
  return result;
};

interface Activation {
  conversation: ConversationRow;
  number: number;
  uuid: string;
  takenOver: boolean;
}

const activate = async (
  tx: OrganizationTransaction,
  { run, secrets }: Claiming,
  { conversation, number, uuid, takenOver }: Activation,
): Promise<ClaimResult> => {
  const token = randomUUID();
  const [entries] = await sendTogether(tx, (tx) => [
    readEntries(tx, { runId: run.runId, secrets }),
    tx
      .updateTable("conversations")
      .set({
        active_turn: number,
        active_token: token,
        revision: sql<number>`revision + 1`,
        last_activity_at: sql<Date>`now()`,
      })
      .where("run_id", "=", run.runId)
      .execute(),
  ]);
  const { node_id: nodeId, gathered, silences, faults, opted_out: optedOut } = conversation;
  const position = { nodeId, gathered, silences, faults, optedOut };
  const claim = {
    runId: run.runId,
    organizationId: run.organizationId,
    number,
    uuid,
    token,
    position,
    entries,
    takenOver,
  };
  return { kind: "claimed", claim };
};

const breakOff = async (tx: OrganizationTransaction, turn: TurnRow): Promise<void> => {
  await tx
    .updateTable("conversation_turns")
    .set({ state: "interrupted", ended_at: sql<Date>`now()` })
    .where("id", "=", turn.id)
    .execute();
};
