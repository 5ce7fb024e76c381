import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "../config/config.ts";
import type { Logger } from "../logger.ts";
import type { ReadinessReport } from "./readiness.ts";

export interface ProbeSettings {
  config: Pick<Config, "METRICS_TOKEN" | "TRUST_PROXY">;
  readiness: () => Promise<ReadinessReport>;
  metrics: { contentType: string; exposition(): Promise<string> };
  logger: Logger;
}

/** Answers a request of a probe or of Prometheus; returns whether it was one. */
export type ProbeEndpoints = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Creates the endpoints. `/livez`: the process runs its event loop. `/readyz`: it can work, 503 when not. Both reveal
 * nothing of use to a stranger. `/metrics`: for holders of the token or, without one, for this machine alone.
 */
export const createProbeEndpoints = (settings: ProbeSettings): ProbeEndpoints => {
  const answers: Record<string, (request: IncomingMessage) => Promise<ProbeAnswer>> = {
    "/livez": async () => json(200, { status: "alive" }),
    "/readyz": () => answerReadiness(settings),
    "/metrics": (request) => answerMetrics(settings, request),
  };
  return (request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    const answer = request.method === "GET" || request.method === "HEAD" ? answers[path] : undefined;
    if (!answer) return false;
    void answer(request).then((given) => send(response, given, { path, logger: settings.logger }));
    return true;
  };
};

interface ProbeAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const json = (status: number, body: unknown): ProbeAnswer => ({
  status,
  headers: { "Content-Type": "application/json; charset=utf-8" },
  body: `${JSON.stringify(body)}\n`,
});

const answerReadiness = async ({ readiness }: ProbeSettings): Promise<ProbeAnswer> => {
  const report = await readiness();
  return json(report.status === "ready" ? 200 : 503, report);
};

const answerMetrics = async (
  { config, metrics, logger }: ProbeSettings,
  request: IncomingMessage,
): Promise<ProbeAnswer> => {
  const refusal = refusalOf(config, request);
  if (refusal) return refusal;
  try {
    return { status: 200, headers: { "Content-Type": metrics.contentType }, body: await metrics.exposition() };
  } catch (err) {
    logger.error({ err }, "the metrics could not be put together");
    return json(500, { detail: "The metrics could not be collected; see the log" });
  }
};

const refusalOf = (config: ProbeSettings["config"], request: IncomingMessage): ProbeAnswer | null => {
  if (config.METRICS_TOKEN) {
    if (isSame(request.headers.authorization ?? "", `Bearer ${config.METRICS_TOKEN}`)) return null;
    const refusal = json(401, { detail: "Send METRICS_TOKEN in Authorization: Bearer" });
    return { ...refusal, headers: { ...refusal.headers, "WWW-Authenticate": "Bearer" } };
  }
  if (isOfThisMachine(request) && config.TRUST_PROXY === 0) return null;
  return json(403, { detail: "Without METRICS_TOKEN only this machine may read the metrics" });
};

const isSame = (given: string, expected: string): boolean => timingSafeEqual(hash(given), hash(expected));
const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A proxy on this machine also has a loopback address, but most proxies send a forwarding header. */
const isOfThisMachine = ({ socket, headers }: IncomingMessage): boolean => {
  const isLoopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? "");
  return isLoopback && !["forwarded", "x-forwarded-for", "x-real-ip", "via"].some((name) => name in headers);
};

const send = (
  response: ServerResponse,
  { status, headers, body }: ProbeAnswer,
  { path, logger }: { path: string; logger: Logger },
): void => {
  logger.debug({ path, status }, "probe");
  response.writeHead(status, { ...headers, "Cache-Control": "no-store" }).end(body);
};
