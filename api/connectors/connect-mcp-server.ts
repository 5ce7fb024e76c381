import { SIGN_IN_MINUTES } from "../../domain/connector/sign-in.ts";
import { buildMcpSlug } from "../../domain/tool/mcp-resource.ts";
import type { DefinitionOf } from "../../domain/tool/tool-definition.ts";
import { type DiscoveredAuthorization, discoverAuthorization } from "../../infra/mcp/discover-authorization.ts";
import { McpError } from "../../infra/mcp/mcp-error.ts";
import { type RegisteredClient, registerClient } from "../../infra/mcp/register-client.ts";
import { hasConnectedAccount } from "../../infra/postgres/connector/connector-account.repository.ts";
import {
  type OAuthClient,
  readOwnClient,
  readOwnClientSince,
  storeOwnClient,
} from "../../infra/postgres/connector/connector-client.repository.ts";
import type { McpServerRow } from "../../infra/postgres/connector/mcp-server.entity.ts";
import {
  buildSignInTarget,
  storeMcpServer,
  storeRegistration,
} from "../../infra/postgres/connector/mcp-server.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findTool } from "../../infra/postgres/tool/tool.repository.ts";
import type { OperationInput, WithRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { notMcp, toolNotFound } from "../tools/tools.errors.ts";
import { beginSignIn } from "./begin-sign-in.ts";
import { mcpHasCredential, mcpNeedsClient, mcpNotConnectable } from "./connectors.errors.ts";
import type { mcpToolParams } from "./connectors.schemas.ts";
import { buildRedirectUri } from "./sign-in-state.ts";

/**
 * Returns the address where a person signs in to the server of an MCP tool: discovered by the protocol, with a client
 * that is registered there. Nothing is connected before they come back; then the tool uses their account.
 */
export const connectMcpServer = async (
  context: OperationContext,
  { params, request }: OperationInput<{ params: typeof mcpToolParams }> & WithRequest,
) => {
  const { tool_uuid: toolUuid } = params;
  const { url } = await readMcpConfig(context, toolUuid);
  const discovered = await orRefusal(discoverAuthorization(context.guardedRequests, url));
  const { server, client } = await context.inOrganization((tx) => usableClient(context, tx, discovered));
  const begin = (tx: OrganizationTransaction, row: McpServerRow, by: OAuthClient) =>
    beginSignIn(context, tx, { app: buildSignInTarget(row), client: by, toolUuid, request });
  if (client) return context.inOrganization((tx) => begin(tx, server, client));
  const registered = await register(context, discovered, server);
  return context.inOrganization(async (tx) => {
    const kept = await keepClient(context, tx, { discovered, registered });
    return begin(tx, kept.server, kept.client);
  });
};

const readMcpConfig = async (context: OperationContext, toolUuid: string): Promise<DefinitionOf<"mcp">["config"]> => {
  const tool = await context.withEntities((em) => findTool(em, toolUuid));
  if (!tool) throw toolNotFound();
  if (tool.definition.type !== "mcp") throw notMcp();
  if (tool.definition.config.credential_uuid !== null) throw mcpHasCredential();
  return tool.definition.config;
};

const orRefusal = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof McpError ? mcpNotConnectable(error.message) : error;
  }
};

const usableClient = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  discovered: DiscoveredAuthorization,
): Promise<{ server: McpServerRow; client: OAuthClient | null }> => {
  const { organizationId } = context.actor;
  const server = await storeMcpServer(tx, organizationId, discovered);
  const slug = buildMcpSlug(server.id);
  const client = await readOwnClient(tx, { organizationId, slug, secrets: context.secrets });
  return { server, client: client && (await isStillGood(context, tx, server)) ? client : null };
};

/**
 * Tells whether the client can be used. One that people have entered always is. Our own registration is repeated when
 * it expires or is for another address, and when nobody is signed in by it any more: its server may have deleted it. A
 * person who is just signing in keeps it.
 */
const isStillGood = async (
  { config, clock }: OperationContext,
  tx: OrganizationTransaction,
  { id, registered_redirect_uri: registeredFor, client_expires_at: expiresAt }: McpServerRow,
): Promise<boolean> => {
  if (registeredFor === null) return true;
  const now = clock.now().getTime();
  if (registeredFor !== buildRedirectUri(config) || (expiresAt && expiresAt.getTime() <= now)) return false;
  const slug = buildMcpSlug(id);
  const since = await readOwnClientSince(tx, slug);
  return (since !== null && now - since.getTime() < SIGN_IN_MINUTES * 60_000) || hasConnectedAccount(tx, slug);
};

const register = (
  { guardedRequests, config }: OperationContext,
  discovered: DiscoveredAuthorization,
  { id }: McpServerRow,
): Promise<RegisteredClient> => {
  const { registrationUrl } = discovered;
  if (registrationUrl === null) throw mcpNeedsClient(buildRedirectUri(config), buildMcpSlug(id));
  return orRefusal(registerClient(guardedRequests, { ...discovered, registrationUrl }, buildRedirectUri(config)));
};

/** Keeps a new client. When another request has registered one meanwhile, both take that one. */
const keepClient = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { discovered, registered }: { discovered: DiscoveredAuthorization; registered: RegisteredClient },
): Promise<{ server: McpServerRow; client: OAuthClient }> => {
  const { server, client } = await usableClient(context, tx, discovered);
  if (client) return { server, client };
  const { organizationId, userId } = context.actor;
  const slug = buildMcpSlug(server.id);
  await storeOwnClient(tx, { organizationId, slug, secrets: context.secrets }, { ...registered, userId });
  const { clientAuthentication, expiresAt } = registered;
  const by = { redirectUri: buildRedirectUri(context.config), expiresAt, clientAuthentication };
  return { server: await storeRegistration(tx, server.id, by), client: registered };
};
