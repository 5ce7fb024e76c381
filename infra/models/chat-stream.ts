import { MEGABYTE } from "../../domain/file/bytes.ts";
import { isRecord, parseJson } from "../../domain/json/json-value.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import { textsOf } from "../guarded-request/refusal-text.ts";
import { readServerSentEvents } from "../server-sent-events/read-server-sent-events.ts";
import { ServerRefusal } from "./server-refusal.ts";

const LONGEST_JSON_BYTES = 4 * MEGABYTE;
const END = Symbol("end");
/** The server said that its answer is complete. */
export const DONE = END;

/**
 * Yields the chunks of an answer: events, or JSON where the server does not stream. Its first character decides, because the type
 * of an answer that proxies pass on is often another one.
 */
export async function* readChatStream(response: Response): AsyncGenerator<unknown> {
  if (!response.body) return;
  const { first, body } = await peek(response.body);
  if (first === "{" || first === "[") {
    yield* readJsonLines(await readWhole(body));
    yield DONE;
    return;
  }
  for await (const { event, data } of readServerSentEvents(body)) {
    if (data === "[DONE]") {
      yield DONE;
      return;
    }
    const chunk = readJson(data);
    if (event === "error") throw new ServerRefusal(502, textsOf(chunk));
    yield chunk;
  }
}

/** Returns the first character that is no blank, and the body with all of its pieces. */
const peek = async (body: ReadableStream<Uint8Array>) => {
  const pieces = body[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let first = "";
  while (first === "") {
    const { done, value } = await pieces.next();
    if (done) break;
    read.push(value);
    first = new TextDecoder("latin1")
      .decode(value)
      .replace(/^[\s\u00EF\u00BB\u00BF]+/u, "")
      .charAt(0);
  }
  return { first, body: ReadableStream.from(joined(read, pieces)) };
};

async function* joined(read: readonly Uint8Array[], rest: AsyncIterableIterator<Uint8Array>) {
  yield* read;
  yield* rest;
}

/** Reads one JSON, or one in each line. */
const readJsonLines = (text: string): unknown[] => {
  if (parseJson(text) !== undefined) return [readJson(text)];
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(readJson);
};

const readJson = (text: string): unknown => {
  const value = parseJson(text);
  // Gemini's errors come as a list.
  const chunk: unknown = Array.isArray(value) ? value[0] : value;
  if (isRecord(chunk)) return chunk;
  throw new ModelError("invalid_answer", "The model's server sent no valid JSON");
};

const readWhole = async (body: ReadableStream<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes > LONGEST_JSON_BYTES) throw new ModelError("refused", "The model's answer is longer than 4 MiB");
  }
  return new TextDecoder().decode(Buffer.concat(parts));
};
