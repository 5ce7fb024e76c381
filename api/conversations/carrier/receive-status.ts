import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { aboutCall, callbackRequestOf } from "./callback-target.ts";
import type { callbackParams } from "./carrier-callbacks.schemas.ts";
import { answerEvent } from "./answer-event.ts";
import { keepEvent, tellOfEvent } from "./note-carrier-event.ts";
import { refuseCallback } from "./refused-callbacks.ts";

/** Takes what a carrier tells of a call. */
export const receiveStatus = async (
  context: OperationContext,
  { params, request }: OperationInput<typeof callbackParams, undefined, undefined>,
): Promise<undefined> => {
  const { provider } = params;
  const { target, event, kept } = await aboutCall(context, params, async (tx, found) => {
    const { run, carrier, credentials } = found;
    const verified = carrier.readCallback(credentials, callbackRequestOf(context, request));
    if (!verified.ok) throw refuseCallback(context, { provider, runUuid: run.uuid, reason: verified.reason });
    return { target: found, event: verified.event, kept: await keepEvent(tx, run, verified.event) };
  });
  await tellOfEvent(context, { run: target.run, provider, kept });
  await answerEvent(context, target, event);
};
