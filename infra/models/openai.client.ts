import type OpenAI from "openai";

export interface OpenaiSettings {
  model: string;
  apiKey: string | null;
  /** Without it OpenAI's own. */
  baseUrl: string | null;
  /** How requests leave: addresses that organizations give are judged there. */
  fetch: typeof fetch;
}

const REQUEST_TIMEOUT_MS = 60_000;
/** Servers of one's own need no key, the library insists on one. */
const NO_KEY = "none";

/** At its first use: whoever talks with other models does not pay for the library's memory. */
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
