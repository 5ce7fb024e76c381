import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { HttpError } from "./http-error.ts";

const TOO_LARGE = new HttpError(
  431,
  "headers_too_large",
  "The address and the headers are longer than 16 kB together: send less of them, or put it into the body",
);
const TOO_SLOW = new HttpError(408, "request_too_slow", "The request came too slowly: send it again");
const UNREADABLE = new HttpError(400, "request_unreadable", "This is no request of HTTP/1.1");

const REFUSALS: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
};

/**
 * Refuses what is no request yet, so that no handler saw it, with JSON as everything else is refused. Where an answer has begun on
 * the connection, one more would be read as its end: the connection is only closed.
 */
export const refuseUnread = (error: NodeJS.ErrnoException, socket: Duplex, isAnswering: boolean): void => {
  if (!socket.writable || isAnswering || error.code === "ECONNRESET") return void socket.destroy(error);
  const { status, detail, code } = REFUSALS[error.code ?? ""] ?? UNREADABLE;
  const body = JSON.stringify({ detail, code });
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  // Whoever does not close their side holds it open no longer than the answer takes.
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
};
