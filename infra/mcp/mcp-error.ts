import { OutboundRequestError } from "../guarded-request/outbound-request-error.ts";

/** A failed answer of an MCP server, described in a sentence. */
export class McpError extends Error {
  override readonly name = "McpError";
}

/** The MCP server does not accept the credentials, or no longer does; it has done nothing. */
export class McpUnauthorizedError extends McpError {
  constructor() {
    super(
      "The MCP server requires authentication (status 401): give the tool a credential, or sign in with POST /tools/{tool_uuid}/mcp/connect",
    );
  }
}

/** The MCP server no longer knows the session; it has done nothing. */
export class McpLostSessionError extends McpError {}

/** An MCP server went silent in the middle of its answer: it may have carried out the request. */
export class McpSilenceError extends Error {
  override readonly name = "McpSilenceError";
}

/** Returns a sentence for people about why a server gave no answer. */
export const describeMcpFault = (error: unknown, timeoutMs: number): string => {
  if (error instanceof McpError || error instanceof McpSilenceError || error instanceof OutboundRequestError)
    return error.message;
  if (typeof error === "object" && error !== null && "name" in error && error.name === "TimeoutError") {
    return `The MCP server did not answer within ${timeoutMs / 1000} seconds`;
  }
  return "The MCP server could not be reached";
};
