import { sql } from "kysely";
import { signalTransfer } from "../../../application/call/warm-transfer.ts";
import { findPlayableRecording } from "../../../application/recording/playable-recording.ts";
import type { CallInstructions, TurnEvent, Utterance } from "../../../domain/call/call-instructions.ts";
import { HOLD_SECONDS, isUndecided, type TransferOutcome } from "../../../domain/call/transfer.rules.ts";
import { chooseTransferWords } from "../../../domain/conversation/transfer-words.ts";
import type { TransferResult } from "../../../domain/conversation/turn-input.ts";
import type { CallTransfer } from "../../../infra/postgres/call/call-transfer.entity.ts";
import {
  connectTransfer,
  endConnection,
  findTransferOfLeg,
  lookAfterTransfer,
  TRANSFER_MODE,
} from "../../../infra/postgres/call/call-transfers.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import type { AskingCall } from "./call-turn.ts";
import { type AskedAt, buildHold, buildJoin } from "./hold-instructions.ts";

type Held =
  | { kind: "instructions"; instructions: CallInstructions }
  /** The agent goes back to the caller, or leaves for good. */
  | { kind: "ended"; outcome: TransferResult; transferUuid: string };

interface Asked {
  event: Exclude<TurnEvent, { kind: "other" }>;
  at: AskedAt;
}

/**
 * Returns what a call does next in a warm transfer; null: it is in none. Whichever process is asked looks after the transfer, so that
 * the caller hears of its end within seconds, whatever has become of the workers.
 */
export const followTransfer = async (deps: ApiDependencies, call: AskingCall, asked: Asked): Promise<Held | null> => {
  const { run } = call.target;
  if (run.mode === TRANSFER_MODE) return followLeg(deps, call, asked);
  const { event, at } = asked;
  // At a carrier that takes commands the addresses tell nothing, and silences come of a hold alone.
  const isOnHold = at.hold || (event.kind === "silence" && call.plan.mode === "relay" && !at.isByTurns);
  if (!isOnHold && !isTakenUpAnew(call, event) && event.kind !== "transfer_ended") return null;
  const decided = await deps.database.inOrganization(run.organization_id, (tx) => decide(deps, tx, { call, asked }));
  if (decided.kind !== "waits") return decided.kind === "none" ? null : decided;
  if (decided.transfer.state === "requested") {
    await signalTransfer(deps, { organizationId: run.organization_id, runUuid: run.uuid }, decided.transfer.uuid);
  }
  return { kind: "instructions", instructions: buildHold(deps, call, { at, say: decided.say, seconds: HOLD_SECONDS }) };
};

/** Another media process goes on with the call, after the one that kept the caller on hold, or connected both, was killed. */
const isTakenUpAnew = ({ target }: AskingCall, event: TurnEvent): boolean =>
  event.kind === "begin" && target.carrier.description.speaksThrough === "media";

type Decided = Held | { kind: "none" } | { kind: "waits"; transfer: CallTransfer; say: readonly Utterance[] };

const decide = async (
  deps: ApiDependencies,
  tx: OrganizationTransaction,
  { call, asked: { event, at } }: { call: AskingCall; asked: Asked },
): Promise<Decided> => {
  const { run } = call.target;
  const transfer = await lookAfterTransfer(tx, { runId: run.id });
  // A new conversation on the line tells the agent what has become of one that is over.
  if (!transfer || (event.kind === "begin" && transfer.state === "over")) return { kind: "none" };
  const talk = transfer.outcome === "connected" ? await readTalk(tx, transfer) : null;
  if (transfer.state === "accepted" || (talk && !talk.isOver && event.kind !== "transfer_ended")) {
    await connectTransfer(tx, transfer);
    const otherCallId = await findOtherCallId(tx, call, transfer);
    return {
      kind: "instructions",
      instructions: buildJoin(deps, call, { at, conference: transfer.uuid, otherCallId }),
    };
  }
  if (isUndecided(transfer.state))
    return { kind: "waits", transfer, say: await wordsOf(deps, tx, { transfer, language: call.plan.language }) };
  // The conversation of the two is over, by whichever of them has hung up.
  await endConnection(tx, transfer);
  if (talk) return { kind: "ended", outcome: talk.wasHeld ? "answered" : "hung_up", transferUuid: transfer.uuid };
  return { kind: "ended", outcome: resultOf(transfer.outcome), transferUuid: transfer.uuid };
};

const resultOf = (outcome: TransferOutcome | null): TransferResult => {
  if (outcome === "connected") return "answered";
  return outcome === null || outcome === "caller_left" ? "failed" : outcome;
};

/** A person who hangs up this soon has not talked with the caller, who may have come when they were gone already. */
const NO_TALK_MS = 1500;

/** Reads what became of the call to the person since both were connected; its carrier's own clock does not count. */
const readTalk = async (tx: OrganizationTransaction, { leg_uuid, connected_at }: CallTransfer) => {
  const leg = await tx
    .selectFrom("call_runs as r")
    .leftJoin("carrier_events as e", (join) => join.onRef("e.run_id", "=", "r.id").on("e.state", "=", "completed"))
    .select(["r.ended_at", "e.received_at", sql<Date>`clock_timestamp()`.as("now")])
    .where("r.uuid", "=", leg_uuid)
    .limit(1)
    .executeTakeFirst();
  const overAt = leg?.received_at ?? leg?.ended_at ?? null;
  // The caller's carrier may ask before the end of the other call is told.
  const talkedUntil = overAt ?? leg?.now ?? new Date();
  const wasHeld = talkedUntil.getTime() - (connected_at?.getTime() ?? 0) > NO_TALK_MS;
  return { isOver: overAt !== null || leg === undefined, wasHeld };
};

/** A media process finds a call by its run also before its row has the carrier's id. */
const findOtherCallId = async (
  tx: OrganizationTransaction,
  { target }: AskingCall,
  { leg_uuid: legUuid }: CallTransfer,
): Promise<string | null> => {
  if (target.carrier.description.speaksThrough === "media") return legUuid;
  const leg = await tx.selectFrom("call_runs").select("carrier_call_id").where("uuid", "=", legUuid).executeTakeFirst();
  return leg?.carrier_call_id ?? null;
};

/** The person who was called hangs up when the caller has gone, and waits for them in the conference before. */
const followLeg = async (deps: ApiDependencies, call: AskingCall, { event, at }: Asked): Promise<Held | null> => {
  const { run } = call.target;
  const hangUp = { say: [], language: call.plan.language, next: { kind: "hang_up" as const } };
  if (event.kind === "transfer_ended") return { kind: "instructions", instructions: hangUp };
  if (event.kind !== "relay_ended") return null;
  const transfer = await deps.database.inOrganization(run.organization_id, (tx) => findTransferOfLeg(tx, run.uuid));
  if (transfer?.state === "accepted" || transfer?.state === "connected")
    return {
      kind: "instructions",
      instructions: buildJoin(deps, call, { at, conference: transfer.uuid, otherCallId: null }),
    };
  // A briefing whose connection was lost is begun again.
  return transfer && transfer.state !== "over" ? null : { kind: "instructions", instructions: hangUp };
};

/** The caller hears something at least as often, so that they know that they are not forgotten. */
const wordsOf = async (
  { objectStore }: Pick<ApiDependencies, "objectStore">,
  tx: OrganizationTransaction,
  { transfer: { hold: wanted, requested_at }, language }: { transfer: CallTransfer; language: string },
): Promise<readonly Utterance[]> => {
  const recording =
    wanted.recordingId === null ? null : await findPlayableRecording(tx, objectStore, wanted.recordingId);
  if (recording) return [{ play: recording.url }];
  const words = chooseTransferWords(language);
  if (wanted.text !== null) return [wanted.text];
  return [Date.now() - requested_at.getTime() < FIRST_WORDS_MS ? words.hold : words.stillHolding];
};

const FIRST_WORDS_MS = 4_000;
