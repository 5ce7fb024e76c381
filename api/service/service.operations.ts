import { defineOperation } from "../http/operation.ts";
import { getHealth } from "./get-health.ts";
import { healthAnswer } from "./service.schemas.ts";

export const healthOperation = defineOperation({
  id: "health",
  area: "Service",
  method: "get",
  path: "/health",
  summary: "Whether the API answers, and what it is",
  permission: "public",
  success: { status: 200, description: "It answers", body: healthAnswer },
  run: getHealth,
});

export const serviceOperations = [healthOperation];
