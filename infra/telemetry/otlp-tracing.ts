import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
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
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-base";
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from "@opentelemetry/semantic-conventions";
import type { Config } from "../config/config.ts";
import type { Logger } from "../logger.ts";
import { version } from "../version.ts";
import { readCurrentWork } from "./current-work.ts";
import { readSafeMessage } from "./loggable.ts";
import { readOtlpHeaders } from "./send-acts.ts";
import type { SpanKind as KindOfSpan, Span, SpanAddress, SpanAttributes } from "./span.ts";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";
import type { Tracing } from "./tracing.ts";

type OtlpSettings = Pick<Config, "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_TRACES_SAMPLER" | "OTEL_TRACES_SAMPLER_ARG"> & {
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT?: boolean;
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
    headers: readOtlpHeaders(settings.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const sampler = samplerOf(settings);
  const ids = createKnownIds();
  const isRecorded = (traceId: string) =>
    sampler.shouldSample(ROOT_CONTEXT, traceId, "", SpanKind.INTERNAL, {}, []).decision ===
    SamplingDecision.RECORD_AND_SAMPLED;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: settings.service, [ATTR_SERVICE_VERSION]: version }),
    sampler,
    idGenerator: ids.generator,
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: SEND_TIMEOUT_MS })],
  });
  const tracer = provider.getTracer("ringdown");
  return {
    start: ({ name, kind = "internal", parent, attributes = {} }) => {
      const options = { kind: KINDS[kind], attributes: present(attributes) };
      return spanOf(tracer.startSpan(name, options, contextOf(parent)));
    },
    record: ({ name, kind = "internal", attributes = {}, links = [], isFailed = false, ...address }) => {
      const { traceId, parentSpanId: spanId, startedAtMs, endedAtMs } = address;
      const traceFlags = isRecorded(traceId) ? TraceFlags.SAMPLED : TraceFlags.NONE;
      const context = spanId
        ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
        : ROOT_CONTEXT;
      const linked = links.map((link) => ({ context: { ...link, traceFlags: TraceFlags.SAMPLED } }));
      const options = { kind: KINDS[kind], attributes: present(attributes), startTime: startedAtMs, links: linked };
      const span = ids.use(address, () => tracer.startSpan(name, options, context));
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(Math.max(endedAtMs, startedAtMs));
    },
    at: (address) => (isRecorded(address.traceId) ? standInOf(address) : null),
    hasWords: settings.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT ?? false,
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

/** A span that somebody else records. */
const standInOf = (address: SpanAddress): Span => ({
  traceId: address.traceId,
  traceparent: formatTraceparent({ ...address, traceFlags: TraceFlags.SAMPLED }),
  rename: () => {},
  set: () => {},
  end: () => {},
});

/** Gives spans ids that others know, and random ones to all others. */
const createKnownIds = () => {
  const random = new RandomIdGenerator();
  let known: Partial<SpanAddress> = {};
  return {
    generator: {
      generateTraceId: () => known.traceId ?? random.generateTraceId(),
      generateSpanId: () => known.spanId ?? random.generateSpanId(),
    },
    use: <T>(address: Partial<SpanAddress>, start: () => T): T => {
      known = address;
      try {
        return start();
      } finally {
        known = {};
      }
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
