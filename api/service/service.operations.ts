import { defineOperation } from "../http/operation.ts";
import { getHealth } from "./get-health.ts";
import { getInstallation } from "./get-installation.ts";
import { healthAnswer, installationAnswer, installationQuery } from "./service.schemas.ts";

export const healthOperation = defineOperation({
  id: "health",
  area: "Service",
  method: "get",
  path: "/health",
  summary: "Tell whether the API answers, and what it is",
  permission: "public",
  sandbox: "public",
  foreignQuery: "Probes add a number so that no cache answers them",
  success: { status: 200, description: "The API answers", body: healthAnswer },
  run: getHealth,
});

export const getInstallationOperation = defineOperation({
  id: "installation.get",
  area: "Service",
  method: "get",
  path: "/service/status",
  summary: "Show the state of the whole installation to its operator",
  permission: "owner",
  sandbox: "refused",
  share: "asking",
  query: installationQuery,
  success: { status: 200, description: "Its parts, versions, figures and last backup", body: installationAnswer },
  errors: { 403: "This organization is not the one that OPERATOR_ORGANIZATION_ID names" },
  run: getInstallation,
});

export const serviceOperations = [healthOperation, getInstallationOperation];
