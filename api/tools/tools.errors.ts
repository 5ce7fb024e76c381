import { badRequest, conflict, invalidField, notFound } from "../http/http-error.ts";

export const toolNotFound = () => notFound("Tool");
export const notMcp = () => badRequest("tool_is_not_mcp", "Only MCP tools have a tool list to refresh");
export const toolArchived = () => conflict("tool_archived", "The tool is archived: make it active again to try it out");
export const nothingToTest = () =>
  badRequest(
    "tool_is_part_of_calls",
    "This tool runs only within the conversation of a call and cannot be tried out without one",
  );
export const unknownFunction = (known: readonly string[]) =>
  invalidField(
    ["function"],
    known.length === 0
      ? "The server's functions have not been read yet: read its list with POST /tools/{tool_uuid}/mcp/refresh"
      : `Name one of the server's functions: ${known.slice(0, 20).join(", ")}`,
  );
