import { timingSafeEqual } from "node:crypto";
import { parseJson } from "../../domain/json/json-value.ts";

/** Parses a part of a JSON Web Token; undefined: it is not JSON. */
export const decodeTokenPart = (base64Url: string): unknown =>
  parseJson(Buffer.from(base64Url, "base64url").toString("utf8"));

/** Compares in a time that reveals only the length. */
export const isSameProof = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
