import type OpenAI from "openai";
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { toStorableJson } from "../../domain/json/storable.ts";
import { type ChatEvent, type ChatModel, type ChatRequest, ModelError } from "../../domain/model/chat-model.ts";
import { MOST_FUNCTIONS_CALLED } from "../../domain/model/reply-limits.ts";
import { makeOnce } from "../../domain/time/make-once.ts";
import { createCallCollector, isWholeJson } from "./chat-calls.ts";
import { readChunk } from "./chat-chunks.ts";
import { DONE, readChatStream } from "./chat-stream.ts";
import { type OpenaiSettings, openClient } from "./openai.client.ts";
import { findRefusal, toModelError } from "./openai.errors.ts";
import { toOpenaiMessages } from "./openai.messages.ts";
import { listRequestSentences } from "./request-sentences.ts";
import { recallManners, type ServerManners } from "./server-manners.ts";
import { createThoughtRemover, isThinkerByName, type ThoughtRemover } from "./thoughts.ts";
import { TIME_UP, untilTimeUp } from "./until-time-up.ts";

export const toOpenaiName = (model: string): string => `openai/${model}`;

type ModelSettings = OpenaiSettings & { longestCharacters: number };

/**
 * Creates a model on the chat completions of OpenAI or of a compatible server. One reply sends one request: there are
 * no hidden retries.
 */
export const createOpenaiModel = (settings: ModelSettings): ChatModel => {
  const open = makeOnce(() => openClient(settings));
  const server = { ...settings, manners: recallManners(settings) };
  return {
    name: toOpenaiName(settings.model),
    reply: async function* (request) {
      yield* converse(await open(), server, request);
    },
  };
};

type Server = Pick<ModelSettings, "model" | "longestCharacters"> & { manners: ServerManners };

/**
 * How long the first reply of an unknown model waits for the end of a thought that it may have begun without a tag. Later replies of
 * a model that does not think so are spoken as they come.
 */
const FIRST_REPLY_HELD_MS = 5_000;

async function* converse(client: OpenAI, server: Server, request: ChatRequest): AsyncGenerator<ChatEvent> {
  const reply = createReply(server, request);
  try {
    const chunks = readChatStream(await openStream(client, server, request));
    const heldMs = reply.holds() && !isThinkerByName(server.model) ? FIRST_REPLY_HELD_MS : null;
    for await (const chunk of heldMs === null ? chunks : untilTimeUp(chunks, heldMs)) {
      const text = chunk === TIME_UP ? reply.release() : reply.add(chunk);
      if (text !== "") yield { kind: "text", text };
    }
    if (request.signal.aborted) return;
    const rest = reply.end();
    if (rest !== "") yield { kind: "text", text: rest };
  } catch (error) {
    if (request.signal.aborted) return;
    throw toModelError(error, listRequestSentences(request));
  }
  yield* reply.calls();
}

/** Reads the chunks of one reply; each method returns the text that can be said now. */
const createReply = ({ manners, longestCharacters }: Server, request: ChatRequest) => {
  const thoughts = createThoughtRemover({ holds: manners.thinksFirst !== false });
  const calls = createCallCollector();
  let finish: string | null = null;
  let isDone = false;
  let characters = 0;
  let hasCome = false;
  const count = (added: number) => {
    characters += added;
    if (characters <= longestCharacters) return;
    throw new ModelError("refused", `The model's answer is longer than ${longestCharacters} characters`);
  };
  const counted = (text: string): string => {
    count(text.length);
    return text.replaceAll("\0", "");
  };
  return {
    holds: thoughts.holds,
    release: () => counted(thoughts.release()),
    add: (chunk: unknown): string => {
      if (chunk === DONE) {
        isDone = true;
        return "";
      }
      const piece = readChunk(chunk, { isRepeated: hasCome });
      if (piece.usage) request.onUsage?.(piece.usage);
      hasCome ||= piece.text !== "" || piece.calls.length > 0;
      for (const call of piece.calls) count(call.id.length + call.name.length + call.arguments.length);
      calls.add(piece.calls);
      if (calls.count() > MOST_FUNCTIONS_CALLED) {
        throw new ModelError("refused", `The model calls more than ${MOST_FUNCTIONS_CALLED} functions in one answer`);
      }
      finish = piece.finish ?? finish;
      if (finish !== null && REFUSALS.has(finish)) throw new ModelError("refused", "The model refused to answer");
      // Thoughts that come by themselves are not in the text.
      const released = piece.hasThought ? thoughts.release() : "";
      return counted(released + thoughts.push(piece.text));
    },
    end: (): string => {
      if (finish === null && !isDone && !hasCome) throw BROKEN_OFF();
      if (finish === null && !isDone && calls.calls().some((call) => !isComplete(call.arguments))) throw BROKEN_OFF();
      const isThought = manners.thinksFirst === true && thoughts.holds() && isCutOff(finish);
      learnThoughts(manners, thoughts, { hasCome });
      return isThought ? "" : counted(thoughts.flush());
    },
    calls: function* (): Generator<ChatEvent> {
      const gathered = calls.calls();
      const broken = isCutOff(finish) && !isWholeJson(gathered.at(-1)?.arguments ?? "") ? gathered.pop() : undefined;
      if (broken && request.mustCall) {
        throw new ModelError("invalid_answer", "The model's answer was cut off at its longest length");
      }
      for (const call of gathered) yield { kind: "call", ...call, arguments: toStorableJson(call.arguments) };
      if (isCutOff(finish)) yield { kind: "cut_off", call: broken ? { id: broken.id, name: broken.name } : null };
    },
  };
};

const BROKEN_OFF = () => new ModelError("unavailable", "The model's answer broke off");

/** How servers say that they hold an answer back. */
const REFUSALS = new Set(["content_filter", "safety", "recitation", "blocklist", "prohibited_content"]);

const isCutOff = (finish: string | null): boolean => finish === "length" || finish === "max_tokens";

const isComplete = (given: string): boolean => given === "" || isWholeJson(given);

/** Remembers whether the model's replies begin within a thought. */
const learnThoughts = (manners: ServerManners, thoughts: ThoughtRemover, { hasCome }: { hasCome: boolean }): void => {
  if (thoughts.beganWithin()) manners.thinksFirst = true;
  else if (hasCome && manners.thinksFirst === null) manners.thinksFirst = false;
};

/** A server that refuses a field is asked again without it: the refused request was not carried out. */
const openStream = async (client: OpenAI, server: Server, request: ChatRequest): Promise<Response> => {
  const options = { signal: request.signal };
  for (;;) {
    try {
      return await client.chat.completions.create(bodyOf(server, request), options).asResponse();
    } catch (error) {
      if (!adapt(server.manners, error)) throw error;
    }
  }
};

/** Remembers a field that the server refused; false: the server refused something else. */
const adapt = (manners: ServerManners, error: unknown): boolean => {
  const refusal = findRefusal(error);
  if (refusal === null || ![400, 422].includes(refusal.status)) return false;
  const names = (field: string) => refusal.words?.includes(field) ?? false;
  if (manners.counts && names("stream_options")) manners.counts = false;
  else if (manners.limitField === "max_completion_tokens" && names(manners.limitField)) {
    manners.limitField = "max_tokens";
  } else if (manners.demandsBy !== "nothing" && names("tool_choice")) {
    manners.demandsBy = manners.demandsBy === "function" ? "required" : "nothing";
  } else return false;
  return true;
};

const bodyOf = ({ model, manners }: Server, request: ChatRequest): ChatCompletionCreateParamsStreaming => ({
  model,
  stream: true,
  ...(manners.counts && { stream_options: { include_usage: true } }),
  ...(request.maxCompletionTokens !== undefined && { [manners.limitField]: request.maxCompletionTokens }),
  messages: toOpenaiMessages(request),
  ...(request.functions.length > 0 && {
    tools: request.functions.map((each) => ({
      type: "function" as const,
      function: { name: each.name, description: each.description, parameters: each.parameters },
    })),
    ...(request.mustCall && demandFunction(request.mustCall, manners)),
  }),
});

const demandFunction = (
  name: string,
  { demandsBy }: ServerManners,
): Pick<ChatCompletionCreateParamsStreaming, "tool_choice"> => {
  if (demandsBy === "nothing") return {};
  return { tool_choice: demandsBy === "required" ? "required" : { type: "function", function: { name } } };
};
