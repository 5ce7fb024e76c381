import { createHash } from "node:crypto";

/** What OpenTelemetry's conventions for generative AI call a provider, by the names that organizations use. */
const PROVIDERS: Readonly<Record<string, string>> = {
  openai: "openai",
  azure: "azure.ai.openai",
  anthropic: "anthropic",
  gemini: "gcp.gemini",
  google: "gcp.gemini",
  mistral: "mistral_ai",
  groq: "groq",
  deepseek: "deepseek",
  cohere: "cohere",
  perplexity: "perplexity",
  xai: "x_ai",
  bedrock: "aws.bedrock",
  deepgram: "deepgram",
  elevenlabs: "elevenlabs",
  cartesia: "cartesia",
  local: "local",
};

/** Returns the provider's name for traces and metrics; one that nobody knows is `other`, so that names are few. */
export const nameProvider = (provider: string | null): string =>
  provider === null ? "local" : (PROVIDERS[provider.toLowerCase()] ?? "other");

/** Models of an organization's own may have any name: one that could tell something is not told. */
const PLAIN_NAME = /^[\w./:@-]{1,80}$/;
const LONG_DIGITS = /\d{9,}/;

export const nameModel = (model: string): string =>
  PLAIN_NAME.test(model) && !LONG_DIGITS.test(model)
    ? model
    : `model-${createHash("sha256").update(model).digest("hex").slice(0, 8)}`;
