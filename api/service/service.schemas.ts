import { z } from "zod";

export const healthAnswer = z
  .object({
    status: z.literal("ok"),
    version: z.string(),
    backend_api_endpoint: z.string().meta({ description: "Root under which carriers and browsers reach the API" }),
    deployment_mode: z.literal("self_hosted"),
    auth_provider: z.literal("local"),
    signup_enabled: z.boolean(),
  })
  .meta({ id: "Health" });
