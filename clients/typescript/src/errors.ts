import type { ErrorCodes } from "./generated/error-codes.ts";

/** A code that an operation of the API can refuse with, of which an editor knows the list; a later platform may have more. */
export type ErrorCode = ErrorCodes[keyof ErrorCodes] | (string & {});

/** A field that the API refused: where it is, and why. */
export interface Fault {
  loc: readonly (string | number)[];
  msg: string;
  type: string;
}

interface Refused {
  status: number;
  code: string | null;
  detail: unknown;
  requestId: string | null;
  retryAfterMs: number | null;
  operation: string | null;
}

/** What every error of this client is. The message is the API's own sentence. */
export class RingdownError extends Error {
  override readonly name: string = "RingdownError";
  /** Of the answer; 0 where none came. */
  readonly status: number;
  /** The fixed name of the error, such as `not_found`; null where the answer has none. */
  readonly code: ErrorCode | null;
  /** As programs call it: `campaigns.start`; null where it was no operation, as an upload. */
  readonly operation: string | null;
  /** As it was answered: a sentence, a list of faults, or an object of the operation's own. */
  readonly detail: unknown;
  /** The number under which the platform's log has the request. */
  readonly requestId: string | null;
  /** The fields that were refused; empty for other errors. */
  readonly faults: readonly Fault[];
  /** How long the server asks to wait; null where it does not. */
  readonly retryAfterMs: number | null;

  constructor(refused: Refused, cause?: unknown) {
    super(sentenceOf(refused), cause === undefined ? undefined : { cause });
    this.status = refused.status;
    this.code = refused.code;
    this.detail = refused.detail;
    this.requestId = refused.requestId;
    this.operation = refused.operation;
    this.faults = faultsOf(refused.detail);
    this.retryAfterMs = refused.retryAfterMs;
  }
}

/** 400: the request makes no sense as it is. */
export class BadRequestError extends RingdownError {
  override readonly name = "BadRequestError";
}
/** 401: the key or session is missing, archived or over. */
export class AuthenticationError extends RingdownError {
  override readonly name = "AuthenticationError";
}
/** 402: a limit of what the organization may store or spend is reached. */
export class LimitReachedError extends RingdownError {
  override readonly name = "LimitReachedError";
}
/** 403: the role, the scopes or the sandbox key do not allow it. */
export class PermissionError extends RingdownError {
  override readonly name = "PermissionError";
}
/** 404 and 410: there is no such thing in the organization, or no more. */
export class NotFoundError extends RingdownError {
  override readonly name = "NotFoundError";
}
/** 409: the state of the thing forbids it. */
export class ConflictError extends RingdownError {
  override readonly name = "ConflictError";
}
/** 422: fields are wrong; `faults` says which. */
export class ValidationError extends RingdownError {
  override readonly name = "ValidationError";
}
/** 429: too many requests, also after the repetitions of the client. */
export class RateLimitError extends RingdownError {
  override readonly name = "RateLimitError";
}
/** 500 and above: the platform, or a part that it needs, is at fault. */
export class ServerError extends RingdownError {
  override readonly name = "ServerError";
}
/** No answer came, or it broke off. */
export class ConnectionError extends RingdownError {
  override readonly name = "ConnectionError";

  constructor(sentence: string, cause?: unknown, operation: string | null = null) {
    super({ status: 0, code: null, detail: sentence, requestId: null, retryAfterMs: null, operation }, cause);
  }
}

const BY_STATUS: Readonly<Record<number, typeof RingdownError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: LimitReachedError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  422: ValidationError,
  429: RateLimitError,
};

/** An error of this operation: its codes are known, and one that it cannot answer is none for the compiler. */
export type ErrorOf<Name extends keyof ErrorCodes> = RingdownError & { readonly code: ErrorCodes[Name] | null };

/** Tells whether an error is a refusal of this operation: `isErrorOf(error, "campaigns.start") && error.code === "campaign_state"`. */
export const isErrorOf = <Name extends keyof ErrorCodes>(error: unknown, operation: Name): error is ErrorOf<Name> =>
  error instanceof RingdownError && error.operation === operation;

/** Reads the error of an answer that is no success. */
export const readError = async (response: Response, operation: string): Promise<RingdownError> => {
  const { detail, code }: { detail?: unknown; code?: unknown } = parseError(await response.text().catch(() => ""));
  const { status, headers } = response;
  return errorOf({
    status,
    code: typeof code === "string" ? code : null,
    detail: detail ?? null,
    requestId: headers.get("x-request-id"),
    retryAfterMs: readRetryAfterMs(headers.get("retry-after")),
    operation,
  });
};

/** Makes the error of a refusal, of the class of its status. */
export const errorOf = (refused: Refused): RingdownError => {
  const { status } = refused;
  const Class = BY_STATUS[status] ?? (status >= 500 ? ServerError : RingdownError);
  return new Class(refused);
};

/** A proxy in front of the platform may answer a page. */
const parseError = (text: string): { detail?: unknown; code?: unknown } => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

/** `Retry-After` holds seconds or a date. */
const readRetryAfterMs = (value: string | null): number | null => {
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
};

const faultsOf = (detail: unknown): readonly Fault[] => (Array.isArray(detail) ? detail : []);

const sentenceOf = ({ status, detail }: Refused): string => {
  if (typeof detail === "string") return detail;
  const faults = faultsOf(detail);
  if (faults.length > 0) return faults.map(({ loc, msg }) => `${loc.slice(1).join(".") || "body"}: ${msg}`).join("; ");
  const { message = null }: { message?: unknown } = typeof detail === "object" && detail !== null ? detail : {};
  return typeof message === "string" ? message : `The API answered ${status}`;
};
