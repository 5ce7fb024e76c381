import type { RunFilter } from "./run-filters.ts";

/** Whose runs a list shows; `all`: the organization's. */
export type RunScope = { agentId: number } | { campaignId: number } | { all: true };

export interface RunSelection {
  scope: RunScope;
  filters: readonly RunFilter[];
}
