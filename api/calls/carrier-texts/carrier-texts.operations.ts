import { defineOperation } from "../../http/operation.ts";
import { inboundTextParams, textStatusParams } from "./carrier-texts.schemas.ts";
import { receiveInboundText } from "./receive-inbound-text.ts";
import { receiveTextStatus } from "./receive-text-status.ts";

const callback = {
  area: "Carrier callbacks",
  method: "post",
  permission: "public",
  sandbox: "public",
  limitedPerAddress: false,
  connectionsOf: "callbacks",
  bodyKind: "raw",
  foreignQuery: "Carriers put what they report into the query, and sign it",
} as const;

const textStatusOperation = defineOperation({
  ...callback,
  id: "carrierTexts.status",
  path: "/telephony/messages/{provider}/{organization_id}/{message_uuid}/status",
  summary: "A carrier reports what became of a text",
  timeline: "message",
  params: textStatusParams,
  success: { status: 204, description: "Accepted, also when it was known" },
  errors: { 403: "Not signed by the carrier", 404: "No such text" },
  run: receiveTextStatus,
});

const inboundTextOperation = defineOperation({
  ...callback,
  id: "carrierTexts.receive",
  path: "/telephony/messages/{provider}",
  summary: "A carrier hands over a text from a person",
  timeline: "message",
  params: inboundTextParams,
  success: { status: 200, description: "Accepted, also when it was known" },
  errors: { 403: "Not signed by the carrier of any account", 404: "No such carrier, or one without texts" },
  run: receiveInboundText,
});

export const carrierTextsOperations = [textStatusOperation, inboundTextOperation];
