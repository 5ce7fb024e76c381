import type { z } from "zod";
import type { OperationInput, WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { answerWithInstructions } from "./answer-with-instructions.ts";
import { findCallbackTarget, rebuildCallbackRequest } from "./callback-target.ts";
import type { callbackParams, turnQuery } from "./carrier-callbacks.schemas.ts";
import { refuseCallback } from "./refused-callbacks.ts";

type Input = OperationInput<{ params: typeof callbackParams; query: typeof turnQuery }> & WithRequest;

/**
 * Answers a carrier's request for what a call does next: when it is answered, after each thing said, after a relay or a
 * transfer.
 */
export const receiveTurn = async (context: OperationContext, { params, query, request }: Input) => {
  const target = await findCallbackTarget(context, params);
  const verified = target.carrier.readTurn(target.credentials, rebuildCallbackRequest(context, request));
  if (!verified.ok) {
    const { uuid: runUuid } = target.run;
    throw refuseCallback(context, { provider: params.provider, runUuid, reason: verified.reason });
  }
  return answerWithInstructions(context, target, { ...verified.turn, at: placeOf(query) });
};

const placeOf = ({ turn, part, said, round, hold }: z.output<typeof turnQuery>) => ({
  turn: turn ?? 0,
  isByTurns: turn !== undefined,
  part,
  said,
  round,
  hold: hold > 0,
});
