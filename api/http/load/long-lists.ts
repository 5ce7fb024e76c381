import type { Response } from "express";
import { sendJsonBytes } from "../json-answer.ts";
import type { AnyOperation } from "../operation.ts";
import { presentInPieces } from "./present-in-pieces.ts";

/** True for an operation whose answer may be many megabytes of JSON. */
export const isLongList = ({ method, share, success }: AnyOperation): boolean =>
  method === "get" && (share === "paging" || share === "listing") && success.body !== undefined;

/** Returns the bytes of the answer. */
export const sendLongList = async (response: Response, { success }: AnyOperation, result: unknown): Promise<number> => {
  if (!success.body) throw new TypeError("the operation has no body to send");
  const plain = await presentInPieces(success.body, result);
  await sendJsonBytes(response.req, response, { status: success.status, plain });
  return plain.length;
};
