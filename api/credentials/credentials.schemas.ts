import { z } from "zod";
import { CREDENTIAL_TYPES } from "../../domain/secret/credential-data.ts";
import { booleanParameter, environmentAnswer, nullableTime, optional, time, withDefault } from "../http/fields.ts";

const name = z.string().trim().min(1).max(255);
const description = z.string().max(2000);
const credentialType = z.enum(CREDENTIAL_TYPES);
const data = z.record(z.string(), z.string()).meta({
  description:
    "api_key: header_name, api_key; bearer_token: token; basic_auth: username, password; custom_header: header_name, header_value; none: nothing",
});

export const credentialParams = z.object({ credential_uuid: z.uuid() });

export const deleteCredentialQuery = z.object({
  force: withDefault(booleanParameter, false).meta({ description: "true: also when tools or agents name it" }),
});

export const createCredentialBody = z.strictObject({
  name,
  description: optional(description),
  credential_type: credentialType,
  credential_data: data,
});

export const updateCredentialBody = z.strictObject({
  name: optional(name),
  description: optional(description),
  credential_type: optional(credentialType),
  credential_data: optional(data),
});

export const credentialAnswer = z
  .object({
    uuid: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    credential_type: credentialType,
    hint: z.string().nullable().meta({ description: "The last four characters of a secret of twelve and more" }),
    environment: environmentAnswer,
    used_by: z
      .array(
        z.discriminatedUnion("kind", [
          z.object({
            kind: z.literal("tool"),
            id: z.string().meta({ description: "Its tool_uuid" }),
            name: z.string(),
          }),
          z.object({ kind: z.literal("agent"), id: z.number().int(), name: z.string() }),
        ]),
      )
      .meta({ description: "What names it: tools, and agents in their published version or draft; none archived" }),
    created_at: time,
    updated_at: nullableTime,
  })
  .meta({ id: "Credential" });

export const credentialListAnswer = z.array(credentialAnswer);
export const deletedCredentialAnswer = z.object({ status: z.literal("deleted"), uuid: z.string() });
