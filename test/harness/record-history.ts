import { mkdirSync, writeFileSync } from "node:fs";
import type { Client } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import packageJson from "../../package.json" with { type: "json" };

/** Histories of released versions are kept for ever; those of the version that is being made are recorded anew. */
const HISTORIES = new URL(`../workflows/histories/${packageJson.version}/`, import.meta.url);

/** Keeps a workflow's history for later code to be replayed against, when the run is asked to record (`RECORD_HISTORIES=1`). */
export const recordHistory = async (
  env: { client: Pick<Client, "workflow"> },
  workflowId: string,
  name: string,
): Promise<void> => {
  if (!process.env["RECORD_HISTORIES"]) return;
  const history = await env.client.workflow.getHandle(workflowId).fetchHistory();
  mkdirSync(HISTORIES, { recursive: true });
  writeFileSync(
    new URL(`${name}.json`, HISTORIES),
    JSON.stringify({ workflowId, history: JSON.parse(historyToJSON(history), withoutMachine) }),
  );
};

/** Process ids, host names and paths of the machine that recorded a history are nobody's business. */
const withoutMachine = (key: string, value: unknown): unknown =>
  key === "identity" ? "worker" : key === "stackTrace" ? "" : withoutHost(value);

/** Queues of one worker's own are named after its process and host. */
const withoutHost = (value: unknown): unknown =>
  typeof value === "string" ? value.replace(/^\d+@[\w.-]+?-(?=[0-9a-f]{32}$)/, "worker-") : value;
