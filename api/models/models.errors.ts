import type { ModelError } from "../../domain/model/chat-model.ts";
import { OTHER_SPEECH_PROVIDER } from "../../domain/model/speech-providers.ts";
import { invalidField } from "../http/http-error.ts";

export const addressRefused = (part: string, sentence: string) => invalidField([part, "base_url"], sentence);

export const keyMissing = (part: string, provider: string) =>
  invalidField([part, "api_key"], `${provider} needs an API key; a server of your own needs its base_url`);

export const noKeyToKeep = (part: string) =>
  invalidField([part, "api_key"], "There is no stored key for this provider and address: send the key itself");

/** The model for embeddings was asked for one vector before it is saved. */
export const noVector = (error: ModelError) => {
  const field = error.code === "unauthorized" ? "api_key" : error.status === 404 ? "base_url" : "model";
  return invalidField(["embeddings", field], `The model was asked for one vector and gave none. ${error.message}`);
};

export const noSpeechBy = (part: string) => invalidField([part, "provider"], OTHER_SPEECH_PROVIDER);

export const noScriptOf = (part: string) => invalidField([part, "script"], "Only the llm of local follows a script");

export const addressMissing = (part: string, provider: string) =>
  invalidField(
    [part, "provider"],
    `Only openai and local need no address: give the base_url at which ${provider} speaks OpenAI's protocol`,
  );

export const notOfLocal = (part: string, field: "base_url" | "api_key") =>
  invalidField(
    [part, field],
    field === "base_url" ? "provider local is not reached over an address" : "provider local needs no key",
  );

export const noAudioHere = (part: string) =>
  invalidField(
    [part],
    "There are no conversations with audio here, because the operator has set neither LIVEKIT_URL nor LOCAL_SPEECH: no model would speak or hear",
  );
