import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  type ClaimRequest,
  type ClaimResult,
  type ConversationRun,
  relaysWords,
  type TurnClaim,
} from "../../domain/conversation/conversation.ports.ts";
import { readAnswerer } from "../../domain/conversation/meet-answerer.ts";
import { asEndReason, readOutcome } from "../../domain/conversation/turn-session.ts";
import { keepsLateWords } from "../../domain/conversation/unanswered-refusal.ts";
import type { ConversationRow } from "../../infra/postgres/conversation/conversation.entity.ts";
import type { ConversationTurn } from "../../infra/postgres/conversation/conversation-turn.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { sealOriginal } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import { sendTogether, sendWithCommit } from "../../infra/postgres/send-together.ts";
import { noteHandedBack } from "../../infra/postgres/supervision/supervision.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { hideInInput, putBackSpoken } from "./hide-in-rows.ts";
import { readEntries } from "./read-entries.ts";
import { discardWords, leaveUnheard } from "./unheard-words.ts";

/** A turn whose process has sent no sign of life for this long is taken over. */
const LOST_AFTER_SECONDS = 10;

interface Claiming {
  run: ConversationRun;
  request: ClaimRequest;
  /** By which the claim is known again where its answer was lost on the way. */
  token: string;
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
  const resumed = turns.find(({ key }) => key === request.resumes);
  const finished = resumed && repeatDone(resumed);
  if (finished) return finished;
  const lastNumber = Math.max(0, ...turns.map(({ number }) => number));
  if (conversation.state === "ended") {
    await keepLateWords(tx, claiming, { conversation, number: lastNumber + 1 });
    return { kind: "over", reason: asEndReason(conversation.end_reason) };
  }
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
    number: lastNumber + 1,
    takenOver: isAgain,
  });
};

/** A process that is alive says so by the clock as it is; what lies ahead was said before the clock was set back. */
const isLost = sql<boolean>`alive_at not between clock_timestamp() - make_interval(secs => ${LOST_AFTER_SECONDS})
  and clock_timestamp() + make_interval(secs => ${LOST_AFTER_SECONDS})`;

/** Returns the turn of this key, the active one, and the last one. */
const readTurns = (tx: OrganizationTransaction, { run, request }: Claiming): Promise<TurnRow[]> =>
  tx
    .selectFrom("conversation_turns")
    .selectAll()
    .select(isLost.as("is_lost"))
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
  // What the agent had said before is not said again over whoever has taken the call over.
  if (conversation.taken_over_by !== null && claiming.request.input.kind !== "supervisor")
    return { kind: "broken_off" };
  const done = repeatDone(known);
  if (done) return done;
  // Late words that are kept are claimed no more.
  if (conversation.state === "ended") return { kind: "over", reason: asEndReason(conversation.end_reason) };
  if (known.state !== "running" || conversation.active_turn !== known.number) return { kind: "broken_off" };
  const { token } = claiming;
  if (!known.is_lost && conversation.active_token !== token) return { kind: "busy" };
  // Its words were never sent: the answer was lost with its process, or was not begun.
  await discardWords(tx, known);
  const { number, uuid } = known;
  const [, entries] = await sendWithCommit(tx, (tx) => [
    noteAlive(tx, known),
    readEntries(tx, { runId: claiming.run.runId, secrets: claiming.secrets }),
    activate(tx, claiming, { number, token }),
  ]);
  return claimedTurn(claiming, { conversation, number, uuid, token, entries, takenOver: true, leftOut: [] });
};

/** Returns null when the turn is not done. */
const repeatDone = ({ key, uuid: turnUuid, state, outcome: stored }: TurnRow): ClaimResult | null => {
  const outcome = readOutcome(stored);
  return outcome && state !== "running" ? { kind: "repeated", key, turnUuid, outcome } : null;
};

const noteAlive = async (tx: OrganizationTransaction, { id }: TurnRow): Promise<void> => {
  await tx.updateTable("conversation_turns").set({ alive_at: sql<Date>`now()` }).where("id", "=", id).execute();
};

const insertTurn = async (
  tx: OrganizationTransaction,
  claiming: Claiming,
  { conversation, number, takenOver }: Pick<Claimed, "conversation" | "number" | "takenOver">,
): Promise<ClaimResult> => {
  const { run, request, token, secrets } = claiming;
  const uuid = randomUUID();
  const address = { organization_id: run.organizationId, run_id: run.runId };
  const { input, text, spoken, leftOut } = await hideInInput(tx, { run, secrets }, request.input);
  const isHandedBack = request.input.kind === "handed_back";
  const [, , entries] = await sendWithCommit(tx, (tx) => [
    tx
      .insertInto("conversation_turns")
      .values({ ...address, uuid, number, key: request.key, input })
      .execute(),
    text !== null && insertSpoken(tx, claiming, { number, text, spoken, nodeId: conversation.node_id }),
    // They have the person's words.
    readEntries(tx, { runId: run.runId, secrets }),
    activate(tx, claiming, { number, token }),
    isHandedBack && conversation.taken_over_by !== null && noteHandedBack(tx, conversation.taken_over_by),
  ]);
  const heard = text === spoken ? entries : putBackSpoken(entries, spoken);
  return claimedTurn(claiming, { conversation, number, uuid, token, entries: heard, takenOver, leftOut });
};

/** Stores words that come too late for an answer as a turn that was broken off, for the conclusion to read. */
const keepLateWords = async (
  tx: OrganizationTransaction,
  claiming: Claiming,
  { conversation, number }: { conversation: ConversationRow; number: number },
): Promise<void> => {
  const { run, request, secrets } = claiming;
  const { kind } = request.input;
  if (conversation.concluded_at !== null || (kind !== "speech" && kind !== "digits")) return;
  const { input, text, spoken } = await hideInInput(tx, { run, secrets }, request.input);
  const endReason = asEndReason(conversation.end_reason);
  if (text === null || !keepsLateWords({ driver: run.driver, endReason, text: spoken ?? text })) return;
  await tx
    .insertInto("conversation_turns")
    .values({
      organization_id: run.organizationId,
      run_id: run.runId,
      uuid: randomUUID(),
      number,
      key: request.key,
      input,
      state: "interrupted",
      ended_at: sql<Date>`now()`,
    })
    .execute();
  await insertSpoken(tx, claiming, { number, text, spoken, nodeId: conversation.node_id });
};

/** Stores what a person said, and where something was left out of it that is kept, the original: in one statement. */
const insertSpoken = (
  tx: OrganizationTransaction,
  { run, secrets }: Claiming,
  { number, text, spoken, nodeId }: { number: number; text: string; spoken: string | null; nodeId: string | null },
): Promise<unknown> => {
  const address = { organization_id: run.organizationId, run_id: run.runId };
  const row = { ...address, turn: number, speaker: "person" as const, text, node_id: nodeId };
  const keeps = run.redaction?.keepsOriginal === true && spoken !== null && spoken !== text;
  if (!keeps) return tx.insertInto("conversation_entries").values(row).execute();
  const original = sealOriginal(secrets, run, { kind: "words", value: spoken });
  return tx
    .with("entry", (entries) => entries.insertInto("conversation_entries").values(row).returning("id"))
    .insertInto("kept_originals")
    .columns(["organization_id", "run_id", "kind", "name", "original_sealed"])
    .expression(({ selectFrom, val }) =>
      selectFrom("entry").select([
        val(run.organizationId).as("organization_id"),
        val(run.runId).as("run_id"),
        sql<"words">`'words'`.as("kind"),
        sql<string>`entry.id::text`.as("name"),
        val(original).as("original_sealed"),
      ]),
    )
    .execute();
};

const activate = (
  tx: OrganizationTransaction,
  { run, request }: Claiming,
  { number, token }: Pick<Claimed, "number" | "token">,
) =>
  tx
    .updateTable("conversations")
    .set({
      active_turn: number,
      active_token: token,
      revision: sql<number>`revision + 1`,
      last_activity_at: sql<Date>`now()`,
      ...(request.input.kind === "handed_back" && { taken_over_by: null }),
    })
    .where("run_id", "=", run.runId)
    .execute();

interface Claimed extends Pick<TurnClaim, "number" | "uuid" | "token" | "entries" | "takenOver" | "leftOut"> {
  conversation: ConversationRow;
}

const claimedTurn = ({ run }: Claiming, { conversation, ...claimed }: Claimed): ClaimResult => {
  const {
    node_id: nodeId,
    handed_to: handedTo,
    gathered,
    silences,
    faults,
    opted_out: optedOut,
    answered_by,
  } = conversation;
  const position = { nodeId, handedTo, gathered, silences, faults, optedOut, answerer: readAnswerer(answered_by) };
  const isSupervised = conversation.taken_over_by !== null;
  const { runId, organizationId, redaction } = run;
  return { kind: "claimed", claim: { runId, organizationId, redaction, position, isSupervised, ...claimed } };
};

const breakOff = async (tx: OrganizationTransaction, turn: TurnRow): Promise<void> => {
  await tx
    .updateTable("conversation_turns")
    .set({ state: "interrupted", ended_at: sql<Date>`now()` })
    .where("id", "=", turn.id)
    .execute();
};
