import type { z } from "zod";
import { parseJson } from "../../domain/json/json-value.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import type { OpenaiSettings } from "./openai.client.ts";
import { toModelError } from "./openai.errors.ts";
import { createPartLimit } from "./part-limit.ts";
import { readSamples } from "./speech-samples.ts";

/** A provider's model, and how it is reached. */
export type SpeechSettings = OpenaiSettings;

export interface VoiceSettings extends SpeechSettings {
  /** The limit until the sound begins, and then between two pieces of it. */
  partWithinMs: number;
}

export interface SpeechRequest {
  url: URL;
  headers: Record<string, string>;
  body: string | FormData | Buffer<ArrayBuffer>;
}

const ANSWER_WITHIN_MS = 15_000;

/** Returns an address under the provider's own root, or under the one that stands in for it. */
export const buildSpeechUrl = (
  { baseUrl }: Pick<SpeechSettings, "baseUrl">,
  own: string,
  path: string,
  query: Readonly<Record<string, string>> = {},
): URL => {
  const url = new URL(`${(baseUrl ?? own).replace(/\/+$/, "")}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
};

/** Returns the language without its country, as speech models know it. */
export const readPrimaryLanguage = (tag: string): string => tag.split("-")[0]?.toLowerCase() ?? tag;

/** Posts, and yields the samples of the answer as they arrive. Throws a `ModelError`. */
export async function* requestSamples(
  { fetch, partWithinMs }: Pick<VoiceSettings, "fetch" | "partWithinMs">,
  request: SpeechRequest,
  signal: AbortSignal,
): AsyncIterable<Int16Array> {
  const limit = createPartLimit(signal, partWithinMs);
  try {
    const response = await limit.wait(post(fetch, request, limit.signal));
    if (response.body) yield* readSamples(limit.read(response.body));
  } catch (error) {
    throw toModelError(error);
  }
}

/** Posts, and reads the answer. Throws a `ModelError`. */
export const requestTranscript = async <T>(
  { fetch }: Pick<SpeechSettings, "fetch">,
  request: SpeechRequest,
  schema: z.ZodType<T>,
): Promise<T> => {
  try {
    const response = await post(fetch, request, AbortSignal.timeout(ANSWER_WITHIN_MS));
    const answer = schema.safeParse(parseJson(await response.text()));
    if (answer.success) return answer.data;
  } catch (error) {
    throw toModelError(error);
  }
  throw new ModelError("invalid_answer", "The model's server sent an answer without the words");
};

const post = async (fetch: SpeechSettings["fetch"], request: SpeechRequest, signal: AbortSignal): Promise<Response> => {
  const { url, headers, body } = request;
  const response = await fetch(url, { method: "POST", headers, body, signal });
  if (response.ok) return response;
  await response.body?.cancel();
  throw Object.assign(new Error("the model's server refused"), { status: response.status, headers: response.headers });
};
