import { isWithinResource } from "../../domain/tool/mcp-resource.ts";
import type { DefinitionOf } from "../../domain/tool/tool-definition.ts";
import { ToolFault } from "../../domain/tool/tool-fault.ts";
import { McpUnauthorizedError } from "../../infra/mcp/mcp-error.ts";
import { findAccount } from "../../infra/postgres/connector/connector-account.repository.ts";
import { findMcpServer } from "../../infra/postgres/connector/mcp-server.repository.ts";
import { type AccountId, type ConnectorDependencies, expireAccount, readAccessToken } from "./connector-token.ts";

interface Asking {
  organizationId: number;
  config: DefinitionOf<"mcp">["config"];
  /** Headers of the tool's credential, and others. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Calls an MCP server with the tool's credential, or with the token of the account that somebody has signed in to. A
 * server that refuses the token has done nothing, so it is asked once more, with a new token. Throws what the work
 * throws, and `ToolFault` where nobody is signed in, or the account is another server's.
 */
export const withMcpAccess = async <T>(
  deps: ConnectorDependencies,
  { organizationId, config, headers }: Asking,
  work: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> => {
  // A definition that is older than accounts has none.
  if (!config.account_id) return work(headers);
  const account = { organizationId, accountId: config.account_id };
  await refuseOtherServer(deps, account, config.url);
  const withToken = (token: string) => work({ ...headers, authorization: `Bearer ${token}` });
  const token = await readAccessToken(deps, account);
  const first = await unlessRefused(() => withToken(token));
  if (first !== REFUSED) return first;
  const another = await readAccessToken(deps, account, { refused: token });
  const second = await unlessRefused(() => withToken(another));
  if (second !== REFUSED) return second;
  await expireAccount(deps, account, "The MCP server refuses a token that was just given for it");
  // Reading the token throws the sentence for an account that is signed out.
  await readAccessToken(deps, account);
  throw new McpUnauthorizedError();
};

/** A token is sent only to the server that it is for, whatever the definition says. */
const refuseOtherServer = async (
  { database }: ConnectorDependencies,
  { organizationId, accountId }: AccountId,
  url: string,
): Promise<void> => {
  const isItsServer = await database.inOrganization(organizationId, async (tx) => {
    const account = await findAccount(tx, accountId);
    // A deleted account is reported where its token is read.
    if (!account) return true;
    const server = await findMcpServer(tx, account.slug);
    return server !== undefined && isWithinResource(url, server.resource);
  });
  if (!isItsServer)
    throw new ToolFault("The tool was not used: its account belongs to another server than its address.");
};

const REFUSED = Symbol("refused");

const unlessRefused = async <T>(work: () => Promise<T>): Promise<T | typeof REFUSED> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof McpUnauthorizedError) return REFUSED;
    throw error;
  }
};
