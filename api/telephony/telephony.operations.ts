import { defineOperation } from "../http/operation.ts";
import { createConfiguration } from "./create-configuration.ts";
import { deleteConfiguration } from "./delete-configuration.ts";
import { getConfiguration } from "./get-configuration.ts";
import { listConfigurations } from "./list-configurations.ts";
import { listProviders } from "./list-providers.ts";
import { listWarnings } from "./list-warnings.ts";
import { phoneNumbersOperations } from "../numbers/phone-numbers.operations.ts";
import { reactivateConfiguration } from "./reactivate-configuration.ts";
import { setDefaultOutbound } from "./set-default-outbound.ts";
import {
  configurationAnswer,
  configurationListAnswer,
  configurationParams,
  createConfigurationBody,
  deletedAnswer,
  providersAnswer,
  updateConfigurationBody,
  warningsAnswer,
} from "./telephony.schemas.ts";
import { updateConfiguration } from "./update-configuration.ts";

const PATH = "/organizations/telephony-configs";
const NO_CONFIGURATION = "No such telephony configuration in the organization";

export const listProvidersOperation = defineOperation({
  id: "telephony.providers",
  area: "Telephony",
  method: "get",
  path: "/organizations/telephony-providers/metadata",
  summary: "The carriers, and what each needs",
  permission: "viewer",
  success: { status: 200, description: "The carriers", body: providersAnswer },
  run: listProviders,
});

export const createConfigurationOperation = defineOperation({
  id: "telephony.configs.create",
  area: "Telephony",
  method: "post",
  path: PATH,
  summary: "Connect a carrier account",
  permission: "admin",
  timeline: "system",
  body: createConfigurationBody,
  success: { status: 200, description: "The account, secrets masked", body: configurationAnswer },
  errors: { 400: "The carrier refuses the credentials", 409: "The name is taken" },
  run: createConfiguration,
});

export const listConfigurationsOperation = defineOperation({
  id: "telephony.configs.list",
  area: "Telephony",
  method: "get",
  path: PATH,
  summary: "Every carrier account",
  permission: "viewer",
  success: { status: 200, description: "The accounts, oldest first", body: configurationListAnswer },
  run: listConfigurations,
});

export const getConfigurationOperation = defineOperation({
  id: "telephony.configs.get",
  area: "Telephony",
  method: "get",
  path: `${PATH}/{config_id}`,
  summary: "One carrier account",
  permission: "viewer",
  params: configurationParams,
  success: { status: 200, description: "The account, secrets masked", body: configurationAnswer },
  errors: { 404: NO_CONFIGURATION },
  run: getConfiguration,
});

export const updateConfigurationOperation = defineOperation({
  id: "telephony.configs.update",
  area: "Telephony",
  method: "put",
  path: `${PATH}/{config_id}`,
  summary: "Change a carrier account",
  permission: "admin",
  timeline: "system",
  params: configurationParams,
  body: updateConfigurationBody,
  success: { status: 200, description: "The changed account", body: configurationAnswer },
  errors: {
    400: "Another provider, or the carrier refuses the credentials",
    404: NO_CONFIGURATION,
    409: "The name is taken, or somebody else changed the account meanwhile",
  },
  run: updateConfiguration,
});

export const deleteConfigurationOperation = defineOperation({
  id: "telephony.configs.delete",
  area: "Telephony",
  method: "delete",
  path: `${PATH}/{config_id}`,
  summary: "Disconnect a carrier account",
  permission: "admin",
  timeline: "system",
  params: configurationParams,
  success: { status: 200, description: "It is gone, its numbers too", body: deletedAnswer },
  errors: { 404: NO_CONFIGURATION, 409: "A campaign, a call or a rented number uses it, or it is the last simulator" },
  run: deleteConfiguration,
});

export const setDefaultOutboundOperation = defineOperation({
  id: "telephony.configs.setDefaultOutbound",
  area: "Telephony",
  method: "post",
  path: `${PATH}/{config_id}/set-default-outbound`,
  summary: "Make this the account used by outbound calls",
  permission: "admin",
  timeline: "system",
  params: configurationParams,
  success: { status: 200, description: "The default account", body: configurationAnswer },
  errors: { 404: NO_CONFIGURATION },
  run: setDefaultOutbound,
});

export const reactivateConfigurationOperation = defineOperation({
  id: "telephony.configs.reactivate",
  area: "Telephony",
  method: "post",
  path: `${PATH}/{config_id}/reactivate`,
  summary: "Take up again an account that its carrier refused",
  permission: "admin",
  timeline: "system",
  params: configurationParams,
  success: { status: 200, description: "The account, which the carrier accepts", body: configurationAnswer },
  errors: { 400: "The carrier still refuses it", 404: NO_CONFIGURATION, 502: "The carrier cannot be asked" },
  run: reactivateConfiguration,
});

export const listWarningsOperation = defineOperation({
  id: "telephony.configs.warnings",
  area: "Telephony",
  method: "get",
  path: "/organizations/telephony-config-warnings",
  summary: "How many accounts lack what proves their carrier's requests",
  permission: "viewer",
  success: { status: 200, description: "Counts by what is missing", body: warningsAnswer },
  run: listWarnings,
});

export const telephonyOperations = [
  listProvidersOperation,
  listWarningsOperation,
  createConfigurationOperation,
  listConfigurationsOperation,
  getConfigurationOperation,
  updateConfigurationOperation,
  deleteConfigurationOperation,
  setDefaultOutboundOperation,
  reactivateConfigurationOperation,
  ...phoneNumbersOperations,
];
