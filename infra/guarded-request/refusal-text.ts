import { isRecord, parseJson, readRecords, readText } from "../../domain/json/json-value.ts";
import { cutText, toStorableText } from "../../domain/json/storable.ts";

const LONGEST_WORDS = 300;
const LONGEST_BODY = 8_192;

/** Returns what a refusal says for people, without these secrets; null: nothing. A page of a proxy is not shown. */
export const readRefusalText = async (response: Response, secrets: readonly string[]): Promise<string | null> => {
  const text = response.body ? await readBeginning(response.body) : "";
  const isPage = /^\s*</.test(text);
  const body = parseJson(text);
  return maskTexts(body === undefined ? (isPage ? null : text) : textsOf(body), secrets);
};

const readBeginning = async (body: ReadableStream<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= LONGEST_BODY) break;
    }
  } catch {
    // The part that came before the connection broke is enough.
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, LONGEST_BODY));
};

/** Returns what an error's body says: `error` as text or object, `message`, or the `detail` of a validation. */
export const textsOf = (body: unknown): string | null => {
  if (typeof body === "string") return body;
  if (Array.isArray(body)) return textsOf(body[0]);
  if (!isRecord(body)) return null;
  const { error, detail, message, status_msg: status } = body;
  if (isRecord(error) || Array.isArray(error)) return textsOf(error);
  const found = [error, message, detail, status].map(readText).find((each) => each !== "");
  if (found !== undefined) return found;
  const faults = [...readRecords(detail), ...readRecords(body["errors"])].map(faultOf).filter((each) => each !== "");
  if (faults.length > 0) return faults.join("; ");
  return textsOf(isRecord(message) ? message : detail);
};

/** FastAPI's servers name a field by its place and repeat its value, which is not for people. */
const faultOf = ({ loc, msg, message }: Record<string, unknown>): string => {
  const place = Array.isArray(loc) ? loc.filter((each) => each !== "body").join(".") : "";
  return [place, readText(msg) || readText(message)].filter((each) => each !== "").join(": ");
};

/** A text that looks like a key, of any owner. */
const KEY_LIKE = /\b(?:Bearer\s+\S+|(?:sk|pk|gsk|xai|nvapi|hf|AIza)[-_A-Za-z0-9*.]{8,})/g;

/** Returns a server's words for people: one line, not long, without secrets. */
export const maskTexts = (words: string | null, secrets: readonly string[]): string | null => {
  if (words === null) return null;
  const hidden = secrets.filter((secret) => secret.length >= 4).toSorted((a, b) => b.length - a.length);
  const masked = hidden.reduce((text, secret) => text.replaceAll(secret, "…"), words).replaceAll(KEY_LIKE, "…");
  const line = cutText(toStorableText(masked).replaceAll(/\s+/g, " ").trim(), LONGEST_WORDS);
  return line === "" ? null : line;
};
