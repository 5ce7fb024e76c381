import { sql } from "kysely";
import type { SignInTarget } from "../../../domain/connector/connector.ts";
import { buildMcpSlug, parseMcpSlug } from "../../../domain/tool/mcp-resource.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { McpServerRow } from "./mcp-server.entity.ts";

/** The metadata of an MCP server and its authorization server. */
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
  const id = parseMcpSlug(slug);
  if (id === null) return undefined;
  return tx.selectFrom("mcp_servers").selectAll().where("id", "=", id).executeTakeFirst();
};

/** Stores a server. Another issuer makes another server, so that clients and tokens are never mixed. */
export const storeMcpServer = (
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
      // The client's authentication is not changed, because a registration has agreed on it.
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

/** Stores that we registered the client of a server, for this redirect address. */
export const storeRegistration = (
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

/** Returns the server's name for sentences. */
const mcpServerName = ({ resource }: Pick<McpServerRow, "resource">): string => new URL(resource).host;

/** Builds the sign-in target of a server, as for any other app. */
export const buildSignInTarget = (row: McpServerRow): SignInTarget => ({
  slug: buildMcpSlug(row.id),
  name: mcpServerName(row),
  authorization_url: row.authorization_url,
  // Without it, authorization servers of OpenID Connect issue no refresh token.
  authorization_parameters: row.scopes.includes("offline_access") ? { prompt: "consent" } : {},
  token_url: row.token_url,
  revocation_url: row.revocation_url,
  scopes: row.scopes,
  scope_separator: " ",
  pkce: true,
  client_authentication: row.client_authentication,
  // When the server has deleted a registration, the next sign-in makes another one.
  signed_out_words: ["invalid_grant", "invalid_client", "unauthorized_client"],
  account: null,
  resource: row.resource,
  issuer: row.issuer,
});

/** Marks that people have entered their own client, so that none is registered in its place. */
export const clearRegistration = async (tx: OrganizationTransaction, slug: string): Promise<void> => {
  const id = parseMcpSlug(slug);
  if (id === null) return;
  const none = { registered_redirect_uri: null, client_expires_at: null };
  await tx.updateTable("mcp_servers").set(none).where("id", "=", id).execute();
};
