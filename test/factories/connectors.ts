import { randomUUID } from "node:crypto";
import { buildMcpSlug } from "../../domain/tool/mcp-resource.ts";
import { connectAccount, storeTokens } from "../../infra/postgres/connector/connector-account.repository.ts";
import { storeMcpServer } from "../../infra/postgres/connector/mcp-server.repository.ts";
import type { TestDatabase } from "../harness/test-database.ts";
import { testSecrets } from "../harness/test-secrets.ts";
import type { Tenant } from "./tenant.ts";

/** An account that somebody has signed in to; its token never ends by itself. */
export const createConnectedAccount = (
  { database }: TestDatabase,
  { organizationId, admin }: Tenant,
  { slug, accessToken = `token-${randomUUID()}` }: { slug: string; accessToken?: string },
): Promise<number> =>
  database.inOrganization(organizationId, async (tx) => {
    const account = await connectAccount(tx, {
      organizationId,
      slug,
      label: `${randomUUID()}@example.com`,
      clientId: "a client",
      scopes: [],
      userId: admin.userId,
    });
    await storeTokens(tx, account, { accessToken, refreshToken: null, expiresAt: null, secrets: testSecrets });
    return account.id;
  });

/** Creates an MCP server that people sign in to; returns what its accounts are kept under. */
export const createMcpServerRow = (
  { database }: TestDatabase,
  { organizationId }: Tenant,
  resource: string,
): Promise<string> =>
  database.inOrganization(organizationId, async (tx) => {
    const { id } = await storeMcpServer(tx, organizationId, {
      resource,
      issuer: resource,
      authorizationUrl: `${resource}/authorize`,
      tokenUrl: `${resource}/token`,
      revocationUrl: null,
      scopes: [],
      clientAuthentication: "basic",
    });
    return buildMcpSlug(id);
  });
