import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { listAgentsOperation } from "../../../api/agents/agents.operations.ts";
import { createContactListOperation } from "../../../api/contacts/contacts.operations.ts";
import { getDocumentOperation, searchDocumentsOperation } from "../../../api/documents/documents.operations.ts";
import { gateBefore, type ShuttingGate } from "../../harness/shutting-gate.ts";
import { describeOnElasticsearch, testElasticsearchUrl } from "../../harness/test-elasticsearch.ts";
import { openTestStack, type TestStack } from "../../harness/test-stack.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type FaultedOrganization, openFaultedOrganization } from "./faulted-organization.ts";

let gate: ShuttingGate;
let stack: TestStack;
let organization: FaultedOrganization;

describeOnElasticsearch("while Elasticsearch is away", () => {
  beforeAll(async () => {
    gate = await gateBefore(await testElasticsearchUrl());
    stack = await openTestStack({ ELASTICSEARCH_URL: `http://${gate.address}` });
    organization = await openFaultedOrganization(stack.running);
  });
  afterAll(async () => {
    await stack?.close();
    await gate?.close();
  });

  it("campaigns and calls go on, a search is refused with a sentence, and documents wait until it is back", async () => {
    const { client } = organization;
    const before = await organization.uploadDocument("before.txt", "The warehouse opens at seven.");
    await organization.untilDocumentIsReady(before);
    expect(await organization.search("warehouse")).toBe(1);
    const campaignId = await organization.startCampaign(30);
    gate.shut();

    expect((await client.call(listAgentsOperation)).body).not.toEqual([]);
    await client.call(createContactListOperation, { body: { name: "Made meanwhile" } });
    expect(new Set(await organization.untilCampaignIsOver(campaignId))).toEqual(new Set([1]));
    const call = await organization.makeRecordedCall();
    expect(await waitUntil("the recording is kept", () => organization.recordingOf(call))).toBeGreaterThan(44);

    const { status, detail, headers } = await client.refused(searchDocumentsOperation, {
      body: { query: "warehouse" },
    });
    expect([status, detail]).toEqual([503, "Search is not available now; try again in a moment"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    const document_uuid = await organization.uploadDocument("late.txt", "The office opens at nine.");
    const readDocument = async () => (await client.call(getDocumentOperation, { params: { document_uuid } })).body;
    await waitUntil("the document is being read", async () => (await readDocument()).state === "indexing");
    expect((await readDocument()).processing_error).toBeNull();

    gate.open();
    await organization.untilDocumentIsReady(document_uuid);
    const { chunks } = (await client.call(searchDocumentsOperation, { body: { query: "office warehouse" } })).body;
    expect(chunks.map(({ filename }) => filename).toSorted()).toEqual(["before.txt", "late.txt"]);
  });
});
