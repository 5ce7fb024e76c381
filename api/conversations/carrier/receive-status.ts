import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { callbackRequestOf, findCallbackTarget } from "./callback-target.ts";
import type { callbackParams } from "./carrier-callbacks.schemas.ts";
import { answerEvent } from "./answer-event.ts";
import { noteCarrierEvent } from "./note-carrier-event.ts";
import { refuseCallback } from "./refused-callbacks.ts";

/** Takes what a carrier tells of a call. */
export const receiveStatus = async (
  context: OperationContext,
  { params, request }: OperationInput<typeof callbackParams, undefined, undefined>,
): Promise<undefined> => {
  const { provider } = params;
  const target = await findCallbackTarget(context, params);
  const { run, carrier, credentials } = target;
  const verified = carrier.readCallback(credentials, callbackRequestOf(context, request));
  if (!verified.ok) throw refuseCallback(context, { provider, runUuid: run.uuid, reason: verified.reason });
  await noteCarrierEvent(context, { run, provider, event: verified.event });
  await answerEvent(context, target, verified.event);
};
