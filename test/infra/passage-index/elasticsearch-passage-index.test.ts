import { afterAll, describe, expect, it } from "@jest/globals";
import { createServer } from "node:http";
import { createElasticsearchPassageIndex } from "../../../infra/passage-index/elasticsearch/elasticsearch-passage-index.ts";
import { indexNames } from "../../../infra/passage-index/elasticsearch/index-schema.ts";
import type { PassageIndexError } from "../../../infra/passage-index/passage-index.ts";
import {
  describeOnElasticsearch,
  missingElasticsearch,
  testElasticsearchUrl,
} from "../../harness/test-elasticsearch.ts";
import { passageIndexConformance } from "./passage-index-conformance.ts";
import { editionOf, everything } from "./passages.ts";

/** Both openings make the indices, at the same time. */
const prefix = `ringdown-test-${process.pid}`;

passageIndexConformance({
  name: "Elasticsearch",
  missing: missingElasticsearch(),
  open: async () => createElasticsearchPassageIndex({ url: await testElasticsearchUrl(), apiKey: null, prefix }),
});

describeOnElasticsearch("the node", () => {
  // It may be one that goes on after the tests.
  afterAll(async () => {
    const url = await testElasticsearchUrl();
    const { passages, current } = indexNames(prefix);
    await Promise.all([`${passages}-v1`, current].map((name) => fetch(`${url}/${name}`, { method: "DELETE" })));
  });

  it("holds vectors of eight bits in a graph, and no copy of them beside it", async () => {
    const url = await testElasticsearchUrl();
    const mapping = await (await fetch(`${url}/${indexNames(prefix).passages}/_mapping`)).text();
    expect(mapping).toContain('"type":"int8_hnsw"');
    expect(mapping).toContain('"excludes":["vector","terms"]');
  });
});

describe("a fault of Elasticsearch", () => {
  const faultOf = async (url: string, apiKey: string | null = null): Promise<PassageIndexError> => {
    const index = createElasticsearchPassageIndex({ url, apiKey, prefix });
    try {
      return await index.matching(1, { text: "words that are private", filter: everything, limit: 1 }).then(
        () => Promise.reject(new Error("it did not fail")),
        (error: PassageIndexError) => error,
      );
    } finally {
      await index.close();
    }
  };
  const answering = async <T>(status: number, work: (url: string, seen: string[]) => Promise<T>): Promise<T> => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization ?? "");
      const headers = { "content-type": "application/json", "x-elastic-product": "Elasticsearch" };
      response
        .writeHead(status, headers)
        .end(JSON.stringify({ error: { type: "x", reason: "words that are private" } }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    try {
      return await work(`127.0.0.1:${typeof address === "object" ? address?.port : 0}`, seen);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  it("is unavailable where nobody answers", async () => {
    expect(await faultOf("http://127.0.0.1:9")).toMatchObject({ code: "unavailable", isPassing: true });
  });

  it.each([
    [401, "refused", false],
    [400, "refused", false],
    [429, "unavailable", true],
    [503, "unavailable", true],
  ])("of status %i is %s, in our words alone", async (status, code, isPassing) => {
    const fault = await answering(status, (host) => faultOf(`http://${host}`));
    expect(fault).toMatchObject({ name: "PassageIndexError", code, isPassing });
    expect(fault.message).toContain(String(status));
    expect(`${fault.stack}${String(fault.cause)}`).not.toContain("private");
  });

  it("holds no credentials, which are sent as they should be", async () => {
    const byKey = await answering(
      403,
      async (host, seen) => [await faultOf(`http://${host}`, "a-secret-key"), seen] as const,
    );
    expect([...new Set(byKey[1])]).toEqual(["ApiKey a-secret-key"]);
    const byUser = await answering(
      403,
      async (host, seen) => [await faultOf(`http://u:p%40ss@${host}`), seen] as const,
    );
    expect([...new Set(byUser[1])]).toEqual([`Basic ${Buffer.from("u:p@ss").toString("base64")}`]);
    for (const [fault] of [byKey, byUser])
      expect(`${fault.stack}${String(fault.cause)}`).not.toMatch(/secret|p@ss|p%40/);
  });

  it("is told when a document is changed, too", async () => {
    const index = createElasticsearchPassageIndex({ url: "http://127.0.0.1:9", apiKey: null, prefix });
    await expect(index.makeCurrent(1, editionOf())).rejects.toMatchObject({ code: "unavailable" });
    await expect(index.remove(1, { documentUuid: "d" })).rejects.toMatchObject({ code: "unavailable" });
    await index.close();
  });
});
