import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { answerEvent } from "./answer-event.ts";
import { recordCallback } from "./callback-intake.ts";
import { addressOf, callbackRequestOf, noteTarget, unknownRun } from "./callback-target.ts";
import type { callbackParams } from "./carrier-callbacks.schemas.ts";
import { tellOfEvent } from "./note-carrier-event.ts";
import { refuseCallback } from "./refused-callbacks.ts";

/** Receives a carrier's event about a call. */
export const receiveStatus = async (
  context: OperationContext,
  { params, request }: OperationInput<typeof callbackParams, undefined, undefined>,
): Promise<undefined> => {
  const { provider } = params;
  const taken = await recordCallback(context, {
    address: addressOf(context, params),
    request: callbackRequestOf(context, request),
  });
  if (taken.kind === "unknown_run") throw unknownRun(context, params);
  if (taken.kind === "refused") throw refuseCallback(context, { ...taken, provider, runUuid: taken.run.uuid });
  const { target, event, kept } = taken;
  noteTarget(target, params);
  await tellOfEvent(context, { run: target.run, provider, kept });
  await answerEvent(context, target, event);
};
