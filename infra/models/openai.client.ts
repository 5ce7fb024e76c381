import type OpenAI from "openai";
import { readRefusal } from "./server-refusal.ts";

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

type ClientSettings = Pick<OpenaiSettings, "apiKey" | "baseUrl" | "fetch">;

/** The clients of the last minute: every turn of a conversation opens its model anew. */
const clients = new WeakMap<typeof fetch, Map<string, OpenAI>>();
const CLIENT_KEPT_MS = 60_000;
const MOST_CLIENTS = 200;

/** Opens a client, or returns one with the same settings. Loads the library at its first use: other models do without it. */
export const openClient = async (settings: ClientSettings): Promise<OpenAI> => {
  const known = clients.get(settings.fetch) ?? new Map<string, OpenAI>();
  clients.set(settings.fetch, known);
  const key = JSON.stringify([settings.baseUrl, settings.apiKey]);
  const found = known.get(key);
  if (found) return found;
  const client = await createClient(settings);
  if (known.size === 0) setTimeout(() => known.clear(), CLIENT_KEPT_MS).unref();
  if (known.size < MOST_CLIENTS) known.set(key, client);
  return client;
};

export const OPENAI_ROOT = "https://api.openai.com/v1";

const createClient = async (settings: ClientSettings): Promise<OpenAI> => {
  const { OpenAI: Client } = await import("openai");
  return new Client({
    apiKey: settings.apiKey ?? NO_KEY,
    baseURL: settings.baseUrl ?? OPENAI_ROOT,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: REQUEST_TIMEOUT_MS,
    fetch: throwRefusals(settings),
    logLevel: "off",
  });
};

/** The library drops what a server says in another form than OpenAI's, so a refusal is read before it. */
const throwRefusals =
  ({ fetch: send, apiKey }: ClientSettings): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (response.ok) return response;
    throw await readRefusal(response, apiKey === null ? [] : [apiKey]);
  };
