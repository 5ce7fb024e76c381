/** How a client reaches the API. */
export interface RingdownOptions {
  /** Where the platform answers: `https://calls.example.com`. Empty in a page that the platform itself serves. */
  baseUrl: string;
  /** A key of the organization; without one only public operations answer. */
  apiKey?: string;
  /** The token of a person's session, instead of a key. */
  token?: string;
  /** Instead of the global one. */
  fetch?: typeof fetch;
  /** The limit of one try. Default: a minute. */
  timeoutMs?: number;
  /** How often a call is repeated that was refused for now or lost. Default: 4. */
  maxRetries?: number;
  /** A server that asks for a longer wait than this is not waited for. Default: a minute. */
  maxRetryWaitMs?: number;
}

/** Of one call, beside its input. */
export interface CallOptions {
  /** Ends the call, its repetitions and its stream. */
  signal?: AbortSignal;
  /** Of each try; by default the client's. A stream has none. */
  timeoutMs?: number;
  /** By default the client's. */
  maxRetries?: number;
  /** Instead of a new one: for a call that another process may repeat. */
  idempotencyKey?: string;
  /** A stream goes on after this event. */
  lastEventId?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Settings {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly maxRetryWaitMs: number;
}

const MINUTE_MS = 60_000;
const MAX_RETRIES = 4;

export const readSettings = (options: RingdownOptions): Settings => {
  const { baseUrl, apiKey, token } = options;
  if (typeof baseUrl !== "string")
    throw new TypeError("baseUrl says where the platform answers: https://calls.example.com");
  return {
    baseUrl: baseUrl.replace(/\/+$/, "").replace(/\/api\/v1$/, ""),
    headers: {
      ...(apiKey !== undefined && { "x-api-key": apiKey }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    // Browsers refuse to call their own as a method of another object.
    fetch: options.fetch ?? ((...call) => fetch(...call)),
    timeoutMs: options.timeoutMs ?? MINUTE_MS,
    maxRetries: options.maxRetries ?? MAX_RETRIES,
    maxRetryWaitMs: options.maxRetryWaitMs ?? MINUTE_MS,
  };
};
