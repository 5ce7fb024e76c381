import { badRequest, conflict, invalidField, notFound } from "../http/http-error.ts";

export const toolNotFound = () => notFound("Tool");
export const notMcp = () => badRequest("tool_is_not_mcp", "Only MCP tools have a tool list to refresh");
export const toolArchived = () => conflict("tool_archived", "The tool is archived: make it active again to try it out");
export const nothingToTest = () =>
  badRequest(
    "tool_is_part_of_calls",
    "The conversation of a call carries this tool out: there is nothing to run without one",
  );
export const unknownFunction = (known: readonly string[]) =>
  invalidField(
    ["function"],
    known.length === 0
      ? "Nothing is known of the server's functions yet: read its list with POST /tools/{tool_uuid}/mcp/refresh"
      : `Name one of the server's functions: ${known.slice(0, 20).join(", ")}`,
  );
