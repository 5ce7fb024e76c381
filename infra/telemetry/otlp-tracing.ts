import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-base";
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from "@opentelemetry/semantic-conventions";
import type { Config } from "../config/config.ts";
import type { Logger } from "../logger.ts";
import { version } from "../version.ts";
import { readCurrentWork } from "./current-work.ts";
import { readSafeMessage } from "./loggable.ts";
import type { SpanKind as KindOfSpan, Span, SpanAttributes } from "./span.ts";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";
import type { Tracing } from "./tracing.ts";

type OtlpSettings = Pick<Config, "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_TRACES_SAMPLER" | "OTEL_TRACES_SAMPLER_ARG"> & {
  endpoint: string;
  service: string;
  logger: Logger;
};

const SEND_TIMEOUT_MS = 5_000;
const COMPLAIN_EVERY_MS = 60_000;

/**
 * Exports spans as OTLP over HTTP, in JSON, in batches. When the collector is not reachable, spans are lost with a
 * warning; work goes on.
 */
export const openOtlpTracing = (settings: OtlpSettings): Tracing => {
  complainTo(settings.logger);
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: headersOf(settings.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: settings.service, [ATTR_SERVICE_VERSION]: version }),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: SEND_TIMEOUT_MS })],
  });
  const tracer = provider.getTracer("ringdown");
  return {
    start: ({ name, kind = "internal", parent, attributes = {} }) => {
      const options = { kind: KINDS[kind], attributes: present(attributes) };
      return spanOf(tracer.startSpan(name, options, contextOf(parent)));
    },
    close: () => provider.shutdown().catch(() => {}),
  };
};

const KINDS: Record<KindOfSpan, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/**
 * Returns the context of the given parent, or else of the current work; a malformed `traceparent` starts a new trace.
 */
const contextOf = (parent: string | undefined): Context => {
  const spanContext = parseTraceparent(parent ?? readCurrentWork()?.span?.traceparent);
  return spanContext ? trace.setSpanContext(ROOT_CONTEXT, { ...spanContext, isRemote: true }) : ROOT_CONTEXT;
};

const spanOf = (span: OtelSpan): Span => {
  const context = span.spanContext();
  return {
    traceId: context.traceId,
    traceparent: formatTraceparent(context),
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(present(attributes)),
    end: (error) => {
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: messageOf(error) });
      span.end();
    },
  };
};

const messageOf = (error: unknown): string => (error instanceof Error ? readSafeMessage(error) : "failed");

const present = (attributes: SpanAttributes): Attributes => {
  const known: Attributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) known[name] = value;
  }
  return known;
};

const samplerOf = (settings: OtlpSettings): Sampler => {
  const byRatio = new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG);
  const samplers = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => byRatio,
    parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    parentbased_traceidratio: () => new ParentBasedSampler({ root: byRatio }),
  };
  return samplers[settings.OTEL_TRACES_SAMPLER]();
};

/** Reads `name=value,name=value`, values percent-encoded. */
const headersOf = (text = ""): Record<string, string> =>
  Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]] : [];
    }),
  );

/** Logs at most one failure a minute instead of one for every lost batch. */
const complainTo = (logger: Logger): void => {
  let complainedAtMs = Number.NEGATIVE_INFINITY;
  const complain = (message: string) => {
    if (performance.now() - complainedAtMs < COMPLAIN_EVERY_MS) return;
    complainedAtMs = performance.now();
    logger.warn({ reason: message }, "traces could not be sent");
  };
  const silent = () => {};
  diag.setLogger(
    { error: complain, warn: complain, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
};
