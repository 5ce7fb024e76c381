import { readFile } from "node:fs/promises";
import type { Client } from "@elastic/elasticsearch";

export interface ElasticsearchSettings {
  /** The address may hold a user's name and password. */
  url: string;
  apiKey: string | null;
  /** PEM of the authority that signed the server's certificate; default: those that the system trusts. */
  caFile?: string | undefined;
}

/** The limit for one request; writing many passages takes longest. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A request is retried while a node is being replaced; every request may be repeated. */
const MAX_RETRIES = 2;

/** Loads the library at its first use, so that installations without Elasticsearch do not pay for its memory. */
export const openClient = async ({ url, apiKey, caFile }: ElasticsearchSettings): Promise<Client> => {
  const { Client: Elasticsearch } = await import("@elastic/elasticsearch");
  const { username, password } = new URL(url);
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  const user = username && { auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) } };
  return new Elasticsearch({
    node: bare.href,
    ...(apiKey ? { auth: { apiKey } } : user),
    ...(caFile ? { tls: { ca: await readFile(caFile) } } : {}),
    requestTimeout: REQUEST_TIMEOUT_MS,
    maxRetries: MAX_RETRIES,
    enableMetaHeader: false,
    // Errors of the library contain the request, which may not reach a log.
    redaction: { type: "remove" },
  });
};
