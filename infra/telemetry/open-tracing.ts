import type { Config } from "../config/config.ts";
import type { Logger } from "../logger.ts";
import { noTracing, type Tracing } from "./tracing.ts";

/** Opens OpenTelemetry when the configuration names a collector; without one its code is not loaded. */
export const openTracing = async (
  config: Config,
  { service, logger }: { service: string; logger: Logger },
): Promise<Tracing> => {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return noTracing;
  const { openOtlpTracing } = await import("./otlp-tracing.ts");
  return openOtlpTracing({ ...config, endpoint, service: config.OTEL_SERVICE_NAME ?? service, logger });
};
