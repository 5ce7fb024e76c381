import type { z } from "zod";
import type { FieldFault } from "../../api/http/http-error.ts";
import type { Operation } from "../../api/http/operation.ts";
import { requireListedCode } from "./listed-codes.ts";
import { recordExchange } from "./recorded-exchanges.ts";

/** Without a field no credentials are sent. */
export interface Credentials {
  token?: string;
  apiKey?: string;
}

type InputOf<S, Name extends string> = S extends z.ZodType ? { [N in Name]: z.input<S> } : { [N in Name]?: undefined };
type OptionalWhenEmpty<T> = { [K in keyof T as object extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as object extends T[K] ? K : never]?: T[K];
};
type CallInput<P, Q, B> = OptionalWhenEmpty<InputOf<P, "params"> & InputOf<Q, "query"> & InputOf<B, "body">>;

export interface CallOptions {
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface Success<R> {
  status: number;
  body: R extends z.ZodType ? z.output<R> : undefined;
  headers: Headers;
}

export interface Refusal {
  status: number;
  detail: string | FieldFault[];
  code: string | undefined;
  headers: Headers;
}

/** The API as a typed program would use it. */
export interface ApiClient {
  /** Fails, with the answer in its message, unless the operation answers with its success status. */
  call<P, Q, B, R>(
    operation: Operation<P, Q, B, R>,
    ...rest: object extends CallInput<P, Q, B>
      ? [input?: CallInput<P, Q, B>, options?: CallOptions]
      : [input: CallInput<P, Q, B>, options?: CallOptions]
  ): Promise<Success<R>>;
  /** Fails when the operation does not refuse. The input may be anything: that is what is tested. */
  refused(
    operation: Operation,
    input?: { params?: object; query?: object; body?: unknown },
    options?: CallOptions,
  ): Promise<Refusal>;
  /** Any request, `path` from the root on; the credentials are added. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** `ask` sends a request; a client that stays through a busy or a killed platform gives another one than Node's. */
export const createApiClient = (baseUrl: string, credentials: Credentials = {}, ask = fetch): ApiClient => {
  const send = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (credentials.token && !headers.has("authorization")) headers.set("authorization", `Bearer ${credentials.token}`);
    if (credentials.apiKey && !headers.has("x-api-key")) headers.set("x-api-key", credentials.apiKey);
    return ask(`${baseUrl}${path}`, { redirect: "manual", ...init, headers });
  };
  const run = (operation: Operation, input: AnyInput = {}, options: CallOptions = {}) =>
    send(pathOf(operation, input), initOf(operation, input, options));
  return {
    fetch: send,
    call: async (operation, ...[input, options]) => {
      const response = await run(operation, input, options);
      const text = await response.text();
      if (response.status !== operation.success.status) {
        throw new Error(`${operation.id} answered ${response.status}: ${text}`);
      }
      const isJson = response.headers.get("content-type")?.includes("json");
      const body = isJson ? JSON.parse(text) : undefined;
      recordExchange(operation, exchangeOf(input, { status: response.status, answer: body }));
      return { status: response.status, body, headers: response.headers };
    },
    refused: async (operation, input, options) => {
      const response = await run(operation, input, options);
      const text = await response.text();
      if (response.ok)
        throw new Error(`${operation.id} was expected to refuse, and answered ${response.status}: ${text}`);
      const answer = JSON.parse(text);
      requireListedCode(operation, response.status, answer.code);
      recordExchange(operation, exchangeOf(input, { status: response.status, answer }));
      return { status: response.status, ...answer, headers: response.headers };
    },
  };
};

const exchangeOf = (input: AnyInput | undefined, answer: { status: number; answer: unknown }) => ({
  params: input?.params,
  query: input?.query,
  request: input?.body,
  ...answer,
});

interface AnyInput {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
}

const pathOf = (operation: Operation, { params, query }: AnyInput): string => {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    if (!values.has(name)) throw new Error(`${operation.id} needs the path parameter ${name}`);
    return encodeURIComponent(String(values.get(name)));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return `/api/v1${path}${search.size > 0 ? `?${search.toString()}` : ""}`;
};

const initOf = (operation: Operation, { body }: AnyInput, { idempotencyKey, headers }: CallOptions): RequestInit => ({
  method: operation.method.toUpperCase(),
  headers: {
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    ...headers,
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});
