import { z } from "zod";
import { CONNECTOR_ACCOUNT_STATUSES } from "../../domain/connector/account-status.ts";
import { secretInput } from "../../domain/secret/pasted-secret.ts";
import { idParameter, jsonObject, nullableTime, optional, time } from "../http/fields.ts";
import { pageLimit } from "../http/pagination.ts";

export const connectorParams = z.object({ slug: z.string().min(1).max(100) });
export const mcpToolParams = z.object({ tool_uuid: z.uuid() });
export const accountParams = z.object({ account_id: idParameter });

export const connectorListAnswer = z.object({
  redirect_uri: z.string().meta({ description: "The redirect address that your own client has to allow" }),
  connectors: z.array(
    z
      .object({
        slug: z.string(),
        name: z.string(),
        category: z.string(),
        version: z
          .string()
          .meta({ description: "The version of the catalogue's file; with another one agents can do other things" }),
        description: z.string(),
        scopes: z.array(z.string()),
        available: z.boolean(),
        unavailable_reason: z.string().nullable().meta({ description: "What to do so that it can be connected" }),
        client: z
          .enum(["organization", "operator"])
          .nullable()
          .meta({ description: "Whose client is used to sign in" }),
        actions: z.array(
          z.object({
            name: z.string(),
            description: z.string(),
            parameters: jsonObject.meta({ description: "JSON Schema of the agent's arguments" }),
            only_reads: z.boolean(),
          }),
        ),
      })
      .meta({ id: "Connector" }),
  ),
});

export const connectAnswer = z.object({
  authorization_url: z.string().meta({
    description:
      "Where a person signs in; works once, within ten minutes. For a program it is a page of ours, which says who asks and goes on to the app",
  }),
  state: z.string(),
});

export const accountAnswer = z
  .object({
    id: z.number().int(),
    slug: z.string(),
    account_label: z.string().meta({ description: "Who is signed in, as people know the account" }),
    scopes: z.array(z.string()).meta({ description: "The scopes that were granted" }),
    status: z
      .enum(CONNECTOR_ACCOUNT_STATUSES)
      .meta({ description: "expired: somebody has to sign in again; revoked: it was taken away here" }),
    status_reason: z.string().nullable(),
    status_changed_at: time,
    connected_at: time,
  })
  .meta({ id: "ConnectedAccount" });

export const accountListAnswer = z.object({ accounts: z.array(accountAnswer) });

const secret = secretInput(4096);
export const clientBody = z.strictObject({
  client_id: z.string().trim().min(1).max(1024),
  client_secret: optional(secret).meta({ description: "Left out: a public client, which authenticates by PKCE alone" }),
});
export const clientAnswer = z.object({ slug: z.string(), client: z.enum(["organization", "operator"]).nullable() });

export const callbackQuery = z.object({
  state: optional(z.string().max(1000)),
  code: optional(z.string().max(4096)),
  error: optional(z.string().max(1000)),
  iss: optional(z.string().max(2048)).meta({ description: "RFC 9207: who sends the person back" }),
});

export const signInQuery = z.object({ state: z.string().max(1000).meta({ description: "`state` of the answer" }) });

export const activityQuery = z.object({
  account_id: optional(idParameter),
  slug: optional(z.string().max(100)),
  cursor: optional(z.uuid("This is not the next_cursor of an earlier page: send it as it was")).meta({
    description: "next_cursor of the page before",
  }),
  limit: pageLimit,
});

export const activityAnswer = z.object({
  activity: z.array(
    z
      .object({
        tool_call_id: z.string(),
        account_id: z.number().int(),
        slug: z.string(),
        account_label: z.string(),
        action: z.string(),
        tool_uuid: z.string(),
        tool_name: z.string().nullable(),
        workflow_run_id: z.number().int(),
        workflow_id: z.number().int(),
        outcome: z
          .enum(["running", "done", "refused", "failed", "unknown"])
          .meta({ description: "refused: the app refused it; unknown: it was sent, and no answer came" }),
        status_code: z.number().int().nullable(),
        error: z.string().nullable(),
        is_compensation: z.boolean().meta({ description: "It undid an earlier action" }),
        at: time,
        finished_at: nullableTime,
      })
      .meta({ id: "ConnectorActivity" }),
  ),
  next_cursor: z.string().nullable(),
});
