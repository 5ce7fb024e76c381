import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createErasureOperation, getErasureOperation } from "../../../api/people/people.operations.ts";
import { describeOnElasticsearch, testElasticsearchUrl } from "../../harness/test-elasticsearch.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../calls/calling-platform.ts";
import { openTalkingOrganization, type TalkingOrganization } from "../conversations/talking-organization.ts";
import { makeKnown, PERSON } from "./known-person.ts";
import { namesPerson } from "./traces.ts";

/** Every document of every index of the node, as text. */
const readIndex = async (url: string): Promise<string[]> => {
  await fetch(`${url}/_refresh`, { method: "POST" });
  const answer = await fetch(`${url}/ringdown*/_search?size=10000`);
  if (!answer.ok) throw new Error(await answer.text());
  const found: { hits: { hits: unknown[] } } = JSON.parse(await answer.text());
  return found.hits.hits.map((hit) => JSON.stringify(hit));
};

describeOnElasticsearch("Elasticsearch, when a person is erased,", () => {
  let url: string;
  let platform: CallingPlatform;
  let organization: TalkingOrganization;

  beforeAll(async () => {
    url = await testElasticsearchUrl();
    platform = await startCallingPlatform(
      { speed: 60, defaults: { outcomes: ["answered"], ring_seconds: 1 } },
      { ELASTICSEARCH_URL: url, S3_BUCKET: "ringdown-erasure-elasticsearch" },
    );
    await platform.api.dependencies.objectStore.ensureBucket();
    organization = await openTalkingOrganization(platform, { configurations: { call_recording_enabled: true } });
    await makeKnown(platform, organization);
  });
  afterAll(() => platform.close());

  it("finds neither their words nor a document that named them, and still finds the neighbour's", async () => {
    await waitUntil("what was said is in the index", async () => (await readIndex(url)).some(namesPerson));
    const admin = platform.api.client({ token: organization.admin.token });
    const body = { phone_number: PERSON.number, reason: "They asked" };
    const { erasure_id } = (await admin.call(createErasureOperation, { body })).body;
    await waitUntil("the person is erased", async () => {
      const { body: now } = await admin.call(getErasureOperation, { params: { erasure_id } });
      return now.state === "done";
    });
    const left = await readIndex(url);
    expect(left.filter(namesPerson)).toEqual([]);
    expect(left.some((text) => /neighbour/i.test(text))).toBe(true);
  });
});
