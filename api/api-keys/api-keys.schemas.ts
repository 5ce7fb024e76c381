import { z } from "zod";
import { booleanParameter, idParameter, nullableTime, time, withDefault } from "../http/fields.ts";

const environment = z.enum(["production", "sandbox"]);

export const apiKeyParams = z.object({ api_key_id: idParameter });

export const createApiKeyBody = z.strictObject({
  name: z.string().trim().min(1).max(255),
  environment: withDefault(environment, "production"),
});

export const listApiKeysQuery = z.object({ include_archived: withDefault(booleanParameter, true) });

export const apiKeyAnswer = z
  .object({
    id: z.number().int(),
    name: z.string(),
    key_prefix: z.string(),
    environment,
    is_active: z.boolean(),
    created_at: time,
    last_used_at: nullableTime,
    archived_at: nullableTime,
  })
  .meta({ id: "ApiKey" });

export const createdApiKeyAnswer = z
  .object({
    id: z.number().int(),
    name: z.string(),
    key_prefix: z.string(),
    environment,
    api_key: z.string().meta({ description: "The whole key, shown this once" }),
    created_at: time,
  })
  .meta({ id: "CreatedApiKey" });

export const apiKeyListAnswer = z.array(apiKeyAnswer);
