/** Ids of a span as W3C Trace Context writes them. */
export interface SpanIds {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/;

/** Parses a `traceparent`; null when it is missing, malformed, or all zeros. */
export const parseTraceparent = (text: string | undefined): SpanIds | null => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? "") ?? [];
  if (!traceId || !spanId || !flags || text?.startsWith("ff")) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
};

export const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanIds): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, "0")}`;
