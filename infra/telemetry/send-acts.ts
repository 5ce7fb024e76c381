import type { PresentedAct } from "../../domain/audit/present-act.ts";
import type { Config } from "../config/config.ts";
import { version } from "../version.ts";

export interface LogsReceiver {
  /** Where logs are sent to, whole: `https://collector:4318/v1/logs`. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
}

const LOGS_TIMEOUT_MS = 10_000;
/** Of OpenTelemetry's severities. */
const INFO = 9;

const attribute = (key: string, value: string | number | null) =>
  value === null
    ? []
    : [{ key, value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value } }];

/** Writes acts as a request of OTLP over HTTP in JSON, a log record each. */
export const buildLogsRequest = (acts: readonly (PresentedAct & { organization_id: number; uuid: string })[]) => ({
  resourceLogs: [
    {
      resource: { attributes: [...attribute("service.name", "ringdown"), ...attribute("service.version", version)] },
      scopeLogs: [
        {
          scope: { name: "ringdown.audit" },
          logRecords: acts.map((act) => ({
            timeUnixNano: `${act.at.getTime()}000000`,
            observedTimeUnixNano: `${act.at.getTime()}000000`,
            severityNumber: INFO,
            severityText: "INFO",
            eventName: "ringdown.act",
            body: { stringValue: act.kind },
            attributes: [
              ...attribute("ringdown.organization_id", act.organization_id),
              ...attribute("ringdown.act.id", act.id),
              ...attribute("ringdown.act.uuid", act.uuid),
              ...attribute("ringdown.act.kind", act.kind),
              ...attribute("ringdown.actor", act.actor),
              ...attribute("ringdown.user_id", act.user_id),
              ...attribute("ringdown.operation", act.operation),
              ...Object.entries(act.subject).flatMap(([name, value]) => attribute(`ringdown.subject.${name}`, value)),
              ...attribute("client.address", act.address),
              ...attribute("user_agent.original", act.user_agent),
            ],
          })),
        },
      ],
    },
  ],
});

/** Reads headers as OpenTelemetry's settings name them: `name=value,…`, values percent-encoded. */
export const readOtlpHeaders = (text = ""): Record<string, string> =>
  Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]] : [];
    }),
  );

/** Returns the collector that the settings name; undefined: none. */
export const readLogsReceiver = ({
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
}: Pick<Config, "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT" | "OTEL_EXPORTER_OTLP_HEADERS">): LogsReceiver | undefined =>
  endpoint === undefined ? undefined : { endpoint, headers: readOtlpHeaders(headers) };

/** Sends acts to a collector. Throws when it is away or refuses them; then it has none of them for certain. */
export const sendActs = async (
  { endpoint, headers }: LogsReceiver,
  acts: Parameters<typeof buildLogsRequest>[0],
): Promise<void> => {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(buildLogsRequest(acts)),
    redirect: "error",
    signal: AbortSignal.timeout(LOGS_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the collector answered ${response.status}`);
};
