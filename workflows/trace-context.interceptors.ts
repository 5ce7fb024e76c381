import {
  AsyncLocalStorage,
  type WorkflowInboundCallsInterceptor,
  type WorkflowInterceptors,
  type WorkflowOutboundCallsInterceptor,
} from "@temporalio/workflow";

/** W3C Trace Context, passed on unread. Requests have it only where traces are configured. */
const TRACE_HEADER = "traceparent";

type Headers = Parameters<NonNullable<WorkflowInboundCallsInterceptor["execute"]>>[0]["headers"];
type Trace = Headers[string] | undefined;

/**
 * Passes the trace of the start, or of a message, on to what the workflow does for it. Nothing here waits or depends on
 * the header: with or without it a workflow issues the same commands in the same order.
 */
export const interceptors = (): WorkflowInterceptors => {
  const told = new AsyncLocalStorage<Trace>();
  let started: Trace;
  const inbound: WorkflowInboundCallsInterceptor = {
    execute: (input, next) => {
      started = input.headers[TRACE_HEADER];
      return next(input);
    },
    handleSignal: (input, next) => told.run(input.headers[TRACE_HEADER], () => next(input)),
    handleUpdate: (input, next) => told.run(input.headers[TRACE_HEADER], () => next(input)),
  };
  const current = () => told.getStore() ?? started;
  const outbound: WorkflowOutboundCallsInterceptor = {
    scheduleActivity: (input, next) => next(withTrace(input, current())),
    scheduleLocalActivity: (input, next) => next(withTrace(input, current())),
    startChildWorkflowExecution: (input, next) => next(withTrace(input, current())),
    signalWorkflow: (input, next) => next(withTrace(input, current())),
    // The next run continues the trace of this run, not of a message on the way.
    continueAsNew: (input, next) => next(withTrace(input, started)),
  };
  return { inbound: [inbound], outbound: [outbound] };
};

const withTrace = <Input extends { headers: Headers }>(input: Input, trace: Trace): Input =>
  trace ? { ...input, headers: { ...input.headers, [TRACE_HEADER]: trace } } : input;
