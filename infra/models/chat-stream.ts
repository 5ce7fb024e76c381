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

/** Yields the chunks of an answer: events, or one JSON where the server does not stream. */
export async function* readChatStream(response: Response): AsyncGenerator<unknown> {
  const type = response.headers.get("content-type")?.toLowerCase() ?? "";
  if (!response.body) return;
  if (type.startsWith("application/json")) {
    yield readJson(await readWhole(response.body));
    yield DONE;
    return;
  }
  for await (const { event, data } of readServerSentEvents(response.body)) {
    if (data === "[DONE]") {
      yield DONE;
      return;
    }
    const chunk = readJson(data);
    if (event === "error") throw new ServerRefusal(502, textsOf(chunk));
    yield chunk;
  }
}

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
