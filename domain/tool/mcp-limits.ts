import type { DefinitionOf } from "./tool-definition.ts";

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
