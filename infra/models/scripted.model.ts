import { z } from "zod";
import { SUPERVISOR_FUNCTION } from "../../domain/conversation/entries.ts";
import { parseJson } from "../../domain/json/json-value.ts";
import {
  type ChatEvent,
  type ChatMessage,
  type ChatModel,
  type ChatRequest,
  ModelError,
} from "../../domain/model/chat-model.ts";
import { findArguments } from "./scripted.arguments.ts";
import { chooseMove } from "./scripted.moves.ts";

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
 * script first, and then what `chooseMove` chooses by the person's words.
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
  const move = chooseMove(request, said);
  if (move.kind === "say") yield* speak(move.text);
  else yield callOf(request, move.name, move.given);
}

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

/**
 * Returns what the person said since the agent's last entry, with what a supervisor whispered meanwhile; null when they said nothing.
 */
const wordsSinceReply = (messages: readonly ChatMessage[]): string | null => {
  const last = messages.at(-1);
  if (last?.role !== "person") return null;
  const since = messages.slice(messages.findLastIndex(({ role }) => role === "agent") + 1);
  return [last.text, ...since.flatMap(readNote)].join(" ");
};

const noteSchema = z.object({ note: z.string() });

const readNote = (message: ChatMessage): string[] => {
  if (message.role !== "function" || message.name !== SUPERVISOR_FUNCTION) return [];
  const { data } = noteSchema.safeParse(parseJson(message.result));
  return data ? [data.note] : [];
};

const passed = (durationMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    signal.addEventListener("abort", () => resolve(clearTimeout(timer)), { once: true });
  });
