import type { Client } from "@elastic/elasticsearch";
import type { PassageIndex } from "../passage-index.ts";
import { writeCurrentEdition } from "./current-editions.ts";
import { toIndexError } from "./errors.ts";
import { findMatching, findNearest } from "./find-passages.ts";
import { chooseIndexNames, ensureIndices } from "./index-schema.ts";
import { type ElasticsearchSettings, openClient } from "./open-client.ts";
import { putPassages, removePassages } from "./write-passages.ts";

/**
 * Creates the index in Elasticsearch 8.19 or newer. Writing does not wait until passages are searchable; `makeCurrent`
 * refreshes the index, once for each document. Indices are created at the first use.
 */
export const createElasticsearchPassageIndex = (settings: ElasticsearchSettings & { prefix: string }): PassageIndex => {
  const names = chooseIndexNames(settings.prefix);
  const connection = lazyConnection(settings, (client) => ensureIndices(client, names));
  const withClient = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    try {
      return await work(await connection.open());
    } catch (error) {
      throw toIndexError(error);
    }
  };
  const target = (client: Client, organizationId: number) => ({ client, index: names.passages, organizationId });
  return {
    put: (organizationId, passages) => withClient((client) => putPassages(target(client, organizationId), passages)),
    makeCurrent: (organizationId, edition) =>
      withClient(async (client) => {
        await client.indices.refresh({ index: names.passages });
        const { documentUuid } = edition;
        await writeCurrentEdition(client, names.current, { organizationId, documentUuid, edition });
      }),
    remove: (organizationId, { documentUuid, except }) =>
      withClient(async (client) => {
        if (!except) {
          await writeCurrentEdition(client, names.current, { organizationId, documentUuid, edition: null });
        }
        await removePassages(target(client, organizationId), { documentUuid, ...(except && { except }) });
      }),
    forget: (organizationId, passages) =>
      withClient((client) => removePassages(target(client, organizationId), passages)),
    nearest: (organizationId, query) => withClient((client) => findNearest({ client, names, organizationId }, query)),
    matching: (organizationId, query) => withClient((client) => findMatching({ client, names, organizationId }, query)),
    close: () => connection.close(),
  };
};

/** Opens and prepares a connection once; after a failure the next use tries again. */
const lazyConnection = (settings: ElasticsearchSettings, prepare: (client: Client) => Promise<void>) => {
  let client: Promise<Client> | null = null;
  let ready: Promise<void> | null = null;
  return {
    open: async (): Promise<Client> => {
      client ??= openClient(settings);
      const opened = await client;
      ready ??= prepare(opened);
      try {
        await ready;
      } catch (error) {
        ready = null;
        throw error;
      }
      return opened;
    },
    close: async () => {
      await (await client)?.close();
    },
  };
};
