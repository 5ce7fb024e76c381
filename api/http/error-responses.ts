import { types } from "node:util";
import { isGrpcServiceError, ServiceError } from "@temporalio/client";
import type { ErrorRequestHandler, RequestHandler } from "express";
import type { Logger } from "../../infra/logger.ts";
import { MailError } from "../../infra/mail/mailer.ts";
import { ObjectStoreError } from "../../infra/object-store/store-fault.ts";
import { PoolFullError } from "../../infra/postgres/bounded-pool.ts";
import { codeOf, isConnectionError } from "../../infra/postgres/passing-failures.ts";
import { PasswordHashesBusyError } from "../../infra/secrets/password-hash.ts";
import { runAsWork } from "../../infra/telemetry/current-work.ts";
import { BODY_TOO_LARGE } from "./body-limits.ts";
import { readFollowedRequest } from "./follow-request.ts";
import { badRequest, conflict, HttpError, unavailable, upstreamFailed } from "./http-error.ts";
import { MOST_VALUES } from "./read-request-body.ts";

export const refuseUnknownRoute: RequestHandler = (request) => {
  throw new HttpError(404, "no_such_route", `There is no ${request.method} ${request.path}; see /docs for every route`);
};

/** Converts errors to answers; nothing else does. */
export const answerErrors =
  (logger: Logger): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const known = knownError(error);
    const followed = readFollowedRequest(response);
    if (!known || known.status >= 500) {
      followed.failure = error;
      runAsWork(followed, () => logger.error({ err: error }, "request failed"));
    }
    // Operations look for references themselves, so an operation that often gets here looks at too few.
    if (codeOf(error) === BROKEN_REFERENCE)
      runAsWork(followed, () => logger.warn({ err: error }, "the database refused a reference between rows"));
    if (response.headersSent) return next(error);
    if (!known) {
      return void response.status(500).json({ detail: faultSentence(followed.id) });
    }
    response.status(known.status).set(known.headers).json({ detail: known.detail, code: known.code });
  };

/** Describes an error to a client whose answer has begun, and logs it where it is ours. */
export const describeError = (
  { logger, requestId }: { logger: Logger; requestId: string },
  error: unknown,
): { status: number; code: string | null; detail: string } => {
  const known = knownError(error);
  if (!known || known.status >= 500) logger.error({ err: error }, "a stream broke off");
  if (!known) return { status: 500, code: null, detail: faultSentence(requestId) };
  return { status: known.status, code: known.code, detail: known.message };
};

const faultSentence = (id: string): string => `Something went wrong on our side; report this id: ${id}`;

const knownError = (error: unknown): HttpError | null => {
  if (error instanceof HttpError) return error;
  if (error instanceof URIError) return badRequest("path_malformed", "The path holds a broken percent-encoding");
  if (isUnpackingError(error)) return bodyNotUnpacked;
  if (isParserError(error)) return parserErrors[error.type] ?? new HttpError(error.status, error.type, error.message);
  if (error instanceof PasswordHashesBusyError)
    return unavailable("Too many people log in right now; try again in a moment", error);
  if (error instanceof MailError)
    return upstreamFailed("mail_not_sent", "The mail server refused the mail; nothing was changed. Try again", error);
  if (error instanceof PoolFullError)
    return unavailable("The server is overloaded right now; try again in a moment", error);
  if (error instanceof ObjectStoreError)
    return unavailable("The object store is away or has no room; try again in a moment", error);
  if (codeOf(error) === BROKEN_REFERENCE) return describeBrokenReference(error);
  const sentence = DATABASE_SENTENCES[codeOf(error)];
  if (sentence) return unavailable(sentence, error);
  if (isConnectionError(error))
    return unavailable("The database or the object store is not reachable right now; try again in a moment", error);
  if (error instanceof ServiceError || isGrpcServiceError(error))
    return unavailable("The workflow engine is not reachable right now; try again in a moment", error);
  return null;
};

const tooDeep = [{ loc: ["body"], msg: "Nested too deeply", type: "too_deep" }];

const tooManyValues = [
  { loc: ["body"], msg: `May hold ${MOST_VALUES.toLocaleString("en")} values at most`, type: "too_many_values" },
];

const parserErrors: Record<string, HttpError> = {
  "entity.too.deep": new HttpError(422, "validation_error", tooDeep),
  "entity.too.many": new HttpError(422, "validation_error", tooManyValues),
  "entity.too.large": new HttpError(413, "body_too_large", BODY_TOO_LARGE),
  "entity.parse.failed": new HttpError(422, "validation_error", [
    { loc: ["body"], msg: "The body is not valid JSON", type: "json_invalid" },
  ]),
  "charset.unsupported": new HttpError(415, "unsupported_media_type", "Send the body in UTF-8"),
  "encoding.unsupported": new HttpError(
    415,
    "unsupported_media_type",
    "Send the body as it is, or compressed as Content-Encoding says: gzip, deflate, br or zstd",
  ),
};

const bodyNotUnpacked = new HttpError(422, "validation_error", [
  { loc: ["body"], msg: "The body is not compressed as Content-Encoding says", type: "encoding_invalid" },
]);

/** The parser hands on what zlib says of a body, the faults of gzip, Brotli and Zstandard, with a status and without a type. */
const isUnpackingError = (error: unknown): boolean =>
  types.isNativeError(error) && /^(Z|ERR__ERROR|ZSTD_error)_/.test(codeOf(error)) && "status" in error;

const isParserError = (error: unknown): error is Error & { type: string; status: number } =>
  error instanceof Error &&
  "type" in error &&
  typeof error.type === "string" &&
  "status" in error &&
  typeof error.status === "number";

const QUOTA_REACHED = "The database has no room left; nothing was changed. Try again when its operator has made room";
/** PostgreSQL's refusals after which the request may be repeated. */
const DATABASE_SENTENCES: Readonly<Record<string, string>> = {
  "57014": "The database took too long for this request; ask for less, or try again later",
  "55P03": "Something else is changing the same thing right now; try again in a moment",
  "40P01": "Two requests were changing the same things at once, and this one was undone; try again in a moment",
  "53100": QUOTA_REACHED,
};
/** A row names another one that is gone, or a row is removed that another one has begun to name. */
const BROKEN_REFERENCE = "23503";

const describeBrokenReference = (error: unknown): HttpError =>
  /still referenced/.test(detailOf(error))
    ? conflict(
        "used_meanwhile",
        "Something has begun to use this meanwhile: look up what uses it, and change that first",
      )
    : conflict("deleted_meanwhile", "Something that this names was deleted meanwhile: look it up again");

/** Returns what PostgreSQL says besides its message. */
const detailOf = (error: unknown): string =>
  types.isNativeError(error) && "detail" in error && typeof error.detail === "string" ? error.detail : "";
