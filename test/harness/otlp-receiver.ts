import { once } from "node:events";
import { createServer } from "node:http";
import { z } from "zod";

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  traceId: z.string().regex(/^[\da-f]{32}$/),
  spanId: z.string().regex(/^[\da-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: z.array(attribute),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }).optional(),
});
/** The part of a collector's input that is checked. */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export interface ReceivedSpan {
  service: string;
  version: unknown;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  links: readonly { traceId: string; spanId: string }[];
  failed: boolean;
  /** Milliseconds since 1970, with fractions. */
  startedAtMs: number;
  endedAtMs: number;
}

export interface OtlpReceiver {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string;
  spans(): readonly ReceivedSpan[];
  /** Every body, as it came. */
  text(): string;
  headers(): readonly NodeJS.Dict<string | string[]>[];
  close(): Promise<void>;
}

/** Starts a collector of traces: OTLP over HTTP, in JSON. */
export const startOtlpReceiver = async (): Promise<OtlpReceiver> => {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString("utf8");
    bodies.push(body);
    headers.push(request.headers);
    if (request.url === "/v1/traces") spans.push(...spansOf(JSON.parse(body)));
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    spans: () => spans,
    text: () => bodies.join("\n"),
    headers: () => headers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

const spansOf = (body: unknown): ReceivedSpan[] =>
  exported.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const { "service.name": service, "service.version": version } = plain(resource.attributes);
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, links, status, ...times }) => ({
        ...{ service: String(service), version, traceId, spanId, parentSpanId, name, kind },
        attributes: plain(attributes),
        links,
        failed: status?.code === 2,
        startedAtMs: Number(times.startTimeUnixNano / 1000n) / 1000,
        endedAtMs: Number(times.endTimeUnixNano / 1000n) / 1000,
      })),
    );
  });

const plain = (attributes: z.output<typeof attribute>[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
