import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export const CHART = join(import.meta.dirname, "../../deploy/helm/ringdown");
export const readChartFile = (file: string): string => readFileSync(join(CHART, file), "utf8");
export const chartTemplates = (): { file: string; text: string }[] =>
  readdirSync(join(CHART, "templates")).map((file) => ({ file, text: readChartFile(`templates/${file}`) }));

export const defaultValues = (): Record<string, unknown> => parse(readChartFile("values.yaml"));

/** The least that an operator has to write. */
export const LEAST_VALUES = {
  settings: {
    PUBLIC_BASE_URL: "https://calls.example.com",
    TEMPORAL_ADDRESS: "temporal-frontend.temporal:7233",
    S3_ENDPOINT: "https://s3.example.com",
    ELASTICSEARCH_URL: "https://search.example.com:9200",
  },
  secrets: { settings: "ringdown", migrations: "ringdown-migrations" },
};

const inNamespace = (name: string) => [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": name } } }];

/** Everything that can be switched on. */
export const WHOLE_VALUES = {
  settings: {
    ...LEAST_VALUES.settings,
    LIVEKIT_URL: "wss://livekit.example.com",
    DATABASE_TLS_CA_FILE: "/files/postgres.pem",
    TRUST_PROXY: 1,
    DRAIN_SECONDS: 20,
    UPLOAD_BYTES_PER_ORGANIZATION: 1_073_741_824,
    OTEL_TRACES_SAMPLER_ARG: 0.01,
    SIGNUP_ENABLED: false,
  },
  secrets: { ...LEAST_VALUES.secrets, files: "ringdown-files" },
  image: { digest: `sha256:${"ab".repeat(32)}`, pullSecrets: [{ name: "registry" }] },
  api: { autoscaling: { enabled: true } },
  worker: { keda: { enabled: true } },
  media: { enabled: true, keda: { enabled: true } },
  ingress: { enabled: true, host: "calls.example.com", className: "nginx", tlsSecret: "calls-tls" },
  networkPolicies: { apiFrom: inNamespace("ingress-nginx"), metricsFrom: inNamespace("monitoring") },
  monitoring: {
    podMonitor: { enabled: true, labels: { release: "prometheus" } },
    prometheusRule: { enabled: true, labels: { release: "prometheus" } },
    dashboards: { enabled: true },
  },
};
