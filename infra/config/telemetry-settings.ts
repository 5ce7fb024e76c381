import { z } from "zod";
import { flag, text, url } from "./setting-kinds.ts";

/** Where traces and acts go, by the names that OpenTelemetry gives to settings. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url
    .optional()
    .describe("Root of an OpenTelemetry collector (OTLP over HTTP) that traces go to. Unset: no traces."),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: url
    .optional()
    .describe("Whole address to which who did what is sent as OpenTelemetry logs (OTLP over HTTP). Unset: nowhere."),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=([^,%]|%[\da-f]{2})*(,\s*[\w-]+=([^,%]|%[\da-f]{2})*)*$/i, "must be name=value,name=value")
    .optional()
    .describe("Headers for the collector: `name=value,…`, values percent-encoded."),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: flag
    .default(false)
    .describe(
      "Traces of calls hold what people and agents say, and the prompts. Numbers and what is redacted are left out.",
    ),
  OTEL_SERVICE_NAME: text
    .optional()
    .describe("Name of the service in traces. Default: `ringdown-api`, `ringdown-worker`."),
  OTEL_TRACES_SAMPLER: z
    .enum(["always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_traceidratio"])
    .default("parentbased_always_on")
    .describe("Which traces are recorded."),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Share of traces, for the ratio samplers."),
};
