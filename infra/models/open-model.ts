import { PROMPT_LENGTH } from "../../domain/agent/node-properties.ts";
import type { ChatModel } from "../../domain/model/chat-model.ts";
import { isSpeechProvider } from "../../domain/model/speech-providers.ts";
import { createOpenaiModel, toOpenaiName } from "./openai.model.ts";
import { createScriptedModel, type ScriptLine } from "./scripted.model.ts";
import { type ReplyTimeouts, withReplyTimeouts } from "./reply-timeouts.ts";

/** The language model that an organization chose; null: nothing configured. */
export interface ModelChoice {
  provider: string;
  model: string;
  apiKey: string | null;
  baseUrl: string | null;
  /** Used by `local` only. */
  script: readonly ScriptLine[];
}

/** The limits of a reply. */
interface ReplyLimits extends ReplyTimeouts {
  /** Of its text and of the functions that it calls with their arguments. */
  longestCharacters: number;
}

/** The limits for a person who waits on the telephone, who hears 20,000 characters in twenty minutes. */
const ON_THE_TELEPHONE: ReplyLimits = {
  firstEventMs: 15_000,
  nextEventMs: 10_000,
  wholeReplyMs: 120_000,
  longestCharacters: 20_000,
};

/** Nobody waits on the telephone: a proposed edit may be as long as the longest prompt, and takes its time. */
export const IN_WRITING: Partial<ReplyLimits> = { wholeReplyMs: 220_000, longestCharacters: PROMPT_LENGTH + 20_000 };

type NamedModel = Pick<ModelChoice, "provider" | "model">;

/**
 * Returns the name by which prices and counts know a model for words, whose protocol is OpenAI's whoever provides it; null: it
 * is the stand-in, which costs nothing.
 */
export const readPricedName = (choice: NamedModel | null): string | null =>
  choice === null || choice.provider === "local" ? null : toOpenaiName(choice.model);

/** The same of a model for speech: a provider with a protocol of its own is known by its name. */
export const readPricedSpeechName = (choice: NamedModel | null): string | null => {
  const isOwn = choice !== null && isSpeechProvider(choice.provider);
  return isOwn ? `${choice.provider}/${choice.model}` : readPricedName(choice);
};

/** Opens the chosen model; without a choice the stand-in, which needs no key. */
export const openModel = (
  choice: ModelChoice | null,
  guardedRequests: { fetch: typeof fetch },
  limits: Partial<ReplyLimits> = {},
): ChatModel => {
  if (choice === null || choice.provider === "local") return createScriptedModel(choice?.script);
  const { model, apiKey, baseUrl } = choice;
  const { longestCharacters, ...timeouts } = { ...ON_THE_TELEPHONE, ...limits };
  const settings = { model, apiKey, baseUrl, fetch: guardedRequests.fetch, longestCharacters };
  return withReplyTimeouts(createOpenaiModel(settings), timeouts);
};
