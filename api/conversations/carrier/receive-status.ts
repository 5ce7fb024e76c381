import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { answerEvent } from "./answer-event.ts";
import { recordCallback } from "./callback-intake.ts";
import { addressOf, callbackRequestOf, noteTarget, unknownRun } from "./callback-target.ts";
import type { CallbackRequest } from "../../../infra/telephony/carrier.ts";
import type { z } from "zod";
import type { callbackParams } from "./carrier-callbacks.schemas.ts";
import { tellOfEvent } from "./note-carrier-event.ts";
import { refuseCallback } from "./refused-callbacks.ts";

/** Receives a carrier's event about a call. */
export const receiveStatus = async (
  context: OperationContext,
  { params, request }: OperationInput<typeof callbackParams, undefined, undefined>,
): Promise<undefined> => takeStatus(context, params, callbackRequestOf(context, request));

/** Verifies the event, records it and answers it; throws the error to answer with. */
export const takeStatus = async (
  context: OperationContext,
  params: z.output<typeof callbackParams>,
  request: CallbackRequest,
): Promise<undefined> => {
  const { provider } = params;
  const taken = await recordCallback(context, { address: addressOf(context, params), request });
  if (taken.kind === "unknown_run") throw unknownRun(context, params);
  if (taken.kind === "refused") throw refuseCallback(context, { ...taken, provider, runUuid: taken.run.uuid });
  const { target, event, kept } = taken;
  noteTarget(target, params);
  await tellOfEvent(context, { run: target.run, provider, kept });
  await answerEvent(context, target, event);
};
