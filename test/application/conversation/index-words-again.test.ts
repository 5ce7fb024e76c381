import { describe, expect, it } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { createDocumentReindexingActivities } from "../../../activities/document-processing/document-reindexing.activities.ts";
import { searchCallsOperation } from "../../../api/calls/calls.operations.ts";
import { indexSpokenWords, nameShelf, type SpokenRun } from "../../../application/conversation/spoken-words.ts";
import { removeWords } from "../../../infra/postgres/conversation/expired-words.repository.ts";
import { markWordsUnindexed } from "../../../infra/postgres/conversation/unindexed-words.repository.ts";
import { listOutdatedOrganizations } from "../../../infra/postgres/document/outdated-documents.repository.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

const { test, api } = await useTestApi({ environment: { TEMPORAL_ADDRESS: "127.0.0.1:9" } });
const { nextOutdated } = createDocumentReindexingActivities(api.dependencies);

interface Speaker {
  tenant: Tenant;
  agent: { organizationId: number; agentId: number; versionId: number };
}

const makeSpeaker = async (): Promise<Speaker> => {
  const tenant = await createTenant(test);
  return { tenant, agent: { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) } };
};

const talk = async ({ agent }: Speaker, text: string) => {
  const run = await createRunRow(test, agent, endedCall());
  const row = { organization_id: run.organization_id, run_id: run.id };
  await test.everything
    .insertInto("conversations")
    .values({ ...row, driver: "relay", state: "ended" })
    .execute();
  await test.everything
    .insertInto("conversation_entries")
    .values({ ...row, turn: 1, speaker: "person", text })
    .execute();
  await indexSpokenWords(api.dependencies, run);
  return run;
};

const find = async ({ tenant }: Speaker, q: string) =>
  (await api.client(tenant.viewer).call(searchCallsOperation, { query: { q } })).body.calls.map(
    (call) => call.workflow_run_id,
  );

const { transcriptIndex, database } = api.dependencies;
const loseIndex = (run: SpokenRun) => transcriptIndex.remove(run.organization_id, { documentUuid: nameShelf(run) });
/** What the index itself holds, whether its rows are there or not. */
const holds = async ({ tenant }: Speaker, text: string) => {
  const filter = { scopes: null, namedDocumentUuids: [], documentUuids: null };
  return (await transcriptIndex.matching(tenant.organizationId, { text, limit: 100, filter })).map((hit) => hit.text);
};
const markAll = () => test.everything.transaction().execute(markWordsUnindexed);
const indexAgain = ({ tenant }: Speaker) =>
  new MockActivityEnvironment().run(nextOutdated, { organizationId: tenant.organizationId });

describe("an index of words that was lost", () => {
  it("is filled again from the stored words of every conversation", async () => {
    const speaker = await makeSpeaker();
    const runs: number[] = [];
    // More than a page.
    for (let made = 0; made < 60; made += 1) runs.push((await talk(speaker, `the blue umbrella ${made}`)).id);
    const other = await makeSpeaker();
    const theirs = await talk(other, "the blue umbrella of somebody else");
    await loseIndex(theirs);
    await loseIndex(await talk(speaker, "goodbye"));
    expect(await find(speaker, "umbrella")).toEqual([]);
    await indexAgain(speaker);
    expect(await find(speaker, "umbrella")).toEqual([]);

    expect(await markAll()).toBeGreaterThanOrEqual(62);
    expect(await listOutdatedOrganizations(database)).toContain(speaker.tenant.organizationId);
    await indexAgain(speaker);
    expect(await holds(speaker, "umbrella")).toHaveLength(60);
    expect(runs).toEqual(expect.arrayContaining(await find(speaker, "umbrella")));
    expect(await listOutdatedOrganizations(database)).not.toContain(speaker.tenant.organizationId);
    expect(await find(other, "umbrella")).toEqual([]);
    await indexAgain(other);
    expect(await find(other, "umbrella")).toEqual([theirs.id]);
  });

  it("does not get the words back that a retention period or an erasure has removed, nor keeps those that go meanwhile", async () => {
    const speaker = await makeSpeaker();
    const [expired, kept] = [await talk(speaker, "the red balloon"), await talk(speaker, "the red balloon, please")];
    await database.inOrganization(speaker.tenant.organizationId, (tx) => removeWords(tx, [expired.id]));
    await loseIndex(kept);
    await markAll();
    await indexAgain(speaker);
    expect(await holds(speaker, "balloon")).toEqual(["the red balloon, please"]);

    await markAll();
    // The words go between their reading and the end of their page.
    const put = transcriptIndex.put.bind(transcriptIndex);
    const racing = {
      ...api.dependencies,
      transcriptIndex: Object.assign(Object.create(transcriptIndex), {
        put: async (...passages: Parameters<typeof put>) => {
          await put(...passages);
          await database.inOrganization(speaker.tenant.organizationId, (tx) => removeWords(tx, [kept.id]));
        },
      }),
    };
    const { nextOutdated: racingNext } = createDocumentReindexingActivities(racing);
    await new MockActivityEnvironment().run(racingNext, { organizationId: speaker.tenant.organizationId });
    expect(await holds(speaker, "balloon")).toEqual([]);
  });
});
