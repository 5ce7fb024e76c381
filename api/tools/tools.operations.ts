import { defineOperation } from "../http/operation.ts";
import { QUOTA_REACHED } from "../require-quota.ts";
import { createTool } from "./create-tool.ts";
import { refreshMcp } from "./refresh-mcp.ts";
import { archiveTool, unarchiveTool } from "./set-tool-archived.ts";
import { testTool } from "./test-tool.ts";
import { getTool, listTools } from "./tools.reads.ts";
import {
  archivedToolAnswer,
  createToolBody,
  listToolsQuery,
  mcpRefreshAnswer,
  testToolAnswer,
  testToolBody,
  toolAnswer,
  toolListAnswer,
  toolParams,
  updateToolBody,
} from "./tools.schemas.ts";
import { updateTool } from "./update-tool.ts";

const area = "Tools and connectors";
const path = "/tools/{tool_uuid}";
const errors = { 404: "No such tool in the organization" };

export const createToolOperation = defineOperation({
  id: "tools.create",
  area,
  method: "post",
  path: "/tools/",
  summary: "Create a tool; definition.type is its category",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  body: createToolBody,
  success: { status: 200, description: "The tool", body: toolAnswer },
  errors: { 402: QUOTA_REACHED },
  run: createTool,
});

export const listToolsOperation = defineOperation({
  id: "tools.list",
  area,
  method: "get",
  path: "/tools/",
  summary: "Every tool",
  permission: "viewer",
  sandbox: "read",
  query: listToolsQuery,
  success: { status: 200, description: "The tools, by name; of archived ones the newest 1,000", body: toolListAnswer },
  share: "listing",
  run: listTools,
});

export const getToolOperation = defineOperation({
  id: "tools.get",
  area,
  method: "get",
  path,
  summary: "One tool",
  permission: "viewer",
  sandbox: "read",
  params: toolParams,
  success: { status: 200, description: "The tool", body: toolAnswer },
  errors,
  run: getTool,
});

export const updateToolOperation = defineOperation({
  id: "tools.update",
  area,
  method: "put",
  path,
  summary: "Change a tool; fields that are left out stay, a definition is replaced as a whole",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: toolParams,
  body: updateToolBody,
  success: { status: 200, description: "The tool as it is now", body: toolAnswer },
  errors: { ...errors, 402: QUOTA_REACHED },
  run: updateTool,
});

export const deleteToolOperation = defineOperation({
  id: "tools.delete",
  area,
  method: "delete",
  path,
  summary: "Archive a tool: agents no longer use it",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: toolParams,
  success: { status: 200, description: "It is archived", body: archivedToolAnswer },
  errors,
  run: archiveTool,
});

export const unarchiveToolOperation = defineOperation({
  id: "tools.unarchive",
  area,
  method: "post",
  path: `${path}/unarchive`,
  summary: "Bring a tool back",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: toolParams,
  success: { status: 200, description: "The tool", body: toolAnswer },
  errors: { ...errors, 402: QUOTA_REACHED },
  run: unarchiveTool,
});

export const refreshMcpOperation = defineOperation({
  id: "tools.refreshMcp",
  share: "asking",
  area,
  method: "post",
  path: `${path}/mcp/refresh`,
  summary: "Re-read an MCP server's tool list",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: toolParams,
  success: { status: 200, description: "The list; with `error` the last one", body: mcpRefreshAnswer },
  errors: { ...errors, 400: "The tool is not an MCP server" },
  run: refreshMcp,
});

export const testToolOperation = defineOperation({
  id: "tools.test",
  share: "asking",
  area,
  method: "post",
  path: `${path}/test`,
  summary: "Run a tool as an agent would, and see the result that the agent would get",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: toolParams,
  body: testToolBody,
  success: { status: 200, description: "The result, also of a failure", body: testToolAnswer },
  errors: {
    ...errors,
    400: "The tool ends or transfers calls and cannot run without one",
    409: "The tool is archived",
  },
  run: testTool,
});

export const toolsOperations = [
  createToolOperation,
  listToolsOperation,
  getToolOperation,
  updateToolOperation,
  deleteToolOperation,
  unarchiveToolOperation,
  refreshMcpOperation,
  testToolOperation,
];
