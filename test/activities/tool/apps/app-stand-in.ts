import { z } from "zod";
import { type HttpReceiver, type ReceivedRequest, respond, startHttpReceiver } from "../../../harness/http-receiver.ts";

/** An app's answer to one request; the body is already read. */
export interface Answer {
  status: number;
  body?: unknown;
}

export interface Route {
  method: string;
  /** A pattern with named groups, which are decoded. */
  path: RegExp;
  /** Every parameter of the query that the app knows here. */
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  answer(asked: { path: Record<string, string>; query: Record<string, string>; body: unknown }): Answer;
}

export interface App {
  /** The roots that its interface has in the world. */
  hosts: readonly string[];
  routes: readonly Route[];
  /** Builds a refusal in the app's own form. */
  refuse(status: number, reason: string): Answer;
}

/** An app's own server as far as its actions go: it refuses what the app refuses. */
export const startAppStandIn = async (app: App, token: string): Promise<HttpReceiver> => {
  const receiver = await startHttpReceiver();
  receiver.answer = (request, response) => {
    const { status, body } = answerOf(app, request, token);
    if (body === undefined) response.writeHead(status).end();
    else respond(response, status, body);
  };
  return receiver;
};

const answerOf = (app: App, request: ReceivedRequest, token: string): Answer => {
  if (request.headers.authorization !== `Bearer ${token}`) return app.refuse(401, "invalid_auth");
  const url = new URL(request.url, "http://app.example");
  const route = app.routes.find(({ method, path }) => method === request.method && path.test(url.pathname));
  if (!route) return app.refuse(404, "unknown_method");
  const hasBody = request.body !== "";
  if (hasBody && !request.headers["content-type"]?.startsWith("application/json")) return app.refuse(415, "not_json");
  const body: unknown = hasBody ? JSON.parse(request.body) : undefined;
  const query = Object.fromEntries(url.searchParams);
  const fault = faultOf(route, { query, headers: request.headers, body });
  if (fault) return app.refuse(400, fault);
  const groups = route.path.exec(url.pathname)?.groups ?? {};
  const path = Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  return route.answer({ path, query, body });
};

const faultOf = (route: Route, asked: { query: unknown; headers: unknown; body: unknown }): string | undefined => {
  const schemas = {
    query: route.query ?? z.strictObject({}),
    headers: route.headers ?? z.unknown(),
    body: route.body ?? z.undefined(),
  };
  for (const part of ["query", "headers", "body"] as const) {
    const checked = schemas[part].safeParse(asked[part]);
    if (!checked.success)
      return `${part}: ${checked.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join(", ")}`;
  }
  return undefined;
};
