import { findLastTurn, findLatestTurn, findTurn } from "../../../application/conversation/resume-conversation.ts";
import type { CallInstructions, TurnEvent } from "../../../domain/call/call-instructions.ts";
import type { CallPlan } from "../../../domain/call/call-plan.ts";
import type { Conversation, Heard, TurnReport } from "../../../domain/conversation/conversation.ts";
import { repeatTurn } from "../../../domain/conversation/resumption.ts";
import type { TransferResult } from "../../../domain/conversation/turn-input.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { type CallbackTarget, readCallAddresses } from "../call-target.ts";
import { openLineConversation } from "../open-line-conversation.ts";
import { type CollectedTurn, collectTurn } from "./collect-turn.ts";
import { buildTurnInstructions, type TurnOrigin } from "./turn-instructions.ts";

/** A call that requests its instructions. */
export interface AskingCall {
  target: CallbackTarget;
  plan: CallPlan;
}

/** Runs the first turn: what is said when the call is answered. */
export const beginCall = async (
  deps: ApiDependencies,
  call: AskingCall,
  { answeredBy }: Extract<TurnEvent, { kind: "begin" }>,
): Promise<CallInstructions> => {
  const collected = await carryOut(deps, call, (conversation) => conversation.begin({ turnKey: keyOf(0), answeredBy }));
  return readInstructions(deps, call, { collected, place: { turn: 0, part: 0, saidBefore: 0 } });
};

/** Runs the turn for what was heard. A repeated request gets the same answer. */
export const continueCall = async (
  deps: ApiDependencies,
  call: AskingCall,
  { place, heard }: { place: TurnOrigin; heard: Heard },
): Promise<CallInstructions> => {
  const { turn, saidBefore } = await turnToCarryOut(deps, call, { place, heard });
  const collected = await carryOut(deps, call, turn);
  return readInstructions(deps, call, { collected, place: { ...place, saidBefore } });
};

type Turn = (conversation: Conversation) => Promise<TurnReport>;

/** A turn with the number of its sentences that were already said. */
interface TurnToCarryOut {
  turn: Turn;
  saidBefore: number;
}

const turnToCarryOut = (
  { database }: ApiDependencies,
  { target: { run } }: AskingCall,
  { place, heard }: { place: TurnOrigin; heard: Heard },
): Promise<TurnToCarryOut> =>
  database.inOrganization(run.organization_id, async (tx) => {
    const key = keyOf(place.turn);
    // The rest of a turn that took longer than the carrier waits, unless the person has spoken meanwhile.
    const latest = place.part === 0 ? null : await findLatestTurn(tx, { runId: run.id, key });
    if (latest && heard.kind === "silence") {
      return { turn: (open) => repeatTurn(open, latest), saidBefore: place.saidBefore };
    }
    const turnKey = latest ? `${key}-${place.part}` : key;
    const known = await findTurn(tx, { runId: run.id, key: turnKey });
    if (known) return { turn: (open) => repeatTurn(open, known), saidBefore: 0 };
    if (run.answered_by === "voicemail" && place.turn === 1) {
      return { turn: (open) => open.machineDetected({ turnKey }), saidBefore: 0 };
    }
    const spokenOver = latest ? { key: latest.key, sentences: place.saidBefore } : undefined;
    const turn: Turn = (open) =>
      open.facts.endsAt.getTime() <= Date.now()
        ? open.timeIsUp({ turnKey })
        : open.hear({ ...heard, turnKey, spokenOver });
    return { turn, saidBefore: 0 };
  });

/** Runs the turn for the result of a transfer. A repeated report finds the first one's turn. */
export const endTransfer = async (
  deps: ApiDependencies,
  call: AskingCall,
  { turn, outcome, transferUuid }: { turn: number; outcome: TransferResult; transferUuid?: string },
): Promise<{ collected: CollectedTurn; place: TurnOrigin }> => {
  const { run } = call.target;
  const last = await deps.database.inOrganization(run.organization_id, (tx) => findLastTurn(tx, run.id));
  const turnKey = call.plan.mode === "relay" ? `after-${last?.key ?? ""}` : keyOf(turn + 1);
  // The turn after one transfer may have requested the next.
  const isNews = transferUuid !== undefined && last?.transferUuid === transferUuid;
  const collected = await carryOut(deps, call, (conversation) =>
    last?.input.kind === "transfer_ended" && !isNews
      ? repeatTurn(conversation, last)
      : conversation.transferEnded({ turnKey, outcome }),
  );
  return { collected, place: { turn: turn + 1, part: 0, saidBefore: 0 } };
};

const keyOf = (turn: number): string => (turn === 0 ? "begin" : `turn-${turn}`);

const carryOut = (deps: ApiDependencies, { target: { run } }: AskingCall, turn: Turn): Promise<CollectedTurn> =>
  collectTurn((session) => openLineConversation(deps, { run, driver: "turn_webhook" }, session), {
    turn,
    onLateError: (err) => deps.logger.error({ err, run_uuid: run.uuid }, "a turn of a call failed"),
  });

export const readInstructions = (
  deps: ApiDependencies,
  { target, plan: { language } }: AskingCall,
  { collected, place }: { collected: CollectedTurn; place: TurnOrigin },
): CallInstructions =>
  buildTurnInstructions(collected, {
    place,
    addresses: readCallAddresses(deps, target),
    language,
    callerId: readOwnNumber(target),
  });

/** Returns the number that is ours in this call. */
export const readOwnNumber = ({ run }: CallbackTarget): string =>
  (run.direction === "inbound" ? run.called_number : run.caller_number) ?? "";
