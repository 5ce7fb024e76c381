import { defaultPayloadConverter, type Headers, type WorkflowClientInterceptor } from "@temporalio/client";
import { readCurrentWork } from "../telemetry/current-work.ts";
import type { Span } from "../telemetry/span.ts";
import { noTracing, runInSpan, type Tracing } from "../telemetry/tracing.ts";

/**
 * The header that carries a trace through Temporal: W3C `traceparent`, as in HTTP. Workflows pass it on to their
 * activities (`workflows/trace-context.interceptors.ts`).
 *
 * Temporal's own interceptors for OpenTelemetry are not used: they bundle OpenTelemetry into the workflow sandbox,
 * where it would run with every task and be part of what a replay depends on, and they pin the version of the SDK for
 * traces. A text that the workflow passes on unread has neither cost.
 */
const TRACE_HEADER = "traceparent";

/** Returns the interceptors of a Temporal client; none where nothing is traced. */
export const createClientInterceptors = (tracing: Tracing): { workflow: WorkflowClientInterceptor[] } => ({
  workflow: tracing === noTracing ? [] : [tracedClient(tracing)],
});

/** Makes a span for each message to a workflow; only inside traced work. */
const tracedClient = (tracing: Tracing): WorkflowClientInterceptor => {
  const send = <T>(name: string, workflowId: string, next: (traced: (headers: Headers) => Headers) => Promise<T>) => {
    if (!readCurrentWork()?.span) return next((headers) => headers);
    const start = { name, kind: "producer" as const, attributes: { "temporal.workflow_id": workflowId } };
    return runInSpan(tracing, start, (span) => next((headers) => withTrace(headers, span)));
  };
  return {
    startWithDetails: (input, next) =>
      send(`start ${input.workflowType}`, input.options.workflowId, (traced) =>
        next({ ...input, headers: traced(input.headers) }),
      ),
    signal: (input, next) =>
      send(`signal ${input.signalName}`, input.workflowExecution.workflowId ?? "", (traced) =>
        next({ ...input, headers: traced(input.headers) }),
      ),
    startUpdate: (input, next) =>
      send(`update ${input.updateName}`, input.workflowExecution.workflowId ?? "", (traced) =>
        next({ ...input, headers: traced(input.headers) }),
      ),
    startUpdateWithStart: (input, next) =>
      send(`update ${input.updateName}`, input.workflowStartOptions.workflowId, (traced) =>
        next({
          ...input,
          workflowStartHeaders: traced(input.workflowStartHeaders),
          updateHeaders: traced(input.updateHeaders),
        }),
      ),
  };
};

const withTrace = (headers: Headers, span: Span | null): Headers =>
  span ? { ...headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload(span.traceparent) } : headers;

/** Returns the trace in an activity's headers. */
export const readTraceparent = (headers: Headers): string | undefined => {
  const payload = headers[TRACE_HEADER];
  return payload && defaultPayloadConverter.fromPayload<string>(payload);
};
