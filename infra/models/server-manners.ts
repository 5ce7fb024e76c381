/** What is known of a model behind an address, beyond one request: each fact costs a refused request or a late reply. */
export interface ServerManners {
  /** False: the server does not support `stream_options`, so it does not report the tokens of a reply. */
  counts: boolean;
  /** The field for the longest reply; older servers know only `max_tokens`. */
  limitField: "max_completion_tokens" | "max_tokens";
  /** How a function is demanded: by its name, by a word, or not at all. */
  demandsBy: "function" | "required" | "nothing";
  /** Whether its replies begin within a thought that has no opening tag; null: no reply has shown it yet. */
  thinksFirst: boolean | null;
  /** False: the model for embeddings refuses `dimensions`. */
  takesDimensions: boolean;
  /** The most texts that a request for embeddings may hold. */
  batchSize: number;
}

export const MOST_TEXTS = 64;
const MOST_SERVERS = 1_000;

const known = new WeakMap<typeof fetch, Map<string, ServerManners>>();

/** Returns what is known of a model; changes of it are remembered as long as the process lives. */
export const recallManners = (settings: {
  fetch: typeof fetch;
  baseUrl: string | null;
  model: string;
}): ServerManners => {
  const servers = known.get(settings.fetch) ?? new Map<string, ServerManners>();
  known.set(settings.fetch, servers);
  const key = JSON.stringify([settings.baseUrl, settings.model]);
  const manners = servers.get(key) ?? {
    counts: true,
    limitField: "max_completion_tokens",
    demandsBy: "function",
    // OpenAI's own servers send no thoughts.
    thinksFirst: settings.baseUrl === null ? false : null,
    takesDimensions: true,
    batchSize: MOST_TEXTS,
  };
  servers.delete(key);
  servers.set(key, manners);
  const [oldest] = servers.keys();
  if (servers.size > MOST_SERVERS && oldest !== undefined) servers.delete(oldest);
  return manners;
};
