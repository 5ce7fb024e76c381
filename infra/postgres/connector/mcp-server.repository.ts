import { sql } from "kysely";
import type { SignInTarget } from "../../../domain/connector/connector.ts";
import { mcpServerIdOf, mcpSlug } from "../../../domain/tool/mcp-resource.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { McpServerRow } from "./mcp-server.entity.ts";

/** What an MCP server and its authorization server say of themselves. */
export interface McpAuthorization {
  resource: string;
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  revocationUrl: string | null;
  scopes: string[];
  clientAuthentication: "body" | "basic";
}

export const findMcpServer = async (tx: OrganizationTransaction, slug: string): Promise<McpServerRow | undefined> => {
  const id = mcpServerIdOf(slug);
  if (id === null) return undefined;
  return tx.selectFrom("mcp_servers").selectAll().where("id", "=", id).executeTakeFirst();
};

/** Another issuer is another server: its clients and tokens are nothing to the former. */
export const keepMcpServer = (
  tx: OrganizationTransaction,
  organizationId: number,
  { resource, issuer, authorizationUrl, tokenUrl, revocationUrl, scopes, clientAuthentication }: McpAuthorization,
): Promise<McpServerRow> => {
  const columns = {
    authorization_url: authorizationUrl,
    token_url: tokenUrl,
    revocation_url: revocationUrl,
    scopes,
    updated_at: sql<Date>`now()`,
  };
  return (
    tx
      .insertInto("mcp_servers")
      .values({
        organization_id: organizationId,
        resource,
        issuer,
        ...columns,
        client_authentication: clientAuthentication,
      })
      // How the client proves itself stays: a registration has agreed on it.
      .onConflict((conflict) => conflict.columns(["organization_id", "resource", "issuer"]).doUpdateSet(columns))
      .returningAll()
      .executeTakeFirstOrThrow()
  );
};

interface Registration {
  redirectUri: string;
  expiresAt: Date | null;
  clientAuthentication: "body" | "basic";
}

/** The client that is kept for a server was registered by us, for this address. */
export const keepRegistration = (
  tx: OrganizationTransaction,
  id: number,
  { redirectUri, expiresAt, clientAuthentication }: Registration,
): Promise<McpServerRow> =>
  tx
    .updateTable("mcp_servers")
    .set({
      registered_redirect_uri: redirectUri,
      client_expires_at: expiresAt,
      client_authentication: clientAuthentication,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** What people may know of it in sentences. */
const mcpServerName = ({ resource }: Pick<McpServerRow, "resource">): string => new URL(resource).host;

/** What signing in to it needs, in the terms of any other app. */
export const signInTargetOf = (row: McpServerRow): SignInTarget => ({
  slug: mcpSlug(row.id),
  name: mcpServerName(row),
  authorization_url: row.authorization_url,
  // Without it, authorization servers of OpenID Connect leave the refresh token out.
  authorization_parameters: row.scopes.includes("offline_access") ? { prompt: "consent" } : {},
  token_url: row.token_url,
  revocation_url: row.revocation_url,
  scopes: row.scopes,
  scope_separator: " ",
  pkce: true,
  client_authentication: row.client_authentication,
  // A registration that the server has forgotten is made again when somebody signs in.
  signed_out_words: ["invalid_grant", "invalid_client", "unauthorized_client"],
  account: null,
  resource: row.resource,
  issuer: row.issuer,
});

/** People have given a client of their own: nothing registers another in its place. */
export const forgetRegistration = async (tx: OrganizationTransaction, slug: string): Promise<void> => {
  const id = mcpServerIdOf(slug);
  if (id === null) return;
  const none = { registered_redirect_uri: null, client_expires_at: null };
  await tx.updateTable("mcp_servers").set(none).where("id", "=", id).execute();
};
