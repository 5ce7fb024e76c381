/** One fault of a definition and its place: editors mark the node or edge by its id. */
export interface DefinitionError {
  kind: "node" | "edge" | "workflow";
  id: string | null;
  field: string | null;
  message: string;
}

export const describeAgentError = (message: string): DefinitionError => ({
  kind: "workflow",
  id: null,
  field: null,
  message,
});

export const describeNodeError = (id: string, message: string, field: string | null = null): DefinitionError => ({
  kind: "node",
  id,
  field,
  message,
});

export const describeEdgeError = (id: string, message: string, field: string | null = null): DefinitionError => ({
  kind: "edge",
  id,
  field,
  message,
});
