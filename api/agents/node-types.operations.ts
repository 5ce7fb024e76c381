import { defineOperation } from "../http/operation.ts";
import { nodeTypeParams } from "./agents.schemas.ts";
import { nodeTypeAnswer, nodeTypesAnswer } from "./node-types.answers.ts";
import { getNodeType, listNodeTypes } from "./node-types.ts";

export const listNodeTypesOperation = defineOperation({
  id: "agents.nodeTypes",
  area: "Agents",
  method: "get",
  path: "/node-types",
  summary: "The node types of which a definition is made",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The node types", body: nodeTypesAnswer },
  run: listNodeTypes,
});

export const getNodeTypeOperation = defineOperation({
  id: "agents.nodeType",
  area: "Agents",
  method: "get",
  path: "/node-types/{name}",
  summary: "One node type",
  permission: "viewer",
  sandbox: "read",
  params: nodeTypeParams,
  success: { status: 200, description: "The node type", body: nodeTypeAnswer },
  errors: { 404: "There is no such node type" },
  run: getNodeType,
});

export const nodeTypesOperations = [listNodeTypesOperation, getNodeTypeOperation];
