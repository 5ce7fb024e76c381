import { z } from "zod";
import { orNull } from "../json/optional-field.ts";
import { LOCAL_SPEECH } from "../model/local-speech.rules.ts";
import { findAddressProblem, OTHER_SPEECH_PROVIDER, SPEECH_PROVIDERS } from "../model/speech-providers.ts";

/** The models of one agent. Keys are kept in credentials, because every member can read definitions and settings. */

const NO_REALTIME =
  "A conversation is held by a language model between one that hears and one that speaks: choose llm, stt and tts";
const refused = z.null({ error: NO_REALTIME }).optional().describe(NO_REALTIME);

const place = {
  model: z.string().trim().min(1).max(255).describe("As its provider calls it"),
  base_url: orNull(z.url({ protocol: /^https?$/ }).max(2_048)).describe("The address of a compatible provider"),
  credential_uuid: orNull(z.uuid()).describe("The credential with its key: of type `api_key` or `bearer_token`"),
};

type Place = z.output<z.ZodObject<Pick<typeof place, "base_url" | "credential_uuid">>>;

const faultsOf = (refinement: z.RefinementCtx) => (path: string, message: string) =>
  refinement.addIssue({ code: "custom", path: [path], message });

/** A model that runs on this machine has neither an address nor a key. */
const refuseLocalPlace = ({ base_url, credential_uuid }: Place, refinement: z.RefinementCtx): void => {
  const fault = faultsOf(refinement);
  if (base_url !== null) fault("base_url", "provider local is not reached over an address");
  if (credential_uuid !== null) fault("credential_uuid", "provider local needs no key");
};

export const languageModel = z
  .strictObject({
    provider: z
      .enum(["openai", "local"])
      .describe("`openai`, or anything compatible with `base_url`; `local` needs no key"),
    ...place,
  })
  .superRefine(({ provider, base_url, credential_uuid }, refinement) => {
    const fault = faultsOf(refinement);
    if (provider === "openai" && base_url === null && credential_uuid === null) fault("credential_uuid", NEEDS_KEY);
    if (provider === "local") refuseLocalPlace({ base_url, credential_uuid }, refinement);
  });

export type AgentLanguageModel = z.output<typeof languageModel>;

const NEEDS_KEY = "provider openai without a base_url needs the credential with its key";

const speechModel = z
  .strictObject({
    provider: z
      .enum(SPEECH_PROVIDERS, { error: OTHER_SPEECH_PROVIDER })
      .describe(
        "`openai`, or anything compatible with `base_url`; `deepgram`, `elevenlabs`, `cartesia`, `azure`; `local`: this machine",
      ),
    ...place,
  })
  .superRefine(({ provider, base_url, credential_uuid }, refinement) => {
    if (provider === LOCAL_SPEECH) return refuseLocalPlace({ base_url, credential_uuid }, refinement);
    if (base_url !== null) return;
    const problem = findAddressProblem(provider);
    if (problem !== null) refinement.addIssue({ code: "custom", path: ["base_url"], message: problem });
    if (problem !== null || credential_uuid !== null) return;
    const message = `provider ${provider} without a base_url needs the credential with its key`;
    refinement.addIssue({ code: "custom", path: ["credential_uuid"], message });
  });

/** A model that an agent names, for any part. */
export type AgentModel = AgentLanguageModel | z.output<typeof speechModel>;

export const agentModels = z
  .strictObject({
    llm: orNull(languageModel).describe("The model for talking, for conclusions and for reviews"),
    tts: orNull(speechModel).describe(
      "The model that speaks in conversations with audio; carriers use their own voices",
    ),
    stt: orNull(speechModel).describe(
      "The model that recognizes speech in conversations with audio; carriers use their own recognition",
    ),
    realtime: refused,
  })
  .transform(({ llm, tts, stt }) => ({ llm, tts, stt }));
type AgentModels = z.output<typeof agentModels>;

/** Returns the model that an agent names for a part: it comes before the organization's. Null: the organization's is taken. */
export const findOwnModel = <Part extends keyof AgentModels>(
  { models }: { models: AgentModels | null },
  part: Part,
): AgentModels[Part] | null => models?.[part] ?? null;
