import { z } from "zod";
import { LISTS_ARCHIVED_KEYS, USUAL_KEY_ENVIRONMENT } from "../../domain/access/api-key.ts";
import { SCOPES } from "../../domain/access/api-key-scope.ts";
import { CLIENT_ROLES } from "../../domain/access/member-role.rules.ts";
import { ENVIRONMENTS } from "../../domain/environment/sandbox.rules.ts";
import { booleanParameter, idParameter, nullableTime, optional, time, timeInput, withDefault } from "../http/fields.ts";

const environment = z.enum(ENVIRONMENTS);
/** Of a program that somebody let in; none acts as an owner. */
export const clientRole = z.enum(CLIENT_ROLES).meta({ id: "ClientRole" });
export const scope = z.enum(SCOPES).meta({ id: "Scope" });

export const apiKeyParams = z.object({ api_key_id: idParameter });

export const createApiKeyBody = z.strictObject({
  name: z.string().trim().min(1).max(255),
  environment: withDefault(environment, USUAL_KEY_ENVIRONMENT),
  expires_at: optional(timeInput).meta({
    description: "From then on the key is refused; without it the key has no end",
  }),
  scopes: optional(
    z
      .array(scope)
      .min(1, "Name what the key may do, or leave scopes out: then it may do all that your role may")
      .transform((scopes) => [...new Set(scopes)]),
  ).meta({
    description:
      "What the key may do, as far as the role goes; `x-required-scope` of an operation names the one it needs",
  }),
});

export const updateApiKeyBody = z.strictObject({
  expires_at: timeInput.nullable().meta({ description: "The new end; null: the key has no end any more" }),
});

export const listApiKeysQuery = z.object({
  include_archived: withDefault(booleanParameter, LISTS_ARCHIVED_KEYS),
});

const limits = {
  expires_at: nullableTime,
  scopes: z.array(scope).nullable().meta({ description: "null: all that the role may" }),
};

export const apiKeyAnswer = z
  .object({
    id: z.number().int(),
    name: z.string(),
    key_prefix: z.string(),
    environment,
    is_active: z.boolean().meta({ description: "It is neither archived nor expired" }),
    is_expired: z.boolean(),
    ...limits,
    client_name: z.string().nullable().meta({
      description: "The program that somebody let in by signing in; null: an ordinary key",
    }),
    role: clientRole.nullable().meta({
      description: "The most that the program may do; null: all that the maker of the key may",
    }),
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
    ...limits,
    api_key: z.string().meta({ description: "The whole key, shown this once" }),
    created_at: time,
  })
  .meta({ id: "CreatedApiKey" });

export const apiKeyListAnswer = z.array(apiKeyAnswer);
