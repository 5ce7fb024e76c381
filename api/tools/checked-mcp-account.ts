import { isRevoked } from "../../domain/connector/account-status.ts";
import { isWithinResource } from "../../domain/tool/mcp-resource.ts";
import type { DefinitionOf } from "../../domain/tool/tool-definition.ts";
import { findAccount } from "../../infra/postgres/connector/connector-account.repository.ts";
import { findMcpServer } from "../../infra/postgres/connector/mcp-server.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { FieldFault } from "../http/http-error.ts";

const UNKNOWN =
  "No such account of this server is connected; POST /tools/{tool_uuid}/mcp/connect signs in to it, GET /connectors/accounts lists the existing ones";
const BOTH = "The tool has a credential: it authenticates by that or by an account, not by both";

/** Finds what prevents an MCP tool with an account: its token goes only to the server that it is for. */
export const findMcpAccountFaults = async (
  tx: OrganizationTransaction,
  { config }: DefinitionOf<"mcp">,
): Promise<FieldFault[]> => {
  if (config.account_id === null) return [];
  if (config.credential_uuid !== null) return [fault(BOTH)];
  const account = await findAccount(tx, config.account_id);
  const server = account && !isRevoked(account) ? await findMcpServer(tx, account.slug) : undefined;
  return server && isWithinResource(config.url, server.resource) ? [] : [fault(UNKNOWN)];
};

const fault = (msg: string): FieldFault => ({
  loc: ["body", "definition", "config", "account_id"],
  msg,
  type: "value_error",
});
