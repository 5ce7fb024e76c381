import { badRequest, notFound } from "../http/http-error.ts";

export const toolNotFound = () => notFound("Tool");
export const notMcp = () => badRequest("tool_is_not_mcp", "Only tools of the category mcp have a list to be read anew");
