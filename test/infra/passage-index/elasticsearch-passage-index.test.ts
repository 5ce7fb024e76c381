import { createServer } from "node:http";
import { Client } from "@elastic/elasticsearch";
import { afterAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { MOST_DOCUMENTS } from "../../../infra/passage-index/elasticsearch/current-editions.ts";
import { createElasticsearchPassageIndex } from "../../../infra/passage-index/elasticsearch/elasticsearch-passage-index.ts";
import { findNearest } from "../../../infra/passage-index/elasticsearch/find-passages.ts";
import { chooseIndexNames } from "../../../infra/passage-index/elasticsearch/index-schema.ts";
import type { PassageIndexError } from "../../../infra/passage-index/passage-index.ts";
import {
  describeOnElasticsearch,
  missingElasticsearch,
  testElasticsearchUrl,
} from "../../harness/test-elasticsearch.ts";
import { passageIndexConformance } from "./passage-index-conformance.ts";
import { editionOf, everything, MODEL, passageOf, vectorOf } from "./passages.ts";

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
    const { passages, current } = chooseIndexNames(prefix);
    await Promise.all([`${passages}-v1`, current].map((name) => fetch(`${url}/${name}`, { method: "DELETE" })));
  });

  it("holds vectors of eight bits in a graph, and no copy of them beside it", async () => {
    const url = await testElasticsearchUrl();
    const mapping = await (await fetch(`${url}/${chooseIndexNames(prefix).passages}/_mapping`)).text();
    expect(mapping).toContain('"type":"int8_hnsw"');
    expect(mapping).toContain('"excludes":["vector","terms"]');
  });

  it("compares no more than twice as many vectors as the organization has, however many closer ones others have", async () => {
    const client = new Client({ node: await testElasticsearchUrl() });
    const names = chooseIndexNames(prefix);
    const index = createElasticsearchPassageIndex({ url: await testElasticsearchUrl(), apiKey: null, prefix });
    const [mine, theirs, more] = [process.pid * 10 + 1, process.pid * 10 + 2, process.pid * 10 + 3];
    const fill = async (organizationId: number, count: number) => {
      const passages = Array.from({ length: count }, (_, ordinal) =>
        passageOf({ ordinal, vector: vectorOf({ 0: 1, [1 + (ordinal % 700)]: 0.5 }) }),
      );
      await index.put(organizationId, passages);
      await index.makeCurrent(organizationId, editionOf());
    };
    await fill(mine, 5);
    await fill(theirs, 600);
    await fill(more, 120);
    const compared: number[] = [];
    const sent: string[] = [];
    client.diagnostic.on("request", (_error, event) => {
      const body: unknown = event?.meta.request.params.body;
      if (typeof body === "string") sent.push(body);
    });
    for (const organizationId of [mine, theirs, more]) {
      const query = { vector: vectorOf({ 0: 1 }), model: MODEL, filter: everything, limit: 5 };
      await findNearest({ client, names, organizationId }, query);
      const path = `${names.passages}/_search?routing=org-${organizationId}`;
      compared.push(await comparisonsOf(path, { ...JSON.parse(sent.at(-1) ?? ""), profile: true }));
    }
    await Promise.all([client.close(), index.close()]);
    // Its own once while the graph is walked, and once more one by one where the walk met too many of the others.
    expect(compared[0]).toBeLessThanOrEqual(2 * 5);
    expect(compared[2]).toBeLessThanOrEqual(2 * 120);
    expect(compared[1]).toBeGreaterThan(2 * 5);
  });
});

const profileSchema = z.object({
  profile: z.object({
    shards: z.array(z.object({ dfs: z.object({ knn: z.array(z.object({ vector_operations_count: z.number() })) }) })),
  }),
});

/** Returns how many vectors the engine itself reports to have compared. */
const comparisonsOf = async (path: string, body: object): Promise<number> => {
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const answer: unknown = await (await fetch(`${await testElasticsearchUrl()}/${path}`, request)).json();
  const searches = profileSchema.parse(answer).profile.shards.flatMap(({ dfs }) => dfs.knn);
  return searches.reduce((sum, search) => sum + search.vector_operations_count, 0);
};

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

  it("is said before an organization has more documents than a filter takes", async () => {
    const asked: string[] = [];
    const editions = Array.from({ length: MOST_DOCUMENTS }, (_, at) => `d${at}/1/${MODEL}`);
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const headers = { "content-type": "application/json", "x-elastic-product": "Elasticsearch" };
      const found = { found: true, _seq_no: 1, _primary_term: 1, _source: { editions } };
      response.writeHead(200, headers).end(request.method === "HEAD" ? "" : JSON.stringify(found));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    const index = createElasticsearchPassageIndex({ url, apiKey: null, prefix });
    await expect(index.makeCurrent(1, editionOf())).rejects.toMatchObject({ code: "full", isPassing: false });
    expect(asked.filter((line) => line.startsWith("PUT"))).toEqual([]);
    await index.makeCurrent(1, editionOf({ documentUuid: "d7", version: 2 }));
    expect(asked.filter((line) => line.startsWith("PUT"))).toHaveLength(1);
    await index.close();
    server.closeAllConnections();
    server.close();
  });

  it("is told when a document is changed, too", async () => {
    const index = createElasticsearchPassageIndex({ url: "http://127.0.0.1:9", apiKey: null, prefix });
    await expect(index.makeCurrent(1, editionOf())).rejects.toMatchObject({ code: "unavailable" });
    await expect(index.remove(1, { documentUuid: "d" })).rejects.toMatchObject({ code: "unavailable" });
    await index.close();
  });
});
