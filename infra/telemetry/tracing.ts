import { readCurrentWork, runAsWork } from "./current-work.ts";
import type { EndedSpan, Span, SpanAddress, SpanStart } from "./span.ts";

export interface Tracing {
  /** Starts a span; null where nothing is traced. */
  start(span: SpanStart): Span | null;
  /** Records work that is over. */
  record(span: EndedSpan): void;
  /** Returns a span that is recorded elsewhere, or later, as the parent of others; null where its trace is not recorded. */
  at(address: SpanAddress): Span | null;
  /** Whether the operator wants what people and agents say in traces. */
  readonly hasWords: boolean;
  /** Sends outstanding spans, for a few seconds at most. */
  close(): Promise<void>;
}

export const noTracing: Tracing = {
  start: () => null,
  record: () => {},
  at: () => null,
  hasWords: false,
  close: async () => {},
};

/** Runs `work` as a span inside the current one; rejects as `work` does. `isFault` tells which errors the span shows as one. */
export const runInSpan = async <T>(
  tracing: Tracing,
  start: SpanStart,
  work: (span: Span | null) => Promise<T>,
  isFault: (error: unknown) => boolean = () => true,
): Promise<T> => {
  const span = tracing.start(start);
  if (!span) return work(null);
  try {
    const result = await runAsWork({ fields: readCurrentWork()?.fields ?? {}, span }, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(isFault(error) ? error : undefined);
    throw error;
  }
};
