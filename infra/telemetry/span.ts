/**
 * `server`: a request from outside. `client`: a request to another service. `producer` and `consumer`: a message through Temporal.
 */
export type SpanKind = "server" | "client" | "producer" | "consumer" | "internal";
export type SpanAttributes = Record<string, string | number | boolean | null | undefined>;

export interface SpanStart {
  name: string;
  kind?: SpanKind;
  /** W3C `traceparent` of the cause. Default: that of the current work. */
  parent?: string | undefined;
  attributes?: SpanAttributes;
}

/** A piece of work as a trace shows it. */
export interface Span {
  /** Passed on to other processes that continue the work. */
  readonly traceparent: string;
  readonly traceId: string;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Ends the span, once; with the error of the work, if it failed. */
  end(error?: unknown): void;
}

/** Where a span stands; both in lower-case hex. */
export interface SpanAddress {
  traceId: string;
  spanId: string;
}

/** A piece of work that is over; times in milliseconds since 1970. */
export interface EndedSpan {
  name: string;
  kind?: SpanKind;
  traceId: string;
  /** Given where others know it without being told; any other is random. */
  spanId?: string;
  /** Absent: it is the root of its trace. */
  parentSpanId?: string;
  /** Spans of other traces that belong to it. */
  links?: readonly SpanAddress[];
  startedAtMs: number;
  endedAtMs: number;
  attributes?: SpanAttributes;
  isFailed?: boolean;
}
