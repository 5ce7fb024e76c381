import type { DefinitionOf } from "./tool-definition.ts";

/** Of the platform's own MCP server: tools for journeys, beside those for every operation, and the tokens that their list may take. */
export const OFFERED_BY_PLATFORM = { journeyTools: 15, listTokens: 6_000 } as const;

/** Tools of one server that are offered, from so many pages of its list at most. */
export const MOST_MCP_TOOLS = 500;
export const MOST_MCP_PAGES = 20;

/** Of what a server says of a tool so many characters are kept. */
export const KEPT_MCP_DESCRIPTION = 2_000;

const DEFAULT_TIMEOUT_SECONDS = 30;
const DEFAULT_READ_TIMEOUT_SECONDS = 300;

/**
 * Returns the time limits of an MCP server: for the whole request, and between two events of an answer; 0 in its
 * definition is the default.
 */
export const readMcpLimits = ({
  timeout_secs: timeoutSeconds,
  sse_read_timeout_secs: readTimeoutSeconds,
}: DefinitionOf<"mcp">["config"]) => ({
  timeoutMs: (timeoutSeconds || DEFAULT_TIMEOUT_SECONDS) * 1000,
  readTimeoutMs: (readTimeoutSeconds || DEFAULT_READ_TIMEOUT_SECONDS) * 1000,
});
