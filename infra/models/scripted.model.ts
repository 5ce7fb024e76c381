import { z } from "zod";
import { asksNotToBeCalled } from "../../domain/conversation/opt-out-words.ts";
import { OPT_OUT_FUNCTION } from "../../domain/conversation/step-functions.ts";
import {
  type ChatEvent,
  type ChatMessage,
  type ChatModel,
  type ChatRequest,
  ModelError,
} from "../../domain/model/chat-model.ts";
import { findArguments } from "./scripted.arguments.ts";
import { findClosestEdge, findNamedTool } from "./scripted.choice.ts";
import { findPromptQuestion, findPromptWords } from "./scripted.prompt.ts";
import { chooseSentences, classifyWords } from "./scripted.sentences.ts";

/** A line of the stand-in's script: what it does when the person's words contain `when`. The first match counts. */
export const scriptLine = z.strictObject({
  /** Case is ignored; an empty text always matches. */
  when: z.string().max(1_000),
  say: z.string().max(5_000).optional(),
  call: z
    .strictObject({ name: z.string().max(64), arguments: z.record(z.string(), z.unknown()).default({}) })
    .optional(),
  delay_ms: z.number().int().min(0).max(60_000).optional(),
  fail: z.enum(["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]).optional(),
});
export type ScriptLine = z.output<typeof scriptLine>;

/**
 * Creates the stand-in model, which needs no key and always gives the same answer to the same words. It follows its
 * script first; then it notes an opt-out, takes the edge whose label or condition matches the person's words, calls a tool that they
 * name, and else says the prompt where that is addressed to the person, asks what the prompt wants to know, or says a
 * sentence that fits every conversation.
 */
export const createScriptedModel = (script: readonly ScriptLine[] = []): ChatModel => ({
  name: "local/scripted",
  reply: (request) => act(request, script),
});

async function* act(request: ChatRequest, script: readonly ScriptLine[]): AsyncGenerator<ChatEvent> {
  const said = wordsSinceReply(request.messages);
  const line = said === null ? undefined : script.find(({ when }) => said.toLowerCase().includes(when.toLowerCase()));
  if (line?.delay_ms) await passed(line.delay_ms, request.signal);
  if (request.signal.aborted) return;
  if (line?.fail) throw new ModelError(line.fail, "The script says so");
  if (request.mustCall) yield callOf(request, request.mustCall, findArguments(request, request.mustCall));
  else if (line) yield* follow(request, line);
  else yield* decide(request, said);
}

async function* follow(request: ChatRequest, { say, call }: ScriptLine): AsyncGenerator<ChatEvent> {
  if (say) yield* speak(say);
  if (call) yield callOf(request, call.name, call.arguments);
}

async function* decide(request: ChatRequest, said: string | null): AsyncGenerator<ChatEvent> {
  const { edges, tools } = request.stepView;
  const answered = request.messages.at(-1);
  if (answered?.role === "function" && answered.name === OPT_OUT_FUNCTION) {
    yield* speak(chooseSentences(request.language ?? "en").goodbye);
    return;
  }
  if (said !== null && asksNotToBeCalled(said) && request.functions.some(({ name }) => name === OPT_OUT_FUNCTION)) {
    yield callOf(request, OPT_OUT_FUNCTION, {});
    return;
  }
  if (answered?.role === "function" && tools.some((tool) => tool.function === answered.name)) {
    yield* speak(sayOf(answered.result) ?? `Here is what I found: ${answered.result}`);
    return;
  }
  const tool = said === null ? null : findNamedTool(said, tools);
  if (tool) {
    yield callOf(request, tool.function, findArguments(request, tool.function));
    return;
  }
  const edge = said === null ? null : findClosestEdge(said, edges);
  if (edge) yield callOf(request, edge.function, findArguments(request, edge.function));
  else yield* speak(replyOf(request, said));
}

const answerWithWords = z.object({ say: z.string().min(1) });

/** Some functions return the sentence to say. */
const sayOf = (result: string): string | null => {
  try {
    return answerWithWords.safeParse(JSON.parse(result)).data?.say ?? null;
  } catch {
    return null;
  }
};

/** Returns the reply of a step. A prompt that tells the agent what to do is never read aloud to the person. */
const replyOf = ({ stepView: { node }, messages, language = "en" }: ChatRequest, said: string | null): string => {
  const words = findPromptWords(node.prompt);
  if (words !== null) return words;
  const sentences = chooseSentences(language);
  const kind = said === null ? "other" : classifyWords(said);
  if (node.isEnd || kind === "goodbye") return sentences.goodbye;
  const spoken = messages.flatMap((message) => (message.role === "agent" ? [message.text] : []));
  const question = findPromptQuestion(node.prompt);
  const isUnasked = (each: string) => !spoken.some((text) => text.includes(each));
  if (spoken.length === 0) return question === null ? sentences.opening : `${sentences.hello} ${question}`;
  const questions = [...(question === null ? [] : [question]), ...sentences.questions];
  const next = questions.find(isUnasked) ?? questions.at(-1);
  return `${kind === "hello" ? sentences.hello : sentences.thanks} ${next}`;
};

async function* speak(text: string): AsyncGenerator<ChatEvent> {
  for (const piece of text.match(/\S+\s*/g) ?? []) yield { kind: "text", text: piece };
}

/** Ids depend only on the conversation. */
const callOf = (request: ChatRequest, name: string, given: Record<string, unknown>): ChatEvent => ({
  kind: "call",
  id: `call_${request.messages.length}`,
  name,
  arguments: JSON.stringify(given),
});

/** Returns what the person said since the agent's last entry; null when they said nothing. */
const wordsSinceReply = (messages: readonly ChatMessage[]): string | null => {
  const last = messages.at(-1);
  return last?.role === "person" ? last.text : null;
};

const passed = (durationMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    signal.addEventListener("abort", () => resolve(clearTimeout(timer)), { once: true });
  });
