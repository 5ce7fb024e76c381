import type OpenAI from "openai";

export interface OpenaiSettings {
  model: string;
  apiKey: string | null;
  /** Null: OpenAI's own. */
  baseUrl: string | null;
  /** Sends the requests, and checks addresses that organizations give. */
  fetch: typeof fetch;
}

const REQUEST_TIMEOUT_MS = 60_000;
/** Self-hosted servers need no key, but the library requires one. */
const NO_KEY = "none";

/** Loads the library at its first use, so that other models do not pay for its memory. */
export const openClient = async (settings: OpenaiSettings): Promise<OpenAI> => {
  const { OpenAI: Client } = await import("openai");
  return new Client({
    apiKey: settings.apiKey ?? NO_KEY,
    baseURL: settings.baseUrl ?? "https://api.openai.com/v1",
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: REQUEST_TIMEOUT_MS,
    fetch: settings.fetch,
    logLevel: "off",
  });
};
