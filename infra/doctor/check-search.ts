import type { Config } from "../config/config.ts";
import { openClient } from "../passage-index/elasticsearch/open-client.ts";
import { type Check, fault, good, warning } from "./finding.ts";

/** The oldest version with the vectors that we search. */
const OLDEST_MAJOR = 8;

/** Looks at the index of documents and of what was said. */
export const checkSearch = ({
  ELASTICSEARCH_URL,
  ELASTICSEARCH_API_KEY,
  ELASTICSEARCH_TLS_CA_FILE,
}: Config): Check => ({
  part: "Search",
  look: async () => {
    if (ELASTICSEARCH_URL === undefined)
      return [good("The built-in index is used: one API and one worker share its folder")];
    const client = await openClient({
      url: ELASTICSEARCH_URL,
      apiKey: ELASTICSEARCH_API_KEY ?? null,
      caFile: ELASTICSEARCH_TLS_CA_FILE,
    });
    try {
      const { version } = await client.info();
      const { status } = await client.cluster.health();
      if (Number.parseInt(version.number, 10) < OLDEST_MAJOR)
        return [fault(`It is Elasticsearch ${version.number}`, `Move to ${OLDEST_MAJOR} or newer`)];
      const words = `It is Elasticsearch ${version.number}, and its state is ${status}`;
      return [status === "red" ? warning(words, "Look at GET _cluster/allocation/explain") : good(words)];
    } finally {
      await client.close();
    }
  },
});
