import { type Client, isGrpcServiceError, ServiceError } from "@temporalio/client";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { listOpenWorkflows } from "../../infra/temporal/list-open-workflows.ts";

/** The status of gRPC for a request that the server refuses. */
const INVALID_ARGUMENT = 3;
/** A row that is younger may still get its workflow from its own request. */
export const LOST_AFTER_SECONDS = 60;

interface LostWork<Row> {
  /** Tells whether the row's workflow is open, so that nothing has to be done. */
  hasWorkflow(row: Row): Promise<boolean>;
  /** Starts the row's workflow; returns false when another process was faster. */
  restart(row: Row): Promise<boolean>;
}

/**
 * Starts a workflow for each row that has none, also those behind a row whose workflow cannot be started. Returns how many were
 * started. Throws at once when Temporal does not answer, and at the end where one could not be started, so that the search counts
 * as failed and is repeated.
 */
export const restartLost = async <Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  { hasWorkflow, restart }: LostWork<Row>,
): Promise<number> => {
  const causes: unknown[] = [];
  let restarted = 0;
  for await (const row of rows) {
    try {
      if (!(await hasWorkflow(row)) && (await restart(row))) restarted += 1;
    } catch (cause) {
      if (cause instanceof ServiceError && !isRefusedRequest(cause)) throw cause;
      causes.push(cause);
    }
  }
  // Only the first fault is logged.
  if (causes.length > 0)
    throw new Error(
      `${causes.length} could not be taken up again, and ${restarted} were: look at the cause in the log`,
      {
        cause: causes[0],
      },
    );
  return restarted;
};

/** Tells whether the server refused this request as impossible; the next row's may succeed. */
const isRefusedRequest = ({ cause }: ServiceError): boolean =>
  isGrpcServiceError(cause) && Number(cause.code) === INVALID_ARGUMENT;

/** Creates a check whether a workflow of a type is open. Most are found in one listing; the others are requested one by one. */
export const createOpenWorkflowCheck = (temporal: Client, type: string): ((workflowId: string) => Promise<boolean>) => {
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
