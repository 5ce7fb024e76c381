import type { RunFilter } from "./run-filters.ts";

/** Whose runs a list shows; `all`: the organization's. */
export type RunScope = { agentId: number } | { campaignId: number } | { all: true };

export interface RunSelection {
  scope: RunScope;
  filters: readonly RunFilter[];
}

/** The scope within that of the list that its filters name; null: two of them at once. */
export const narrowedScope = ({ scope, filters }: RunSelection): RunScope | null => {
  const narrower = filters.flatMap((filter): RunScope[] => {
    if (filter.attribute === "workflowId") return [{ agentId: filter.value.value }];
    if (filter.attribute === "campaignId") return [{ campaignId: filter.value.value }];
    return [];
  });
  if (narrower.length === 0) return scope;
  return "all" in scope && narrower.length === 1 ? (narrower[0] ?? null) : null;
};
