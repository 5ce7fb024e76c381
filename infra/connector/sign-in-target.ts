import type { SignInTarget } from "../../domain/connector/connector.ts";
import { findMcpServer, buildSignInTarget } from "../postgres/connector/mcp-server.repository.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";
import type { ConnectorRegistry } from "./connector-registry.ts";

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
