/** `server`: asked from outside. `client`: asks somebody. `producer` and `consumer`: across Temporal. */
export type SpanKind = "server" | "client" | "producer" | "consumer" | "internal";
export type SpanAttributes = Record<string, string | number | boolean | null | undefined>;

export interface SpanStart {
  name: string;
  kind?: SpanKind;
  /** W3C `traceparent` of what caused it. Default: the work this process is at. */
  parent?: string | undefined;
  attributes?: SpanAttributes;
}

/** A piece of work as a trace shows it. */
export interface Span {
  /** For whoever goes on with the work elsewhere. */
  readonly traceparent: string;
  readonly traceId: string;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Once; with the error that the work failed with. */
  end(error?: unknown): void;
}
