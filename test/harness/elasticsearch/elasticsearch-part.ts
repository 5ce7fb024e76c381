import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Part } from "../parts.ts";
import { installElasticsearch, missingForElasticsearch } from "./install-elasticsearch.ts";
import { type RunningElasticsearch, startElasticsearch } from "./start-elasticsearch.ts";

/**
 * The node of `ELASTICSEARCH_URL`, or one of our own wherever Java and Maven are. Ours is started by the first test that
 * asks for it: most runs need none, and it takes half a gigabyte. Without either the tests on it are skipped, loudly.
 */
export const prepareElasticsearch = async (folder: string): Promise<Part> => {
  const given = process.env["ELASTICSEARCH_URL"];
  if (given) {
    process.env["TEST_ELASTICSEARCH_URL"] = given;
    return { stop: () => {} };
  }
  const missing = missingForElasticsearch(process.env) ?? (await installFault());
  if (missing) return skip(missing);
  return openStarter(folder);
};

const skip = (reason: string): Part => {
  process.env["TEST_ELASTICSEARCH_MISSING"] = reason;
  process.stderr.write(
    `\n*** SKIPPED: every test on a real Elasticsearch: ${reason}.\n*** Set ELASTICSEARCH_URL to run them.\n\n`,
  );
  return { stop: () => {} };
};

const installFault = async (): Promise<string | null> => {
  try {
    await installElasticsearch();
    return null;
  } catch (error) {
    return `Maven could not fetch it (${error instanceof Error ? error.message : String(error)})`;
  }
};

/** Test files run in processes of their own; they ask here for the one node that they share. */
const openStarter = async (folder: string): Promise<Part> => {
  let node: Promise<RunningElasticsearch> | null = null;
  const server = createServer((_request, response) => {
    node ??= startElasticsearch({ dir: folder, isShortLived: true });
    node.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env["TEST_ELASTICSEARCH_STARTER"] = `http://127.0.0.1:${portOf(server.address())}`;
  return {
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await (await node?.catch(() => null))?.stop();
    },
  };
};

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0;
