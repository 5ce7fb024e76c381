import { readReviewModel } from "./after-conversation-nodes.ts";
import type { AgentDefinition, AgentEdge, AgentNode } from "./agent-definition.ts";
import { languageModel } from "./agent-models.ts";
import { checkGraph } from "./check-graph.ts";
import { checkData, removeUnknownData } from "./check-properties.ts";
import { type DefinitionError, describeAgentError, describeEdgeError, describeNodeError } from "./definition-error.ts";
import { DEFINITION_LIMITS } from "./definition-limits.ts";
import { edgeProperties, findNodeSpecification, nodeCatalogue } from "./node-catalogue.ts";

/** Returns every fault of a definition; an empty list when the agent can take calls. */
export const checkDefinition = (definition: AgentDefinition): DefinitionError[] => {
  const tooLarge = checkSize(definition);
  if (tooLarge.length > 0) return tooLarge;
  return [
    ...definition.nodes.flatMap(checkNode),
    ...definition.nodes.flatMap(checkReviewModel),
    ...definition.edges.flatMap(checkEdge),
    ...checkGraph(definition),
  ];
};

/** Returns the definition as it is stored: without unknown keys, and with a new path for a trigger that has none. */
export const cleanDefinition = (definition: AgentDefinition, mintPath: () => string): AgentDefinition => ({
  nodes: definition.nodes.map((node) => withTriggerPath({ ...node, data: knownNodeData(node) }, mintPath)),
  edges: definition.edges.map((edge) => ({ ...edge, data: removeUnknownData(edgeProperties, edge.data) })),
});

/** Removes trigger paths, so that a copy of the agent gets public ids of its own. */
export const withoutTriggerPaths = (definition: AgentDefinition): AgentDefinition => ({
  ...definition,
  nodes: definition.nodes.map((node) =>
    node.type === "trigger" ? { ...node, data: { ...node.data, trigger_path: "" } } : node,
  ),
});

const knownNodeData = ({ type, data }: AgentNode): Record<string, unknown> => {
  const specification = findNodeSpecification(type);
  return specification ? withFetchMode(removeUnknownData(specification.properties, data)) : data;
};

/** Stores one spelling: clients that know `pre_call_fetch_enabled` send the default mode beside it. */
const withFetchMode = ({ pre_call_fetch_enabled: isEnabled, ...data }: Record<string, unknown>) => {
  const mode = data["pre_call_fetch_mode"] ?? "disabled";
  return isEnabled === true && mode === "disabled" ? { ...data, pre_call_fetch_mode: "always" } : data;
};

const withTriggerPath = (node: AgentNode, mintPath: () => string): AgentNode => {
  if (node.type !== "trigger" || (node.data["trigger_path"] ?? "") !== "") return node;
  return { ...node, data: { ...node.data, trigger_path: mintPath() } };
};

const checkSize = (definition: AgentDefinition): DefinitionError[] => {
  const { nodes, edges, characters } = DEFINITION_LIMITS;
  if (definition.nodes.length > nodes) return [describeAgentError(`There are more than ${nodes} nodes`)];
  if (definition.edges.length > edges) return [describeAgentError(`There are more than ${edges} edges`)];
  if (JSON.stringify(definition).length > characters) {
    return [describeAgentError(`The definition is larger than ${characters} characters`)];
  }
  return [];
};

const checkNode = (node: AgentNode): DefinitionError[] => {
  const specification = findNodeSpecification(node.type);
  if (!specification) {
    const known = nodeCatalogue.map(({ name }) => name).join(", ");
    return [describeNodeError(node.id, `There is no node type ${node.type}; the types are ${known}`, "type")];
  }
  return checkData(specification.properties, withFetchMode(node.data)).map(({ field, message }) =>
    describeNodeError(node.id, message, `data.${field}`),
  );
};

/** Checks the model of a review that does not use the agent's. */
const checkReviewModel = ({ id, type, data }: AgentNode): DefinitionError[] => {
  if (type !== "qa" || data["qa_use_workflow_llm"] !== false || data["qa_enabled"] === false) return [];
  const faults = languageModel.safeParse(readReviewModel(data)).error?.issues ?? [];
  const fields: Readonly<Record<string, string>> = { base_url: "qa_endpoint", credential_uuid: "qa_credential_uuid" };
  return faults.map(({ path, message }) => {
    const name = String(path[0]);
    return describeNodeError(id, message, `data.${fields[name] ?? `qa_${name}`}`);
  });
};

const checkEdge = (edge: AgentEdge): DefinitionError[] =>
  checkData(edgeProperties, edge.data).map(({ field, message }) =>
    describeEdgeError(edge.id, message, `data.${field}`),
  );
