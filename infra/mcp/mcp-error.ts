import { OutboundRequestError } from "../guarded-request/outbound-request-error.ts";

/** What an MCP server said instead of an answer, in a sentence. */
export class McpError extends Error {
  override readonly name = "McpError";
}

/** An MCP server does not know who asks, or not any more; it has done nothing. */
export class McpUnauthorizedError extends McpError {
  constructor() {
    super(
      "The MCP server wants to know who asks (status 401): give the tool a credential, or sign in with POST /tools/{tool_uuid}/mcp/connect",
    );
  }
}

/** An MCP server went silent in the middle of its answer: what it was asked for may have been done. */
export class McpSilenceError extends Error {
  override readonly name = "McpSilenceError";
}

/** Why a server gave no answer, for people. */
export const mcpFault = (error: unknown, timeoutMs: number): string => {
  if (error instanceof McpError || error instanceof McpSilenceError || error instanceof OutboundRequestError)
    return error.message;
  if (typeof error === "object" && error !== null && "name" in error && error.name === "TimeoutError") {
    return `The MCP server did not answer within ${timeoutMs / 1000} seconds`;
  }
  return "The MCP server could not be reached";
};
