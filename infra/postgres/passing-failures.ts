import { types } from "node:util";
import { PoolFullError } from "./bounded-pool.ts";

/** The server takes no connection at the moment: it starts, recovers, or has too many. */
const NOT_TAKEN_IN = ["57P03", "53300"];
/** No way to the server; of a connection that there was, too, of which it is not known what came through. */
const UNREACHED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"];
const CONNECTING = new Set(["connect", "getaddrinfo"]);
/** A statement waited for others in vain, and its transaction was undone: a lock that was held too long, a deadlock. */
const UNDONE = ["55P03", "40P01"];
/** The server has ended a connection on which a transaction was idle for too long. */
const LEFT_IDLE = "25P03";
/** A connection has ended, perhaps while a transaction was being committed. */
const ENDED = [LEFT_IDLE, "ECONNRESET", "EPIPE", "ETIMEDOUT", "57P01", "57P02", "08006", "08003"];

/** What the client says, without a code, of a connection that broke, and of what is asked of it afterwards. */
const CONNECTION_LOST = /Connection terminated|connection error and is not queryable/;
/** What it says of one that did not come about in time. */
const NOT_CONNECTED = /timeout exceeded when trying to connect|Connection terminated due to connection timeout/;

const CONNECTION_CODES = new Set([...NOT_TAKEN_IN, ...UNREACHED, ...ENDED]);
const NOTHING_DONE = new Set([...NOT_TAKEN_IN, ...UNDONE]);

/** Returns the code that the system or PostgreSQL gives an error; empty: none. */
export const codeOf = (error: unknown): string =>
  types.isNativeError(error) && "code" in error && typeof error.code === "string" ? error.code : "";

/** Tells whether a server could not be reached, or a connection to it has ended. */
export const isConnectionError = (error: unknown): boolean =>
  CONNECTION_CODES.has(codeOf(error)) || says(error, CONNECTION_LOST) || says(error, NOT_CONNECTED);

/** Tells whether the database was away or overloaded for a moment, and certainly has changed nothing. */
export const hasDoneNothing = (error: unknown): boolean =>
  error instanceof PoolFullError ||
  NOTHING_DONE.has(codeOf(error)) ||
  says(error, NOT_CONNECTED) ||
  (UNREACHED.includes(codeOf(error)) && CONNECTING.has(callOf(error)));

/** Tells whether the database was away or overloaded for a moment; work that was being committed may be done. */
export const isPassingFailure = (error: unknown): boolean => hasDoneNothing(error) || isConnectionError(error);

/** Returns the system call that has failed; of a name with several addresses, that to the first. */
const callOf = (error: unknown): string => {
  if (error instanceof AggregateError) return callOf(error.errors[0]);
  return types.isNativeError(error) && "syscall" in error ? String(error.syscall) : "";
};

const says = (error: unknown, words: RegExp): boolean => types.isNativeError(error) && words.test(error.message);
