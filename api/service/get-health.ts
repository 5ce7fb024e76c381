import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { version } from "../../infra/version.ts";
import type { OperationContext } from "../http/operation-context.ts";

export const getHealth = async ({ config }: OperationContext) => ({
  status: "ok" as const,
  version,
  backend_api_endpoint: readPublicBaseUrl(config),
  deployment_mode: "self_hosted" as const,
  auth_provider: "local" as const,
  signup_enabled: config.SIGNUP_ENABLED,
});
