import type { z } from "zod";
import type { CallbackRequest } from "../../../infra/telephony/carrier.ts";
import type { OperationInput, WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { answerEvent } from "./answer-event.ts";
import { recordCallback } from "./callback-intake.ts";
import {
  addTargetToLog,
  findWholeTarget,
  readCallbackAddress,
  rebuildCallbackRequest,
  refuseUnknownRun,
} from "./callback-target.ts";
import type { callbackParams } from "./carrier-callbacks.schemas.ts";
import { signalCarrierEvent } from "./receive-carrier-event.ts";
import { refuseCallback } from "./refused-callbacks.ts";

/** Receives a carrier's event about a call. */
export const receiveStatus = async (
  context: OperationContext,
  { params, request }: OperationInput<{ params: typeof callbackParams }> & WithRequest,
): Promise<undefined> => recordStatus(context, params, rebuildCallbackRequest(context, request));

/** Verifies the event and stores it; throws the error to answer with. */
export const recordStatus = async (
  context: OperationContext,
  params: z.output<typeof callbackParams>,
  request: CallbackRequest,
): Promise<undefined> => {
  const { provider } = params;
  const taken = await recordCallback(context, { address: readCallbackAddress(context, params), request });
  if (taken.kind === "unknown_run") throw refuseUnknownRun(context, params);
  if (taken.kind === "refused") throw refuseCallback(context, { ...taken, provider, runUuid: taken.run.uuid });
  const { target, event, kept } = taken;
  addTargetToLog(target, params);
  await signalCarrierEvent(context, { run: target.run, provider, kept });
  if (!event.turn && !event.resume) return;
  const whole = await findWholeTarget(context, target);
  if (whole) await answerEvent(context, whole, event);
};
