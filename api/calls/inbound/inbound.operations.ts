import { defineOperation } from "../../http/operation.ts";
import { inboundParams, inboundStatusParams } from "./inbound.schemas.ts";
import { receiveInbound } from "./receive-inbound.ts";
import { receiveInboundStatus } from "./receive-inbound-status.ts";

const callback = {
  area: "Carrier callbacks",
  permission: "public",
  sandbox: "public",
  limitedPerAddress: false,
  connectionsOf: "callbacks",
  bodyKind: "raw",
  foreignQuery: "Carriers put what they report into the query of a GET, and sign it",
  errors: { 403: "Not signed by the carrier of any account", 404: "No such carrier or account" },
} as const;

const announcement = {
  ...callback,
  path: "/telephony/inbound/{provider}",
  timeline: "call_started",
  summary: "A carrier announces an inbound call and asks for its instructions",
  params: inboundParams,
  success: { status: 200, description: "Instructions in the carrier's own language" },
  run: receiveInbound,
} as const;

const status = {
  ...callback,
  path: "/telephony/inbound/{provider}/{organization_id}/{telephony_configuration_id}/status",
  timeline: { none: "A carrier reports; the run that it belongs to writes its own events" },
  summary: "A carrier reports the state of an inbound call",
  params: inboundStatusParams,
  success: { status: 204, description: "Accepted, also when it was known" },
  run: receiveInboundStatus,
} as const;

export const inboundOperation = defineOperation({ ...announcement, id: "inbound.announce", method: "post" });

export const inboundOperations = [
  inboundOperation,
  defineOperation({ ...announcement, id: "inbound.announceByGet", method: "get" }),
  defineOperation({ ...status, id: "inbound.status", method: "post" }),
  defineOperation({ ...status, id: "inbound.statusByGet", method: "get" }),
];
