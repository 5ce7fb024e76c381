import { defineOperation } from "../http/operation.ts";
import { getHealth } from "./get-health.ts";
import { healthAnswer } from "./service.schemas.ts";

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

export const serviceOperations = [healthOperation];
