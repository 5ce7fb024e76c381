/** The words in which the catalogue describes nodes; they are also the answer of `GET /node-types`. */
export interface NodeSpecification {
  name: NodeType;
  display_name: string;
  description: string;
  category: "conversation" | "global" | "trigger" | "integration";
  icon: string;
  version: string;
  properties: readonly PropertySpecification[];
  graph_constraints: GraphConstraints;
}

export type NodeType = "startCall" | "agentNode" | "endCall" | "globalNode" | "trigger" | "webhook" | "qa";

export type PropertyType =
  | "string"
  | "number"
  | "boolean"
  | "options"
  | "fixed_collection"
  | "json"
  | "tool_refs"
  | "document_refs"
  | "recording_ref"
  | "credential_ref"
  | "mention_textarea"
  | "url";

export interface PropertySpecification {
  name: string;
  type: PropertyType;
  display_name: string;
  description: string;
  default?: unknown;
  required?: boolean;
  options?: readonly { value: string; label: string }[];
  /** The fields of one row of a `fixed_collection`. */
  properties?: readonly PropertySpecification[];
  min_value?: number;
  max_value?: number;
  /** Of a text: characters; of a list: rows. */
  max_length?: number;
  pattern?: string;
  display_options?: { show: Record<string, readonly unknown[]> };
}

/** How many edges and instances a node may have; absent is unlimited. */
export interface GraphConstraints {
  min_incoming?: number;
  max_incoming?: number;
  min_outgoing?: number;
  max_outgoing?: number;
  min_instances?: number;
  max_instances?: number;
}

export const NODE_VERSION = "1.0.0";
export const NO_EDGES: GraphConstraints = { max_incoming: 0, max_outgoing: 0 };
