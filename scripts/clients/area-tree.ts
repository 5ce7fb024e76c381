import type { ClientOperation } from "./client-operations.ts";

/** An area with its operations, and the areas within it. */
export interface Area {
  names: readonly string[];
  operations: ClientOperation[];
  areas: Map<string, Area>;
}

/** Returns the operations as the tree that their names make. */
export const growTree = (operations: readonly ClientOperation[]): Area => {
  const root: Area = { names: [], operations: [], areas: new Map() };
  for (const operation of operations) {
    let area = root;
    for (const name of operation.names.slice(0, -1)) {
      const inner = area.areas.get(name) ?? { names: [...area.names, name], operations: [], areas: new Map() };
      area.areas.set(name, inner);
      area = inner;
    }
    area.operations.push(operation);
  }
  return root;
};
