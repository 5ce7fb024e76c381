import { timingSafeEqual } from "node:crypto";
import { parseJson } from "../../domain/json/json-value.ts";

/** What a part of a JSON Web Token says; undefined where it says nothing. */
export const decodeTokenPart = (base64Url: string): unknown =>
  parseJson(Buffer.from(base64Url, "base64url").toString("utf8"));

/** Takes as long whether they differ early or late; only the length may be learnt. */
export const isSameProof = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
