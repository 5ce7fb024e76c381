/** The shape in which the catalogue describes nodes; it is also the answer of `GET /node-types`. */
export interface NodeSpecification {
  name: NodeType;
  display_name: string;
  description: string;
  /** One sentence more for language models that write definitions. */
  llm_hint?: string;
  category: "call_node" | "global_node" | "trigger" | "integration";
  icon: string;
  version: string;
  properties: readonly PropertySpecification[];
  graph_constraints: GraphConstraints;
  /** How many nodes of this type a definition may have. Clients are told in words, in `llm_hint`. */
  instances?: InstanceLimits;
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
  /** Counts the characters of a text and the rows of a list. */
  max_length?: number;
  pattern?: string;
  display_options?: { show: Record<string, readonly unknown[]> };
  /**
   * The field is required where each of these fields has one of these values. It is checked here and not shown to
   * clients.
   */
  required_if?: Readonly<Record<string, readonly unknown[]>>;
  /** The required shape of a value of the type `json`. */
  json_shape?: "object" | "lists_of_names";
}

/** How many edges a node may have; absent means unlimited. Published clients refuse any other key here. */
export interface GraphConstraints {
  min_incoming?: number;
  max_incoming?: number;
  min_outgoing?: number;
  max_outgoing?: number;
}

export interface InstanceLimits {
  least?: number;
  most: number;
}

export const NODE_VERSION = "1.0.0";
export const NO_EDGES: GraphConstraints = { max_incoming: 0, max_outgoing: 0 };
