import { defineOperation } from "../http/operation.ts";
import { QUOTA_REACHED } from "../require-quota.ts";
import { createTelephonyAccount } from "./create-account.ts";
import { deleteTelephonyAccount } from "./delete-account.ts";
import { reactivateTelephonyAccount } from "./reactivate-account.ts";
import { sandboxSimulatorAnswer, sandboxSimulatorBody } from "./sandbox-simulator.schemas.ts";
import { setDefaultOutbound } from "./set-default-outbound.ts";
import { setSandboxSimulator } from "./set-sandbox-simulator.ts";
import {
  getSandboxSimulator,
  getTelephonyAccount,
  listCarriers,
  listTelephonyAccounts,
  listWarnings,
} from "./telephony.reads.ts";
import {
  carriersAnswer,
  createTelephonyAccountBody,
  deletedAnswer,
  telephonyAccountAnswer,
  telephonyAccountListAnswer,
  telephonyAccountParams,
  updateTelephonyAccountBody,
  warningsAnswer,
} from "./telephony.schemas.ts";
import { updateTelephonyAccount } from "./update-account.ts";

const PATH = "/organizations/telephony-configs";
const NO_CONFIGURATION = "No such telephony configuration in the organization";

export const listCarriersOperation = defineOperation({
  id: "telephony.providers",
  area: "Telephony",
  method: "get",
  path: "/organizations/telephony-providers/metadata",
  summary: "The carriers, and what each needs",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The carriers", body: carriersAnswer },
  run: listCarriers,
});

export const createTelephonyAccountOperation = defineOperation({
  id: "telephony.configs.create",
  area: "Telephony",
  method: "post",
  path: PATH,
  summary: "Connect a carrier account",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: createTelephonyAccountBody,
  success: { status: 200, description: "The account, secrets masked", body: telephonyAccountAnswer },
  errors: { 400: "The carrier refuses the credentials", 402: QUOTA_REACHED, 409: "The name is taken" },
  run: createTelephonyAccount,
});

export const listTelephonyAccountsOperation = defineOperation({
  id: "telephony.configs.list",
  area: "Telephony",
  method: "get",
  path: PATH,
  summary: "Every carrier account",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The accounts, oldest first", body: telephonyAccountListAnswer },
  share: "listing",
  run: listTelephonyAccounts,
});

export const getTelephonyAccountOperation = defineOperation({
  id: "telephony.configs.get",
  area: "Telephony",
  method: "get",
  path: `${PATH}/{config_id}`,
  summary: "One carrier account",
  permission: "viewer",
  sandbox: "read",
  params: telephonyAccountParams,
  success: { status: 200, description: "The account, secrets masked", body: telephonyAccountAnswer },
  errors: { 404: NO_CONFIGURATION },
  run: getTelephonyAccount,
});

export const updateTelephonyAccountOperation = defineOperation({
  id: "telephony.configs.update",
  area: "Telephony",
  method: "put",
  path: `${PATH}/{config_id}`,
  summary: "Change a carrier account",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: telephonyAccountParams,
  body: updateTelephonyAccountBody,
  success: { status: 200, description: "The changed account", body: telephonyAccountAnswer },
  errors: {
    400: "Another provider, or the carrier refuses the credentials",
    404: NO_CONFIGURATION,
    409: "The name is taken, somebody else changed the account meanwhile, or calls or rented numbers are on it and it would become another account of the carrier",
  },
  run: updateTelephonyAccount,
});

export const deleteTelephonyAccountOperation = defineOperation({
  id: "telephony.configs.delete",
  area: "Telephony",
  method: "delete",
  path: `${PATH}/{config_id}`,
  summary: "Disconnect a carrier account",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: telephonyAccountParams,
  success: { status: 200, description: "It is deleted with its numbers", body: deletedAnswer },
  errors: { 404: NO_CONFIGURATION, 409: "A campaign, a call or a rented number uses it, or it is the last simulator" },
  run: deleteTelephonyAccount,
});

export const setDefaultOutboundOperation = defineOperation({
  id: "telephony.configs.setDefaultOutbound",
  area: "Telephony",
  method: "post",
  path: `${PATH}/{config_id}/set-default-outbound`,
  summary: "Make this the account used by outbound calls",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: telephonyAccountParams,
  success: { status: 200, description: "The default account", body: telephonyAccountAnswer },
  errors: { 404: NO_CONFIGURATION },
  run: setDefaultOutbound,
});

export const reactivateTelephonyAccountOperation = defineOperation({
  id: "telephony.configs.reactivate",
  area: "Telephony",
  method: "post",
  path: `${PATH}/{config_id}/reactivate`,
  summary: "Reactivate an account that its carrier refused",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: telephonyAccountParams,
  success: { status: 200, description: "The account, which the carrier accepts", body: telephonyAccountAnswer },
  errors: { 400: "The carrier still refuses it", 404: NO_CONFIGURATION, 502: "The carrier cannot be asked" },
  run: reactivateTelephonyAccount,
});

export const listWarningsOperation = defineOperation({
  id: "telephony.configs.warnings",
  area: "Telephony",
  method: "get",
  path: "/organizations/telephony-config-warnings",
  summary: "How many accounts lack the settings that authenticate their carrier's requests",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "Counts by missing setting", body: warningsAnswer },
  run: listWarnings,
});

export const getSandboxSimulatorOperation = defineOperation({
  id: "telephony.sandboxSimulator.get",
  area: "Telephony",
  method: "get",
  path: "/sandbox/simulator",
  summary: "How the simulated carrier of the organization's sandbox behaves",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "Its manners", body: sandboxSimulatorAnswer },
  run: getSandboxSimulator,
});

export const setSandboxSimulatorOperation = defineOperation({
  id: "telephony.sandboxSimulator.set",
  area: "Telephony",
  method: "put",
  path: "/sandbox/simulator",
  summary: "Set what the simulated carrier of the organization's sandbox does wrong, and who answers",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  body: sandboxSimulatorBody,
  success: {
    status: 200,
    description: "Its manners, which bind calls of the sandbox from now on",
    body: sandboxSimulatorAnswer,
  },
  run: setSandboxSimulator,
});

export const telephonyOperations = [
  listCarriersOperation,
  listWarningsOperation,
  createTelephonyAccountOperation,
  listTelephonyAccountsOperation,
  getTelephonyAccountOperation,
  updateTelephonyAccountOperation,
  deleteTelephonyAccountOperation,
  setDefaultOutboundOperation,
  reactivateTelephonyAccountOperation,
  getSandboxSimulatorOperation,
  setSandboxSimulatorOperation,
];
