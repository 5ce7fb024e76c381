import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Client } from "@temporalio/client";
import { isGrpcServiceError } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { z } from "zod";
import type { Config } from "../../infra/config/config.ts";
import { connectTemporalClient } from "../../infra/temporal/connect-temporal.ts";
import { NoHistoryError, parseHistory, type RecordedHistory, readAttributes, readTextField } from "./history-file.ts";

export interface Wanted {
  /** Workflow ids and files. */
  sources: readonly string[];
  /** A filter of Temporal's for workflows. */
  query?: string | undefined;
  limit: number;
  runId?: string | undefined;
  /** Includes the earlier runs, back to the first that the server still has. */
  allRuns: boolean;
}

const REACH_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 30_000;

/** Yields the requested histories one at a time. Throws NoHistoryError with a sentence when one is not available. */
export async function* findHistories(config: Config, wanted: Wanted): AsyncGenerator<RecordedHistory> {
  const files = wanted.sources.filter(isFile);
  const workflowIds = wanted.sources.filter((source) => !isFile(source));
  for (const file of files) yield parseHistory(await readFile(pathOf(file), "utf8"), file);
  if (workflowIds.length === 0 && wanted.query === undefined) return;
  const client = await connect(config);
  try {
    for (const workflowId of workflowIds) yield* runsOf(client, { ...wanted, workflowId });
    if (wanted.query !== undefined) yield* listed(client, { query: wanted.query, limit: wanted.limit });
  } catch (error) {
    throw plainError(error);
  } finally {
    await client.connection.close();
  }
}

/** npm changes to the package's folder, but a path is relative to the folder that the person is in. */
const pathOf = (source: string): string => resolve(process.env["INIT_CWD"] ?? "", source);

const isFile = (source: string): boolean => {
  if (existsSync(pathOf(source))) return true;
  if (source.endsWith(".json")) throw new NoHistoryError(`There is no file ${pathOf(source)}.`);
  return false;
};

/**
 * Connects to the configured Temporal; without TEMPORAL_ADDRESS to the one that \`npm start\` or \`npm run demo\` runs
 * in DATA_DIR.
 */
const connect = async (config: Config): Promise<Client> => {
  const address = config.TEMPORAL_ADDRESS ?? (await embeddedAddress(config.DATA_DIR));
  const client = await connectTemporalClient({ ...config, TEMPORAL_ADDRESS: address });
  try {
    await client.withDeadline(Date.now() + REACH_WITHIN_MS, () => client.connection.ensureConnected());
    return client;
  } catch (error) {
    await client.connection.close();
    const hint = config.TEMPORAL_ADDRESS ? "check TEMPORAL_ADDRESS and the TLS settings" : "start it with `npm start`";
    throw new NoHistoryError(`Temporal does not answer at ${address}: ${hint}.`, { cause: error });
  }
};

const portsSchema = z.object({ temporal: z.int() });

const embeddedAddress = async (dataDir: string): Promise<string> => {
  const file = join(resolve(dataDir), "run/ports.json");
  const { data } = portsSchema.safeParse(existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : undefined);
  if (data) return `127.0.0.1:${data.temporal}`;
  throw new NoHistoryError(
    `No Temporal server is known: ${resolve(dataDir)} holds no embedded one (DATA_DIR), and TEMPORAL_ADDRESS is not set.`,
  );
};

interface Run {
  workflowId: string;
  runId?: string | undefined;
}

async function* runsOf(client: Client, wanted: Run & { allRuns: boolean }): AsyncGenerator<RecordedHistory> {
  for (let runId = wanted.runId, first = true; ; first = false) {
    const history = await fetchHistory(client, { workflowId: wanted.workflowId, runId }).catch((error: unknown) => {
      // The chain ends where older runs are past their retention.
      if (!isUnknownWorkflow(error)) throw error;
      if (!first) return undefined;
      const run = runId ? `, run ${runId}` : "";
      throw new NoHistoryError(`No workflow has the id ${wanted.workflowId}${run}.`, { cause: error });
    });
    if (history) yield history;
    runId = readTextField(readAttributes(history?.events[0]), "continuedExecutionRunId");
    if (!wanted.allRuns || !runId) return;
  }
}

async function* listed(client: Client, { query, limit }: { query: string; limit: number }) {
  let count = 0;
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    if ((count += 1) > limit) return;
    yield await fetchHistory(client, { workflowId, runId });
  }
}

const fetchHistory = async (client: Client, { workflowId, runId }: Run): Promise<RecordedHistory> => {
  const handle = client.workflow.getHandle(workflowId, runId);
  const fetch = () => handle.fetchHistory();
  const history = await client.withDeadline(Date.now() + ANSWER_WITHIN_MS, fetch);
  const parsed = parseHistory(historyToJSON(history), workflowId);
  return { ...parsed, workflowId, runId: runId ?? parsed.runId };
};

const NOT_FOUND = 5;
const isUnknownWorkflow = (error: unknown): boolean => {
  const cause = grpcErrorIn(error);
  return cause !== undefined && Number(cause.code) === NOT_FOUND && !/namespace/i.test(cause.details);
};

const grpcErrorIn = (error: unknown) => {
  const cause = error instanceof Error && !isGrpcServiceError(error) ? error.cause : error;
  return isGrpcServiceError(cause) ? cause : undefined;
};

const plainError = (error: unknown): unknown => {
  const cause = error instanceof NoHistoryError ? undefined : grpcErrorIn(error);
  return cause ? new NoHistoryError(`Temporal refused: ${cause.details || cause.message}.`, { cause }) : error;
};
