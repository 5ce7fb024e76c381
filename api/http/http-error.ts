/** One fault of a request in the shape of 422 answers. */
export interface FieldFault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** A sentence that says what to do, the list of faults (422), or an area's answer in its own shape. */
export type ErrorDetail = string | FieldFault[] | Readonly<Record<string, unknown>>;

/** An answer that is not a success: thrown anywhere below an operation, and converted to a response in one place. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  /** A fixed code for programs. */
  readonly code: string;
  readonly detail: ErrorDetail;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    detail: ErrorDetail,
    options: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(typeof detail === "string" ? detail : code, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.headers = options.headers ?? {};
  }
}

export const badRequest = (code: string, detail: string) => new HttpError(400, code, detail);
export const unauthorized = (detail: string) =>
  new HttpError(401, "unauthorized", detail, { headers: { "WWW-Authenticate": "Bearer" } });
/** Builds the refusal of a key whose time is over. */
export const keyExpired = (id: number, at: Date) =>
  new HttpError(
    401,
    "key_expired",
    `This API key expired at ${at.toISOString()}: an admin extends it with PATCH /users/api-keys/${id}, or makes a new one`,
    { headers: { "WWW-Authenticate": "Bearer" } },
  );
export const forbidden = (code: string, detail: string) => new HttpError(403, code, detail);
export const secondFactorNeeded = () =>
  forbidden(
    "second_factor_needed",
    "This organization asks its members for a second factor, and you have none: set one up under your account",
  );
/** `what` starts the sentence: "Campaign not found". */
export const notFound = (what: string) => new HttpError(404, "not_found", `${what} not found`);
export const conflict = (code: string, detail: string) => new HttpError(409, code, detail);
/** Builds the error for one faulty field of the body. */
export const invalidField = (loc: (string | number)[], msg: string, type = "value_error") =>
  new HttpError(422, "validation_error", [{ loc: ["body", ...loc], msg, type }]);
/** Builds the error for one faulty parameter of the query. */
export const invalidParameter = (name: string, msg: string) =>
  new HttpError(422, "validation_error", [{ loc: ["query", name], msg, type: "value_error" }]);
export const invalidCursor = () =>
  invalidParameter("cursor", "This is not the next_cursor of an earlier page: send it as it was");
export const tooManyRequests = (detail: string, retryAfterSeconds: number) =>
  new HttpError(429, "too_many_requests", detail, {
    headers: { "Retry-After": String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
export const upstreamFailed = (code: string, detail: string, cause?: unknown) =>
  new HttpError(502, code, detail, { cause });
export const unavailable = (detail: string, cause?: unknown) =>
  new HttpError(503, "unavailable", detail, { headers: { "Retry-After": "5" }, cause });
