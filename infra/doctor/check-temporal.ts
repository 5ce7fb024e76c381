import { Connection, type ConnectionLike } from "@temporalio/client";
import { DAY_SECONDS } from "../../domain/time/durations.rules.ts";
import type { Config } from "../config/config.ts";
import { readConnectionOptions } from "../temporal/connection-options.ts";
import { listMissingAttributes, requireNamespace, writeCreation } from "../temporal/register-search-attributes.ts";
import { type Check, CONNECTS_WITHIN_MS, fault, good, warning } from "./finding.ts";

/** Workflows that are over are looked at for about this long; a runbook needs them the next day. */
const SHORTEST_RETENTION_DAYS = 1;

/** TaskQueueType of Temporal's API. */
const WORKFLOW_TASKS = 1;

/** Looks at Temporal: its namespace, what is indexed there, and whether a worker asks for work. */
export const checkTemporal = (config: Config, workflowQueue: string): Check => ({
  part: "Temporal",
  look: async () => {
    const options = await readConnectionOptions(config);
    const connection = await Connection.connect({ ...options, connectTimeout: CONNECTS_WITHIN_MS });
    try {
      const namespace = config.TEMPORAL_NAMESPACE;
      await requireNamespace(connection, namespace);
      return [
        await judgeRetention(connection, namespace),
        await judgeAttributes(connection, namespace),
        await judgeWorkers(connection, { namespace, workflowQueue }),
      ];
    } finally {
      await connection.close();
    }
  },
});

const judgeRetention = async ({ workflowService }: ConnectionLike, namespace: string) => {
  const { config } = await workflowService.describeNamespace({ namespace });
  const days = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / DAY_SECONDS;
  const words = `Its namespace ${namespace} keeps what is over for ${days} days`;
  return days < SHORTEST_RETENTION_DAYS
    ? warning(words, `temporal operator namespace update --namespace ${namespace} --retention 72h`)
    : good(words);
};

const judgeAttributes = async (connection: ConnectionLike, namespace: string) => {
  const missing = await listMissingAttributes(connection, namespace);
  if (missing === null)
    return warning(
      "It does not let this login look at its search attributes",
      "Ask its operator whether those of docs/operators/installation.md are there",
    );
  return missing.length > 0
    ? fault(
        `Its namespace lacks search attributes: ${missing.map(({ name }) => name).join(", ")}`,
        writeCreation(namespace, missing),
      )
    : good("Its search attributes are there");
};

const judgeWorkers = async (
  { workflowService }: ConnectionLike,
  { namespace, workflowQueue }: { namespace: string; workflowQueue: string },
) => {
  const { pollers } = await workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: workflowQueue },
    taskQueueType: WORKFLOW_TASKS,
  });
  const names = new Set((pollers ?? []).map(({ identity }) => identity));
  return names.size === 0
    ? fault("No worker asks it for work: nothing is dialled", "Start a worker with the same TEMPORAL_NAMESPACE")
    : good(`${names.size === 1 ? "One worker asks" : `${names.size} workers ask`} it for work`);
};
