import type { ModelError } from "../../domain/model/chat-model.ts";
import { invalidField, upstreamFailed } from "../http/http-error.ts";

export const addressRefused = (part: string, sentence: string) => invalidField([part, "base_url"], sentence);

export const keyMissing = (part: string) =>
  invalidField([part, "api_key"], "OpenAI needs an API key; a server of your own needs its base_url");

export const noKeyToKeep = (part: string) =>
  invalidField([part, "api_key"], "There is no stored key for this provider and address: send the key itself");

export const modelRefused = (model: string, error: ModelError) =>
  upstreamFailed(`model_${error.code}`, `${model}: ${error.message}`, error);

export const noSpeechBy = (part: string, provider: string) =>
  invalidField(
    [part, "provider"],
    `Speech models need OpenAI's protocol: set openai with the base_url of your server; ${provider} is not supported`,
  );

export const noScriptOf = (part: string) => invalidField([part, "script"], "Only the llm of local follows a script");
