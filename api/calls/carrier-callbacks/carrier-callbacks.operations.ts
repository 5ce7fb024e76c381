import { defineOperation } from "../../http/operation.ts";
import { callbackParams, turnQuery } from "./carrier-callbacks.schemas.ts";
import { receiveLivekitEvent } from "./receive-livekit-event.ts";
import { receiveStatus } from "./receive-status.ts";
import { receiveTurn } from "./receive-turn.ts";

const callback = {
  area: "Carrier callbacks",
  permission: "public",
  sandbox: "public",
  timeline: { none: "A carrier reports; the run that it belongs to writes its own events" },
  limitedPerAddress: false,
  connectionsOf: "callbacks",
  bodyKind: "raw",
  foreignQuery: "Carriers put what they report into the query of a GET, and sign it",
  params: callbackParams,
  errors: { 403: "Not signed by the carrier", 404: "No such run", 503: "Not taken: send it again" },
} as const;

const status = {
  ...callback,
  path: "/telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status",
  summary: "A carrier reports the state of a call",
  success: { status: 204, description: "Accepted, also when it was known" },
  run: receiveStatus,
} as const;

const asking = {
  ...callback,
  query: turnQuery,
  success: { status: 200, description: "Instructions in the carrier's own language" },
  run: receiveTurn,
} as const;

const answer = {
  ...asking,
  path: "/telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer",
  summary: "A carrier asks for the instructions of an answered call",
} as const;

const turn = {
  ...asking,
  path: "/telephony/callbacks/{provider}/{organization_id}/{run_uuid}/turn",
  summary: "A carrier reports the person's words and asks for the next instructions",
} as const;

const after = {
  ...asking,
  path: "/telephony/callbacks/{provider}/{organization_id}/{run_uuid}/after",
  summary: "A carrier asks for the instructions after a relay or a transfer",
} as const;

export const carrierStatusOperation = defineOperation({ ...status, id: "carrierCallbacks.status", method: "post" });
export const carrierAnswerOperation = defineOperation({ ...answer, id: "carrierCallbacks.answer", method: "post" });
export const carrierTurnOperation = defineOperation({ ...turn, id: "carrierCallbacks.turn", method: "post" });
export const carrierAfterOperation = defineOperation({ ...after, id: "carrierCallbacks.after", method: "post" });

const livekitEventOperation = defineOperation({
  ...callback,
  id: "carrierCallbacks.livekit",
  method: "post",
  path: "/telephony/livekit",
  params: undefined,
  summary: "LiveKit tells who is in the room of a call over a SIP trunk",
  errors: { ...callback.errors, 403: "Not signed with LiveKit's key", 404: "No LiveKit is configured, or no such run" },
  success: { status: 204, description: "Taken, also when it was known or is of something else" },
  run: receiveLivekitEvent,
});

/** Some carriers use GET, depending on their accounts' settings. */
export const carrierCallbacksOperations = [
  livekitEventOperation,
  carrierStatusOperation,
  carrierAnswerOperation,
  carrierTurnOperation,
  carrierAfterOperation,
  defineOperation({ ...status, id: "carrierCallbacks.statusByGet", method: "get" }),
  defineOperation({ ...answer, id: "carrierCallbacks.answerByGet", method: "get" }),
  defineOperation({ ...turn, id: "carrierCallbacks.turnByGet", method: "get" }),
  defineOperation({ ...after, id: "carrierCallbacks.afterByGet", method: "get" }),
];
