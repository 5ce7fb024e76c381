import { z } from "zod";
import { orNull } from "../json/optional-field.ts";

/** The models of one agent. Keys are kept in credentials, because every member can read definitions and settings. */

const NO_AUDIO = "Carriers use their own voices and speech recognition; only llm can be chosen for an agent";
const refused = z.null({ error: NO_AUDIO }).optional().describe(NO_AUDIO);

export const languageModel = z
  .strictObject({
    provider: z
      .enum(["openai", "local"])
      .describe("`openai`, or anything compatible with `base_url`; `local` needs no key"),
    model: z.string().trim().min(1).max(255).describe("As its provider calls it"),
    base_url: orNull(z.url({ protocol: /^https?$/ }).max(2_048)).describe("The address of a compatible provider"),
    credential_uuid: orNull(z.uuid()).describe("The credential with its key: of type `api_key` or `bearer_token`"),
  })
  .superRefine(({ provider, base_url, credential_uuid }, refinement) => {
    const fault = (path: string, message: string) => refinement.addIssue({ code: "custom", path: [path], message });
    if (provider === "openai" && base_url === null && credential_uuid === null) {
      fault("credential_uuid", "provider openai without a base_url needs the credential with its key");
    }
    if (provider === "local" && base_url !== null) fault("base_url", "provider local is not reached over an address");
    if (provider === "local" && credential_uuid !== null) fault("credential_uuid", "provider local needs no key");
  });

export type AgentLanguageModel = z.output<typeof languageModel>;

export const agentModels = z
  .strictObject({
    llm: orNull(languageModel).describe("The model for talking, for conclusions and for reviews"),
    tts: refused,
    stt: refused,
    realtime: refused,
  })
  .transform(({ llm }) => ({ llm }));
