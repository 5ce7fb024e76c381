import type { Response } from "express";

/** An answer that is not JSON: a download, a stream, a redirect. The operation writes it itself. */
export interface RawAnswer {
  send(response: Response): Promise<void> | void;
}

export const createRawAnswer = (send: RawAnswer["send"]): RawAnswer => ({ send });
/** Returns the 202 that an operation names in `accepted`. */
export const createAcceptedAnswer = (body: object): RawAnswer =>
  createRawAnswer((response) => void response.status(202).json(body));

export const isRawAnswer = (answer: unknown): answer is RawAnswer =>
  typeof answer === "object" && answer !== null && "send" in answer && typeof answer.send === "function";
