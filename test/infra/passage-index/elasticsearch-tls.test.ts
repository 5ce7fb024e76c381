import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createElasticsearchPassageIndex } from "../../../infra/passage-index/elasticsearch/elasticsearch-passage-index.ts";
import { chooseIndexNames } from "../../../infra/passage-index/elasticsearch/index-schema.ts";
import { createCertificateAuthority } from "../../harness/certificate-authority.ts";
import type { Gate } from "../../harness/gate.ts";
import { describeOnElasticsearch, testElasticsearchUrl } from "../../harness/test-elasticsearch.ts";
import { openTlsGate } from "../../harness/tls-gate.ts";

const ours = createCertificateAuthority("An authority of one's own");
const another = createCertificateAuthority("Another authority");
const prefix = `ringdown-tls-${process.pid}`;

describeOnElasticsearch("an Elasticsearch behind TLS", () => {
  let folder: string;
  let gate: Gate;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "ringdown-tls-"));
    writeFileSync(join(folder, "ours.pem"), ours.certificate);
    writeFileSync(join(folder, "another.pem"), another.certificate);
    const { hostname, port } = new URL(await testElasticsearchUrl());
    gate = await openTlsGate({ host: hostname, port: Number(port) }, ours.issue(["localhost"]));
  });
  afterAll(async () => {
    await gate.close();
    const url = await testElasticsearchUrl();
    const { passages, current } = chooseIndexNames(prefix);
    await Promise.all([`${passages}-v1`, current].map((name) => fetch(`${url}/${name}`, { method: "DELETE" })));
    rmSync(folder, { recursive: true, force: true });
  });

  const removeNothing = async (authority: string): Promise<void> => {
    const url = `https://localhost:${gate.port}`;
    const index = createElasticsearchPassageIndex({ url, apiKey: null, caFile: join(folder, authority), prefix });
    try {
      await index.remove(1, { documentUuid: randomUUID() });
    } finally {
      await index.close();
    }
  };

  it("is spoken with where the authority's file is named, and refused where another one is", async () => {
    await removeNothing("ours.pem");
    await expect(removeNothing("another.pem")).rejects.toThrow();
  });
});
