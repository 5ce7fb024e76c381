import type { Config } from "../config/config.ts";
import { openClient } from "../passage-index/elasticsearch/open-client.ts";
import { type Check, fault, good, warning } from "./finding.ts";

/** The oldest version with the vectors that we search. */
const OLDEST_MAJOR = 8;
/** Elasticsearch says by it which of its shards has no machine, and why. */
const EXPLAIN = 'curl "$ELASTICSEARCH_URL/_cluster/allocation/explain?pretty"';

/** Looks at the index of documents and of what was said. */
export const checkSearch = ({
  ELASTICSEARCH_URL,
  ELASTICSEARCH_API_KEY,
  ELASTICSEARCH_TLS_CA_FILE,
}: Config): Check => ({
  part: "search",
  look: async () => {
    if (ELASTICSEARCH_URL === undefined) return [good("search_built_in")];
    const client = await openClient({
      url: ELASTICSEARCH_URL,
      apiKey: ELASTICSEARCH_API_KEY ?? null,
      caFile: ELASTICSEARCH_TLS_CA_FILE,
    });
    try {
      const [{ version }, { status: state }] = await Promise.all([client.info(), client.cluster.health()]);
      const { number } = version;
      if (Number.parseInt(number, 10) < OLDEST_MAJOR)
        return [fault("search_old", { version: number, oldest: OLDEST_MAJOR })];
      return [
        state === "red"
          ? { ...warning("search_red", { version: number, state }), command: EXPLAIN }
          : good("search_reached", { version: number, state }),
      ];
    } finally {
      await client.close();
    }
  },
});
