import { defaultPayloadConverter, type Headers, type WorkflowClientInterceptor } from "@temporalio/client";
import { currentWork } from "../telemetry/current-work.ts";
import type { Span } from "../telemetry/span.ts";
import { inSpan, noTracing, type Tracing } from "../telemetry/tracing.ts";

/**
 * The header that carries a trace through Temporal: W3C `traceparent`, as in HTTP. Workflows hand it on to their
 * activities (`workflows/trace-context.interceptors.ts`).
 *
 * Why not Temporal's own interceptors for OpenTelemetry: they bundle OpenTelemetry into the workflow sandbox, where it
 * would run with every task and be part of what a replay depends on, and they hold the SDK of traces to a version of
 * their own. One text that the workflow passes on unread does neither.
 */
const TRACE_HEADER = "traceparent";

/** For a client of Temporal; none where nothing is traced. */
export const clientInterceptors = (tracing: Tracing): { workflow: WorkflowClientInterceptor[] } => ({
  workflow: tracing === noTracing ? [] : [tracedClient(tracing)],
});

/** A span for each message to a workflow; only inside work that is traced itself. */
const tracedClient = (tracing: Tracing): WorkflowClientInterceptor => {
  const send = <T>(name: string, workflowId: string, next: (traced: (headers: Headers) => Headers) => Promise<T>) => {
    if (!currentWork()?.span) return next((headers) => headers);
    const start = { name, kind: "producer" as const, attributes: { "temporal.workflow_id": workflowId } };
    return inSpan(tracing, start, (span) => next((headers) => withTrace(headers, span)));
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

/** The trace that an activity's headers name. */
export const traceparentOf = (headers: Headers): string | undefined => {
  const payload = headers[TRACE_HEADER];
  return payload && defaultPayloadConverter.fromPayload<string>(payload);
};
