import type { CarrierEvent } from "../../../infra/telephony/carrier.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import type { CallbackTarget } from "../call-target.ts";
import { decideNextInstructions } from "../turn-webhook/decide-next-instructions.ts";
import { FIRST_TURN, instructCarrier } from "./answer-with-instructions.ts";

/** Answers a turn in an event: a carrier that takes commands reports everything at one address, and is answered by commands. */
export const answerEvent = async (
  context: OperationContext,
  target: CallbackTarget,
  { call: { carrierCallId }, turn, resume }: CarrierEvent,
): Promise<void> => {
  const instructions =
    resume ?? (turn ? await decideNextInstructions(context, target, { event: turn, at: FIRST_TURN }) : null);
  if (instructions) await instructCarrier(context, target, { carrierCallId, instructions });
};
