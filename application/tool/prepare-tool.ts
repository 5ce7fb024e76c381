import { calculateExpression } from "../../domain/tool/calculate.ts";
import { readMcpLimits } from "../../domain/tool/mcp-limits.ts";
import type { DefinitionOf, ToolDefinition } from "../../domain/tool/tool-definition.ts";
import { ToolFault } from "../../domain/tool/tool-fault.ts";
import type { GuardedRequest } from "../../infra/guarded-request/guarded-requests.ts";
import { describeMcpFault, McpError } from "../../infra/mcp/mcp-error.ts";
import { callMcpTool } from "../../infra/mcp/mcp-tools.ts";
import type { ToolCallEnd } from "../../infra/postgres/tool/tool-call.repository.ts";
import type { ConnectorDependencies } from "../connector/connector-token.ts";
import { withMcpAccess } from "../connector/with-mcp-access.ts";
import { buildRequest, buildResolverRequest, type RequestValues } from "./build-request.ts";
import { prepareConnector } from "./prepare-connector.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import { readResponse, withoutSecrets } from "./read-response.ts";
import { describeUnknownEnd, endWithoutAnswer, sendAtMostTwice } from "./send-tool-request.ts";

export interface ToolRequest extends RequestValues {
  organizationId: number;
  definition: ToolDefinition;
  /** The tool's own name for the function. */
  name: string;
  /** Texts that must not be shown to anybody. */
  secrets: readonly string[];
}

/** Finds every fault that can be found before something is sent. Throws `ToolFault`. */
export const prepareTool = (deps: ConnectorDependencies, request: ToolRequest): PreparedTool => {
  const { definition, given } = request;
  switch (definition.type) {
    case "calculator": {
      const result = calculateExpression(typeof given["expression"] === "string" ? given["expression"] : "");
      return { repeatable: true, run: () => Promise.resolve({ state: "done", result: { result } }) };
    }
    case "http_api":
      return prepareHttp(deps, { outgoing: buildRequest(definition, request), secrets: request.secrets });
    case "mcp":
      return prepareMcp(deps, definition, request);
    case "connector":
      return prepareConnector(deps, definition, request);
    case "transfer_call": {
      const { resolver, parameters, destination_source } = definition.config;
      if (destination_source !== "dynamic" || !resolver) break;
      const outgoing = buildResolverRequest(resolver, parameters, request);
      // A resolver only answers a question, so repeating it is safe.
      return { ...prepareHttp(deps, { outgoing, secrets: request.secrets }), repeatable: true };
    }
    case "end_call":
      break;
  }
  throw new ToolFault("This tool is carried out by the conversation itself.");
};

type Deps = Pick<ConnectorDependencies, "guardedRequests">;

const prepareHttp = (
  { guardedRequests }: Deps,
  { outgoing, secrets }: { outgoing: GuardedRequest; secrets: readonly string[] },
): PreparedTool => {
  const repeatable = outgoing.method === "GET";
  return {
    repeatable,
    run: async () => {
      try {
        const response = await sendAtMostTwice(guardedRequests, outgoing);
        return { state: "done", result: readResponse(response, secrets), statusCode: response.status };
      } catch (error) {
        return endWithoutAnswer(error, { repeatable, secrets });
      }
    },
  };
};

/** For a server that somebody has signed in to, the account is one of the organization's connected accounts. */
const prepareMcp = (
  deps: ConnectorDependencies,
  definition: DefinitionOf<"mcp">,
  request: ToolRequest,
): PreparedTool => {
  const { account_id: accountId } = definition.config;
  return {
    repeatable: false,
    ...(accountId && { actsIn: { accountId, action: request.name } }),
    run: () => runMcp(deps, definition, request),
  };
};

const runMcp = async (
  deps: ConnectorDependencies,
  { config }: DefinitionOf<"mcp">,
  { organizationId, name, given, credentialHeaders, idempotencyKey, secrets }: ToolRequest,
): Promise<ToolCallEnd> => {
  const limits = readMcpLimits(config);
  const asking = { organizationId, config, headers: { ...credentialHeaders, "idempotency-key": idempotencyKey } };
  const sent = [...secrets];
  let wasCalled = false;
  const beforeCall = () => {
    wasCalled = true;
  };
  try {
    const { data, isError } = await withMcpAccess(deps, asking, (headers) => {
      const token = headers["authorization"]?.replace(/^Bearer /, "");
      if (token !== undefined) sent.push(token);
      const server = { url: config.url, headers, ...limits, fetch: deps.guardedRequests.fetch };
      return callMcpTool(server, { name, arguments: given, beforeCall });
    });
    const body = typeof data === "string" ? data : JSON.stringify(data);
    const answer = readResponse({ status: isError ? 400 : 200, headers: {}, body, truncated: false }, sent);
    return { state: "done", result: { status: answer.status, data: answer.data } };
  } catch (error) {
    if (error instanceof ToolFault) return { state: "failed", error: error.message };
    // A refusal is an answer; after a connection broken during the call the result is unknown.
    if (wasCalled && !(error instanceof McpError)) return describeUnknownEnd();
    return { state: "failed", error: withoutSecrets(describeMcpFault(error, limits.timeoutMs), sent) };
  }
};
