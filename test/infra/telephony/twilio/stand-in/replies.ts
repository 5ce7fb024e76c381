import type { ServerResponse } from "node:http";

/** One request to the stand-in, already known to be of its account. */
export interface Asked {
  method: string;
  /** Below the account. */
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  response: ServerResponse;
}

/** Answers what it knows; false: it is somebody else's. */
export type Desk = (asked: Asked) => boolean;

export const reply = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

export const refuse = (response: ServerResponse, status: number, code: number, message: string): void =>
  reply(response, status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

/** A field that Twilio does not know is refused: it is stricter than Twilio, which takes no notice of it. */
export const unknownField = (given: URLSearchParams, known: readonly string[]): string | undefined =>
  [...given.keys()].find((name) => !known.includes(name));
