import type { ChatModel } from "../../domain/model/chat-model.ts";
import { type ReplyLimits, TELEPHONE_REPLY } from "../../domain/model/reply-limits.ts";
import { isSpeechProvider } from "../../domain/model/speech-providers.ts";
import type { GuardedRequests } from "../guarded-request/guarded-requests.ts";
import { observedFetch } from "./observed-fetch.ts";
import { createOpenaiModel, toOpenaiName } from "./openai.model.ts";
import { withReplyTimeouts } from "./reply-timeouts.ts";
import { createScriptedModel, type ScriptLine } from "./scripted.model.ts";

/** The language model that an organization chose; null: nothing configured. */
export interface ModelChoice {
  provider: string;
  model: string;
  apiKey: string | null;
  baseUrl: string | null;
  /** Only `local` uses it. */
  script: readonly ScriptLine[];
}

type NamedModel = Pick<ModelChoice, "provider" | "model">;

/**
 * Returns the name by which prices and counts know a model for words, whose protocol is OpenAI's whoever provides it; null: the
 * stand-in is used, which costs nothing.
 */
export const readPricedName = (choice: NamedModel | null): string | null =>
  choice === null || choice.provider === "local" ? null : toOpenaiName(choice.model);

/**
 * Returns the name by which prices and counts know a model for speech: a provider with a protocol of its own is known by its name. Null: the machine's own, which cost nothing.
 */
export const readPricedSpeechName = (choice: NamedModel | null): string | null => {
  const isOwn = choice !== null && choice.provider !== "local" && isSpeechProvider(choice.provider);
  return isOwn ? `${choice.provider}/${choice.model}` : readPricedName(choice);
};

/** Opens the chosen model; without a choice the stand-in, which needs no key. */
export const openModel = (
  choice: ModelChoice | null,
  guardedRequests: Pick<GuardedRequests, "repeatingFetch" | "modelRequestSeconds">,
  limits: ReplyLimits = TELEPHONE_REPLY,
): ChatModel => {
  if (choice === null || choice.provider === "local") return createScriptedModel(choice?.script);
  const { provider, model, apiKey, baseUrl } = choice;
  const { longestCharacters, ...timeouts } = limits;
  const fetch = observedFetch(guardedRequests, { provider, kind: "words" });
  const settings = { model, apiKey, baseUrl, fetch, longestCharacters };
  return withReplyTimeouts(createOpenaiModel(settings), timeouts);
};
