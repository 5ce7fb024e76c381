import { Connection, type ConnectionLike } from "@temporalio/client";
import { DAY_SECONDS } from "../../domain/time/durations.rules.ts";
import type { Config } from "../config/config.ts";
import { readConnectionOptions } from "../temporal/connection-options.ts";
import {
  listMissingAttributes,
  NamespaceError,
  requireNamespace,
  writeCreation,
  writeNamespaceCreation,
} from "../temporal/register-search-attributes.ts";
import { readWorkerVersions, writeMakeCurrent } from "../temporal/worker-versions.ts";
import { type Check, CONNECTS_WITHIN_MS, fault, good, warning } from "./finding.ts";

/** Workflows that are over are looked at for about this long; a runbook needs them the next day. */
const SHORTEST_RETENTION_DAYS = 1;

/** TaskQueueType of Temporal's API. */
const WORKFLOW_TASKS = 1;

/** Looks at Temporal: its namespace, what is indexed there, and whether a worker asks for work. */
export const checkTemporal = (config: Config, workflowQueue: string): Check => ({
  part: "temporal",
  look: async () => {
    const options = await readConnectionOptions(config);
    const connection = await Connection.connect({ ...options, connectTimeout: CONNECTS_WITHIN_MS });
    try {
      const namespace = config.TEMPORAL_NAMESPACE;
      const missing = await judgeNamespace(connection, namespace);
      if (missing) return [missing];
      return [
        await judgeRetention(connection, namespace),
        await judgeAttributes(connection, namespace),
        await judgeWorkers(connection, { namespace, workflowQueue }),
        ...(await judgeVersions(connection, namespace)),
      ];
    } finally {
      await connection.close();
    }
  },
});

/** Null: it is there, and this login may use it. */
const judgeNamespace = async (connection: ConnectionLike, namespace: string) => {
  try {
    await requireNamespace(connection, namespace);
    return null;
  } catch (error) {
    if (!(error instanceof NamespaceError)) throw error;
    return error.isMissing
      ? { ...fault("namespace_missing", { namespace }), command: writeNamespaceCreation(namespace) }
      : fault("namespace_refused", { namespace });
  }
};

const judgeRetention = async ({ workflowService }: ConnectionLike, namespace: string) => {
  const { config } = await workflowService.describeNamespace({ namespace });
  const days = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / DAY_SECONDS;
  return days < SHORTEST_RETENTION_DAYS
    ? {
        ...warning("retention_short", { namespace, days }),
        command: `temporal operator namespace update --namespace ${namespace} --retention 72h`,
      }
    : good("retention", { namespace, days });
};

const judgeAttributes = async (connection: ConnectionLike, namespace: string) => {
  const missing = await listMissingAttributes(connection, namespace);
  if (missing === null) return warning("attributes_hidden");
  const names = missing.map(({ name }) => name).join(", ");
  return missing.length > 0
    ? { ...fault("attributes_missing", { names }), command: writeCreation(namespace, missing) }
    : good("attributes_there");
};

/** Nothing where no worker has a version. */
const judgeVersions = async (connection: ConnectionLike, namespace: string) => {
  const { current, versions } = (await readWorkerVersions(connection, namespace)) ?? { current: null, versions: [] };
  const [first] = versions;
  if (!first) return [];
  const known = { versions: versions.map(({ buildId, status }) => `${buildId} (${status})`).join(", ") };
  return current === null
    ? [{ ...fault("no_current_version", known), command: writeMakeCurrent(namespace, first.buildId) }]
    : [good("worker_versions", known)];
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
    ? { ...fault("no_worker"), command: "node worker/start.ts" }
    : good("workers", { count: names.size });
};
