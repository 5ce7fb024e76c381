import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type McpServerRow = Row<typeof McpServerRow>;
/** An MCP server that requires a sign-in, and its authorization server, from the metadata of both. */
export const McpServerRow = defineEntity({
  name: "McpServerRow",
  tableName: "mcp_servers",
  properties: {
    id: id(),
    organization_id: () => organizationId("mcp_servers"),
    /** The prefix of the addresses that its tokens are for. */
    resource: p.text(),
    issuer: p.text(),
    authorization_url: p.text(),
    token_url: p.text(),
    revocation_url: optional.text(),
    scopes: p.array(),
    client_authentication: p.enum(["body", "basic"]),
    /** The redirect address with which we registered the client; null: people have entered the client. */
    registered_redirect_uri: optional.text(),
    client_expires_at: optional.time(),
    created_at: createdAt(),
    updated_at: p.datetime().defaultRaw("now()"),
  },
  uniques: [{ name: "mcp_servers_resource_issuer", properties: ["organization_id", "resource", "issuer"] }],
  policies: [tenantPolicy],
});
