import type { RunFilter } from "./run-filters.ts";

/** The runs that a list shows; `all`: the organization's. */
export type RunScope = { agentId: number } | { campaignId: number } | { all: true };

export interface RunSelection {
  scope: RunScope;
  filters: readonly RunFilter[];
}

/** Returns the scope after the list's filters; null: they name two scopes at once. */
export const narrowScope = ({ scope, filters }: RunSelection): RunScope | null => {
  const narrower = filters.flatMap((filter): RunScope[] => {
    if (filter.attribute === "workflowId") return [{ agentId: filter.value.value }];
    if (filter.attribute === "campaignId") return [{ campaignId: filter.value.value }];
    return [];
  });
  if (narrower.length === 0) return scope;
  return "all" in scope && narrower.length === 1 ? (narrower[0] ?? null) : null;
};
