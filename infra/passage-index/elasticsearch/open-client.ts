import { readFile } from "node:fs/promises";
import type { Client } from "@elastic/elasticsearch";

export interface ElasticsearchSettings {
  /** Name and password of a user may stand in it. */
  url: string;
  apiKey: string | null;
  /** PEM of the authority that signed its certificate; those that the system trusts unless it is given. */
  caFile?: string | undefined;
}

/** The limit for one request; writing many passages takes longest. */
const REQUEST_TIMEOUT_MS = 30_000;
/** For a node that is just then replaced. Everything that is sent may be repeated. */
const MAX_RETRIES = 2;

/** At its first use: whoever has no Elasticsearch does not pay for the library's memory. */
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
    // Errors of the library carry the request; nothing of it may reach a log.
    redaction: { type: "remove" },
  });
};
