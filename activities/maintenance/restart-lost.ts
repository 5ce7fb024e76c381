import type { Client } from "@temporalio/client";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { listOpenWorkflows } from "../../infra/temporal/list-open-workflows.ts";

/** A row that is older has had the time to get its workflow. */
export const LOST_AFTER_SECONDS = 60;

interface LostWork<Row> {
  /** Tells whether the row's workflow is open, so that nothing has to be done. */
  hasWorkflow(row: Row): Promise<boolean>;
  /** Starts the row's workflow; returns false when another process was faster. */
  restart(row: Row): Promise<boolean>;
}

/** Starts a workflow for each row that has none. Returns how many were started. */
export const restartLost = async <Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  { hasWorkflow, restart }: LostWork<Row>,
): Promise<number> => {
  let restarted = 0;
  for await (const row of rows) {
    if (!(await hasWorkflow(row)) && (await restart(row))) restarted += 1;
  }
  return restarted;
};

/**
 * Returns a check whether a workflow of a type is open. Most are found in one listing; the others are requested one by
 * one.
 */
export const openWorkflows = (temporal: Client, type: string): ((workflowId: string) => Promise<boolean>) => {
  let listed: Promise<Set<string>> | null = null;
  return async (workflowId) => {
    listed ??= listOpenWorkflows(temporal, type);
    return (await listed).has(workflowId) || isOpen(temporal, workflowId);
  };
};

const ROWS_OF_A_PAGE = 1000;

/** Reads rows page by page in the order of their ids, until there are no more. */
export async function* readPagesById<Row extends { id: number }>(
  readPage: (page: { afterId: number; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let afterId = 0; ; ) {
    const page = await readPage({ afterId, limit: ROWS_OF_A_PAGE });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    afterId = last.id;
  }
}
