import { refuseTransfer } from "../../../application/call/refuse-transfer.ts";
import { findPlayableRecording } from "../../../application/recording/playable-recording.ts";
import { isMachine } from "../../../domain/answerer/answered-by.rules.ts";
import type { CallInstructions, ConversationMode, TurnEvent } from "../../../domain/call/call-instructions.ts";
import type { CallPlan } from "../../../domain/call/call-plan.ts";
import { isCallOver } from "../../../domain/call/call-states.rules.ts";
import { chooseModeNow } from "../../../domain/call/conversation-mode.ts";
import { passesHttpOnly } from "../../../domain/call/public-address.rules.ts";
import type { TransferResult } from "../../../domain/conversation/turn-input.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { TRANSFER_MODE } from "../../../infra/postgres/call/call-transfers.repository.ts";
import { noteGreeted } from "../../../infra/postgres/call/run-transitions.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { type CallbackTarget, readCallPlan } from "../call-target.ts";
import { markAnsweredCall } from "../mark-answered-call.ts";
import { type AskingCall, beginCall, continueCall, endTransfer, readInstructions } from "./call-turn.ts";
import { followTransfer } from "./follow-transfer.ts";
import type { AskedAt } from "./hold-instructions.ts";
import { buildRelayInstructions, decideAfterRelay } from "./relay-instructions.ts";

/** Returns what a call does next, from its carrier's event; null: nothing has to be said. */
export const decideNextInstructions = async (
  deps: ApiDependencies,
  target: CallbackTarget,
  { event, at }: { event: TurnEvent; at: AskedAt },
): Promise<CallInstructions | null> => {
  if (event.kind === "other") return null;
  const planned = await readCallPlan(deps, target);
  const plan = { ...planned, mode: await readModeNow(deps, target, { planned, event, at }) };
  const instructions = await decideNext(deps, { target, plan }, { event, at });
  expectEnd(deps, target, instructions);
  return plan.voice === undefined ? instructions : { ...instructions, voice: plan.voice };
};

/** After these instructions the carrier hangs up, or the person talks with somebody, and goes on talking. */
const expectEnd = (
  { expectedEnds }: ApiDependencies,
  { run }: CallbackTarget,
  { next }: Pick<CallInstructions, "next">,
): void => (next.kind === "hang_up" ? expectedEnds.expect(run) : expectedEnds.settle(run));

/** Only where a relay has ended is it looked up whether the call ever had one. */
const readModeNow = async (
  deps: ApiDependencies,
  { run, carrier: { description } }: CallbackTarget,
  { planned, event, at }: { planned: CallPlan; event: TurnEvent; at: AskedAt },
): Promise<ConversationMode | null> => {
  const hasFailed =
    event.kind === "relay_ended" &&
    planned.mode === "relay" &&
    run.mode !== TRANSFER_MODE &&
    !(await hasConversation(deps, run));
  return chooseModeNow(planned.mode, description, {
    passesHttpOnly: passesHttpOnly(deps.publicAddress.latest()),
    isByTurns: at.isByTurns,
    // A relay that was named when the call was placed has no number.
    failedRelays: hasFailed ? Math.max(at.round, 1) : 0,
  });
};

/** Calls to people who are to take a caller have no conversation in rows. */
const hasConversation = async ({ database }: ApiDependencies, run: CallRun): Promise<boolean> => {
  const row = await database.inOrganization(run.organization_id, (tx) =>
    tx.selectFrom("conversations").select("run_id").where("run_id", "=", run.id).executeTakeFirst(),
  );
  return row !== undefined;
};

const decideNext = async (
  deps: ApiDependencies,
  call: AskingCall,
  { event, at }: { event: Exclude<TurnEvent, { kind: "other" }>; at: AskedAt },
): Promise<CallInstructions> => {
  if (isCallOver(call.target.run)) return hangUp(call);
  if (call.plan.mode === null) return event.kind === "begin" ? greetOnly(deps, call) : hangUp(call);
  const held = await followTransfer(deps, call, { event, at });
  if (held?.kind === "instructions") return held.instructions;
  if (held) return afterTransfer(deps, call, { ...held, at });
  const instructions =
    event.kind === "begin"
      ? withRecording(call, await begin(deps, call, event))
      : await goOn(deps, call, { event, at });
  return withoutRefusedTransfer(deps, call, { instructions, at });
};

/**
 * Refuses a transfer at the last moment: the destination may have been listed after the agent requested it, or the
 * carrier asks again. The conversation then continues as after a transfer that nobody answered.
 */
const withoutRefusedTransfer = async (
  deps: ApiDependencies,
  call: AskingCall,
  { instructions, at }: { instructions: CallInstructions; at: AskedAt },
): Promise<CallInstructions> => {
  const { next } = instructions;
  if (next.kind !== "transfer") return instructions;
  const { organization_id: organizationId, id: runId } = call.target.run;
  const refusal = await deps.database.inOrganization(organizationId, (tx) =>
    refuseTransfer(tx, { organizationId, runId, destination: next.to }),
  );
  if (refusal === null) return instructions;
  const goingOn = await afterTransfer(deps, call, { outcome: "refused", at });
  return { ...instructions, ...goingOn, say: [...instructions.say, ...goingOn.say] };
};

const hangUp = ({ plan: { language } }: AskingCall): CallInstructions => ({
  say: [],
  language,
  next: { kind: "hang_up" },
});

const greetOnly = async (
  { database, objectStore }: ApiDependencies,
  { plan: { greeting, language }, target: { run } }: AskingCall,
): Promise<CallInstructions> => {
  const { text, recordingId } = greeting;
  const recording = await database.inOrganization(run.organization_id, async (tx) => {
    await noteGreeted(tx, run);
    return recordingId === null ? null : findPlayableRecording(tx, objectStore, recordingId);
  });
  return { say: [recording ? { play: recording.url } : text], language, next: { kind: "hang_up" } };
};

const withRecording = ({ plan }: AskingCall, instructions: CallInstructions): CallInstructions => ({
  ...instructions,
  ...(plan.record && { record: true }),
});

const begin = async (
  deps: ApiDependencies,
  call: AskingCall,
  event: Extract<TurnEvent, { kind: "begin" }>,
): Promise<CallInstructions> => {
  const { run } = call.target;
  const isForNobody = isMachine(event.answeredBy);
  // Nobody can talk before the connection is open.
  if (call.plan.mode === "relay" && !isForNobody) return buildRelayInstructions(deps, call);
  await markAnsweredCall(deps, run, event.answeredBy);
  const instructions = await beginCall(deps, call, event);
  // An agent that also talks to machines does so over the relay, which repeats its first turn.
  const goesOn = call.plan.mode === "relay" && instructions.next.kind === "listen";
  return goesOn ? buildRelayInstructions(deps, call) : instructions;
};

/** The person waits on a line that no relay serves: the conversation begins, or goes on, by webhook turns. */
const goOnByTurns = async (deps: ApiDependencies, call: AskingCall): Promise<CallInstructions> => {
  await markAnsweredCall(deps, call.target.run);
  return beginCall(deps, call, { kind: "begin", answeredBy: null });
};

type LaterEvent = Exclude<TurnEvent, { kind: "begin" | "other" }>;

const goOn = async (
  deps: ApiDependencies,
  call: AskingCall,
  { event, at }: { event: LaterEvent; at: AskedAt },
): Promise<CallInstructions> => {
  if (event.kind === "relay_ended") {
    return (await decideAfterRelay(deps, call, { round: at.round })) ?? goOnByTurns(deps, call);
  }
  if (event.kind !== "transfer_ended") {
    const place = { turn: at.turn, part: at.part, saidBefore: at.said };
    return continueCall(deps, call, { place, heard: event });
  }
  return afterTransfer(deps, call, { outcome: event.outcome, at });
};

const afterTransfer = async (
  deps: ApiDependencies,
  call: AskingCall,
  { outcome, transferUuid, at }: { outcome: TransferResult; transferUuid?: string; at: AskedAt },
): Promise<CallInstructions> => {
  const ended = await endTransfer(deps, call, { turn: at.turn, outcome, ...(transferUuid && { transferUuid }) });
  const goesOn = call.plan.mode === "relay" && ended.collected.end?.kind !== "end";
  return goesOn ? buildRelayInstructions(deps, call, { round: at.round }) : readInstructions(deps, call, ended);
};
