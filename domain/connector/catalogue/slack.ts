import type { ConnectorInput } from "../connector.ts";

const SLACK = "https://slack.com/api";
const channel = {
  type: "string",
  pattern: "^[CDGU][A-Z0-9]+$",
  description: "The id of a channel or a person, such as C024BE91L",
};

export const slack: ConnectorInput = {
  slug: "slack",
  name: "Slack",
  category: "chat",
  version: "1.0.0",
  description: "Writes messages into channels and to people",
  authorization_url: "https://slack.com/oauth/v2/authorize",
  token_url: `${SLACK}/oauth.v2.access`,
  scopes: ["chat:write", "channels:read", "users:read", "users:read.email"],
  scope_separator: ",",
  // Slack accepts a code challenge only from public clients, and an app cannot be turned back into one with a secret.
  pkce: false,
  account: { method: "POST", url: `${SLACK}/auth.test`, label: "team" },
  success_field: "ok",
  signed_out_words: [
    "invalid_grant",
    "invalid_auth",
    "invalid_refresh_token",
    "token_revoked",
    "token_expired",
    "account_inactive",
  ],
  actions: [
    {
      name: "list_channels",
      description: "Lists the public channels with their ids",
      parameters: {
        type: "object",
        properties: { cursor: { type: "string", description: "next_cursor of the page before" } },
      },
      request: {
        method: "GET",
        url: `${SLACK}/conversations.list`,
        query: { types: "public_channel", exclude_archived: "true", limit: "200", cursor: "{{cursor}}" },
      },
      only_reads: true,
    },
    {
      name: "find_person",
      description: "Finds a member of the workspace by the e-mail address",
      parameters: {
        type: "object",
        properties: { email: { type: "string", format: "email", description: "The person's address" } },
        required: ["email"],
      },
      request: { method: "GET", url: `${SLACK}/users.lookupByEmail`, query: { email: "{{email}}" } },
      only_reads: true,
    },
    {
      name: "post_message",
      description: "Writes a message into a channel, or to a person",
      parameters: {
        type: "object",
        properties: {
          channel,
          text: { type: "string", minLength: 1, maxLength: 4000, description: "The message" },
        },
        required: ["channel", "text"],
      },
      request: { method: "POST", url: `${SLACK}/chat.postMessage`, body: { channel: "{{channel}}", text: "{{text}}" } },
    },
    {
      name: "delete_message",
      description: "Takes a message back that was written with this account",
      parameters: {
        type: "object",
        properties: { channel, ts: { type: "string", pattern: "^[0-9]+\\.[0-9]+$", description: "The message's ts" } },
        required: ["channel", "ts"],
      },
      request: { method: "POST", url: `${SLACK}/chat.delete`, body: { channel: "{{channel}}", ts: "{{ts}}" } },
    },
  ],
};
