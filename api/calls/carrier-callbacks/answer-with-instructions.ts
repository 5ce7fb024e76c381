import type { CallInstructions, TurnEvent } from "../../../domain/call/call-instructions.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { createRawAnswer } from "../../http/raw-answer.ts";
import { type CallbackTarget, readCallAddresses } from "../call-target.ts";
import { decideNextInstructions } from "../turn-webhook/decide-next-instructions.ts";
import type { AskedAt } from "../turn-webhook/hold-instructions.ts";

/** Used for an address without turns. */
export const FIRST_TURN: AskedAt = { turn: 0, isByTurns: false, part: 0, said: 0, round: 0, hold: false };

/** Answers a carrier's verified request for instructions. */
export const answerWithInstructions = async (
  deps: ApiDependencies,
  target: CallbackTarget,
  { event, carrierCallId, at }: { event: TurnEvent; carrierCallId: string; at: AskedAt },
) => {
  const instructions = await decideNextInstructions(deps, target, { event, at });
  if (!instructions) return createRawAnswer((response) => void response.status(204).end());
  const { contentType, body } = await instructCarrier(deps, target, { carrierCallId, instructions });
  return createRawAnswer((response) => void response.status(200).type(contentType).send(body));
};

/** Converts instructions to the carrier's own format; carriers that take commands are sent them. */
export const instructCarrier = (
  deps: ApiDependencies,
  target: CallbackTarget,
  { carrierCallId, instructions }: { carrierCallId: string; instructions: CallInstructions },
) =>
  target.carrier.instruct(target.credentials, {
    carrierCallId: carrierCallId || (target.run.carrier_call_id ?? ""),
    statusUrl: readCallAddresses(deps, target).statusUrl,
    instructions,
  });
