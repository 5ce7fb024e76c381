import type { Request } from "express";
import type { InProcessAnswer, InProcessCall } from "../http/in-process-requests.ts";
import type { AnyOperation } from "../http/operation.ts";
import { readRefusal, ToolRefusal } from "./mcp-errors.ts";

/** What an operation is asked, before anything has looked at it. */
export interface OperationArguments {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

export interface OperationCalls {
  /** Throws ToolRefusal where there is none, or none that a tool can call. */
  find(id: string): AnyOperation;
  /** Asks the operation as its caller; throws ToolRefusal where it does not succeed. */
  ask(operation: AnyOperation, given: OperationArguments, idempotencyKey?: string): Promise<OperationAnswer>;
}

export interface OperationAnswer {
  /** The parsed JSON, or the text of a file. */
  data: unknown;
  isCut: boolean;
  isReplayed: boolean;
}

interface Caller {
  operations: readonly AnyOperation[];
  call: InProcessCall;
  request: Request;
  isConfined: boolean;
  requestId: string;
  signal: AbortSignal;
}

/** The operations as one request to `/mcp` may call them: with its credential, its address and nothing else of it. */
export const createOperationCalls = (caller: Caller): OperationCalls => ({
  find: (id) => {
    const found = caller.operations.find((operation) => operation.id === id);
    if (!found) throw new ToolRefusal(`There is no operation ${id}: look it up with find_operation.`);
    refuseUnfit(found);
    return found;
  },
  ask: async (operation, given, idempotencyKey) => {
    const answer = await caller.call({
      method: operation.method.toUpperCase(),
      path: `/api/v1${fillPath(operation, given)}${formatQuery(given.query)}`,
      headers: {
        ...credentialOf(caller.request),
        "x-request-id": caller.requestId,
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      body: operation.body && operation.method !== "get" ? JSON.stringify(given.body ?? {}) : null,
      caller: caller.request,
      inSandbox: caller.isConfined,
      signal: caller.signal,
    });
    if (answer.status >= 400) throw readRefusal(answer, caller.isConfined);
    return readAnswer(answer);
  },
});

const CREDENTIALS = ["x-api-key", "authorization", "x-forwarded-for"] as const;

const credentialOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    CREDENTIALS.flatMap((name) => {
      const value = request.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Streams do not end, and forms are files; both have another way. */
const refuseUnfit = ({ id, bodyKind, success, permission }: AnyOperation): void => {
  if (success.contentTypes?.includes("text/event-stream"))
    throw new ToolRefusal(`${id} is a stream, which a tool cannot wait for: ask again for the page that it follows.`);
  if (bodyKind === "multipart" || bodyKind === "raw")
    throw new ToolRefusal(`${id} takes a file: import_contacts takes text, and files go through the API itself.`);
  if (permission === "public") throw new ToolRefusal(`${id} takes no credentials: it is not for MCP clients.`);
};

const fillPath = ({ id, path }: AnyOperation, { params = {} }: OperationArguments): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new ToolRefusal(`${id} needs params.${name}.`);
    return encodeURIComponent(formatValue(value));
  });

const formatQuery = (query: Record<string, unknown> = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, formatValue(value)]),
  ).toString();
  return text === "" ? "" : `?${text}`;
};

/** A list or an object goes as JSON, as `filters` do. */
const formatValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const readAnswer = ({ contentType, text, isCut, headers }: InProcessAnswer): OperationAnswer => {
  const isReplayed = headers["idempotent-replayed"] === "true";
  if (!contentType.includes("json")) return { data: text, isCut, isReplayed };
  if (isCut) throw new ToolRefusal("The answer is longer than a megabyte: ask for a page, with limit in the query.");
  const data: unknown = text === "" ? null : JSON.parse(text);
  return { data, isCut, isReplayed };
};
