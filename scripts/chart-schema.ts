import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { configSchema } from "../infra/config/config-schema.ts";
import { SECRET_SETTINGS } from "../infra/config/secret-settings.ts";

/** The schema of the values of the Helm chart, relative to the root. */
export const CHART_SCHEMA = "deploy/helm/ringdown/values.schema.json";

/** What the chart or the image sets, or what another installation than one on Kubernetes has. */
export const SET_BY_CHART = [
  "HOST",
  "PORT",
  "WORKER_HTTP_PORT",
  "DATA_DIR",
  "CONSOLE_FOLDER",
  "WORKFLOW_BUNDLE",
  "TEMPORAL_DATABASE_URL",
] as const;
/** Addresses of what an installation on Kubernetes needs and does not have of itself. */
const REQUIRED = ["PUBLIC_BASE_URL", "TEMPORAL_ADDRESS", "S3_ENDPOINT", "ELASTICSEARCH_URL"] as const;

type JsonSchema = Record<string, unknown>;
const closed = (properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema => ({
  type: "object",
  additionalProperties: false,
  ...(required.length > 0 ? { required } : {}),
  properties,
});
const text: JsonSchema = { type: "string" };
const flag: JsonSchema = { type: "boolean" };
const count: JsonSchema = { type: "integer", minimum: 1 };
const list: JsonSchema = { type: "array" };
const object: JsonSchema = { type: "object" };
/** The name of something in Kubernetes, or nothing. */
const name: JsonSchema = { type: "string", pattern: "^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?)?$" };
const givenName: JsonSchema = { ...name, minLength: 1 };
const port: JsonSchema = { type: "integer", minimum: 1, maximum: 65535 };
const resources = closed({ requests: object, limits: object });
const byProcessor = closed({
  enabled: flag,
  minReplicas: count,
  maxReplicas: count,
  targetCPUUtilizationPercentage: { type: "integer", minimum: 1, maximum: 100 },
});
const keda = (own: Record<string, JsonSchema>) =>
  closed({
    enabled: flag,
    minReplicas: count,
    maxReplicas: count,
    pollingIntervalSeconds: count,
    cooldownSeconds: count,
    ...own,
  });
const placement = { podAnnotations: object, nodeSelector: object, tolerations: list };

/** Builds the schema as text: the values by hand, and each setting by the schema of the configuration. */
export const buildChartSchema = (): string => {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Values of the Helm chart of Ringdown; written by scripts/chart-schema.ts",
    ...closed(
      {
        global: object,
        image: closed({
          repository: { ...text, minLength: 1 },
          tag: text,
          digest: { ...text, pattern: "^(sha256:[0-9a-f]{64})?$" },
          pullPolicy: { enum: ["Always", "IfNotPresent", "Never"] },
          pullSecrets: list,
        }),
        settings: closed(settingSchemas(), REQUIRED),
        secrets: closed({ settings: givenName, migrations: givenName, files: name }, ["settings", "migrations"]),
        api: closed({ replicas: count, resources, autoscaling: byProcessor, ...placement }),
        worker: closed({
          replicas: count,
          resources,
          autoscaling: byProcessor,
          keda: keda({ queues: { ...object, minProperties: 1, additionalProperties: count } }),
          ...placement,
        }),
        media: closed({
          enabled: flag,
          replicas: count,
          resources,
          keda: keda({ targetWaitingCalls: count }),
          ...placement,
        }),
        migrations: closed({ resources, deadlineSeconds: count }),
        kedaAuthentication: name,
        podDisruptionBudgets: flag,
        service: closed({ type: { enum: ["ClusterIP", "NodePort", "LoadBalancer"] }, port }),
        ingress: {
          ...closed({ enabled: flag, className: name, host: text, tlsSecret: name, annotations: object }),
          if: { properties: { enabled: { const: true } } },
          then: { properties: { host: { minLength: 1 } } },
        },
        networkPolicies: closed({
          enabled: flag,
          apiFrom: list,
          metricsFrom: list,
          tcpPorts: { ...list, minItems: 1, items: port },
          mediaUdpPorts: closed({ from: port, to: port }),
          to: list,
          moreEgress: list,
        }),
        monitoring: closed({
          podMonitor: closed({ enabled: flag, interval: { ...text, pattern: "^[1-9][0-9]*(s|m)$" }, labels: object }),
          prometheusRule: closed({ enabled: flag, labels: object }),
          dashboards: closed({ enabled: flag, labels: object }),
        }),
      },
      ["settings", "secrets"],
    ),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
};

const settingSchemas = (): Record<string, JsonSchema> => {
  const elsewhere = new Set<string>([...SET_BY_CHART, ...SECRET_SETTINGS]);
  return Object.fromEntries(
    Object.entries(configSchema.shape).flatMap(([setting, field]) =>
      elsewhere.has(setting) ? [] : [[setting, settingSchema(field)]],
    ),
  );
};

/** What may be written for a setting: a flag as such, everything else as the configuration reads it. */
const settingSchema = (field: z.ZodType): JsonSchema => {
  const options = { target: "draft-7", unrepresentable: "any" } as const;
  const { $schema: _, ...written } = z.toJSONSchema(field, { ...options, io: "input" });
  const isFlag = z.toJSONSchema(field, { ...options, io: "output" }).type === "boolean";
  return { ...written, ...(isFlag ? { type: "boolean" } : {}), description: field.description };
};

if (import.meta.main) writeFileSync(join(import.meta.dirname, "..", CHART_SCHEMA), buildChartSchema());
