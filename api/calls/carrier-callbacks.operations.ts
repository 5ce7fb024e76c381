import { defineOperation } from "../http/operation.ts";
import { answerCall } from "./answer-call.ts";
import { callbackParams } from "./calls.schemas.ts";
import { receiveStatus } from "./receive-status.ts";

const callback = {
  area: "Carrier callbacks",
  permission: "public",
  limitedPerAddress: false,
  bodyKind: "raw",
  params: callbackParams,
  errors: { 403: "Not signed by the carrier", 404: "No such run", 503: "Not taken: send it again" },
} as const;

const status = {
  ...callback,
  path: "/telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status",
  summary: "A carrier tells how a call is",
  success: { status: 204, description: "Taken, also when it was known" },
  run: receiveStatus,
} as const;

const answer = {
  ...callback,
  path: "/telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer",
  summary: "A carrier asks what an answered call does",
  success: { status: 200, description: "Instructions in the carrier's own language" },
  run: answerCall,
} as const;

export const carrierStatusOperation = defineOperation({ ...status, id: "carrierCallbacks.status", method: "post" });
export const carrierAnswerOperation = defineOperation({ ...answer, id: "carrierCallbacks.answer", method: "post" });

/** Some carriers ask by GET, as their accounts are set. */
export const carrierStatusByGetOperation = defineOperation({
  ...status,
  id: "carrierCallbacks.statusByGet",
  method: "get",
});
export const carrierAnswerByGetOperation = defineOperation({
  ...answer,
  id: "carrierCallbacks.answerByGet",
  method: "get",
});

export const carrierCallbacksOperations = [
  carrierStatusOperation,
  carrierAnswerOperation,
  carrierStatusByGetOperation,
  carrierAnswerByGetOperation,
];
