import type { SignInTarget } from "../../domain/connector/connector.ts";
import type { ConnectorRegistry } from "../../infra/connector/connector-registry.ts";
import { buildSignInTarget, findMcpServer } from "../../infra/postgres/connector/mcp-server.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/** Returns an app of the catalogue, or an MCP server of the organization that requires a sign-in. */
export const findSignInTarget = async (
  connectors: ConnectorRegistry,
  tx: OrganizationTransaction,
  slug: string,
): Promise<SignInTarget | undefined> => {
  const app = connectors.find(slug);
  if (app) return app;
  const server = await findMcpServer(tx, slug);
  return server && buildSignInTarget(server);
};
