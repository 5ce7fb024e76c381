import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { restartLostCampaigns } from "../../../activities/maintenance/restart-lost-campaigns.ts";
import { restartLostImports } from "../../../activities/maintenance/restart-lost-imports.ts";
import {
  campaignProgressOperation,
  campaignRunsOperation,
  campaignSummaryOperation,
} from "../../../api/campaigns/campaign-reading.operations.ts";
import {
  cancelCampaignOperation,
  createCampaignOperation,
  getCampaignOperation,
  pauseCampaignOperation,
  redialCampaignOperation,
  resumeCampaignOperation,
  startCampaignOperation,
  updateCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { changeFigures } from "../../../infra/postgres/campaign/figures.repository.ts";
import { buildCampaignLockKey, withSharedLocks } from "../../../infra/postgres/locks.ts";
import { campaignContract, progressQuery } from "../../../workflows/campaign/campaign.contract.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, type NewContact, someContacts } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "./running-worker.ts";

let test: TestDatabase;
let api: TestApi;
let simulator: { baseUrl: string; close(): Promise<void> };
let worker: { stop(): Promise<void> };
let tenant: Tenant;
let operator: ApiClient;
let agentId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  simulator = await startTestSimulator({
    script: {
      speed: 100_000,
      defaults: { outcomes: ["answered"] },
      rules: [
        { match: "77$", outcomes: ["busy", "answered"] },
        // Long enough to be in progress while everything else happens.
        { match: "99$", outcomes: ["answered"], talk_seconds: 86_400, ring_seconds: 86_400 },
      ],
    },
  });
  const namespace = await createTestNamespace();
  api = await startTestApi(test, {
    environment: { CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl, TEMPORAL_NAMESPACE: namespace },
  });
  worker = await startTestWorker(test, { api, namespace });
  await api.dependencies.objectStore.ensureBucket();
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  ({ agentId } = await createAgentRows(test, tenant));
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await simulator.close();
  await test.drop();
});

const at = (campaignId: number) => ({ params: { campaign_id: campaignId } });
const draftFor = async (contacts: NewContact[], overrides: object = {}) => {
  const contact_list_id = await createContactListRows(test, tenant, contacts);
  return (await createCampaign(operator, { workflow_id: agentId, contact_list_id, ...overrides })).id;
};
/** True when somebody waits for the calls of the campaign that are being handed over. */
const waitsForHandOvers = async (id: number): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtextextended(${buildCampaignLockKey(id)}, 0)`.execute(
    test.everything,
  );
  return rows.length > 0;
};
/** As if the campaign had called somebody, whose call ended so. */
const hasCalled = (campaign_id: number, last_outcome: string) =>
  test.everything
    .insertInto("campaign_contacts")
    .values({
      organization_id: tenant.organizationId,
      campaign_id,
      phone_number: "+14155550155",
      timezone: "America/Los_Angeles",
      attributes: {},
      state: "finished",
      last_outcome,
    })
    .execute();
const start = (id: number) => operator.call(startCampaignOperation, { ...at(id), body: {} });
const stateIs = (id: number, state: string) =>
  waitUntil(
    `campaign ${id} is ${state}`,
    async () => (await operator.call(getCampaignOperation, at(id))).body.state === state,
  );
/** A window that is never open while a test runs: an hour of the day three days from now. */
const closedNow = () => {
  const day_of_week = (new Date().getUTCDay() + 2) % 7;
  return { timezone: "UTC", slots: [{ day_of_week, start_time: "00:00", end_time: "01:00" }] };
};

/** Returns the attributes by which operators find an ended campaign's workflow in the Temporal UI. */
const shownToOperators = async (campaignId: number) => {
  const workflowId = campaignContract.workflowId({ organizationId: tenant.organizationId, campaignId });
  const handle = api.dependencies.temporal.workflow.getHandle(workflowId);
  await handle.result();
  const workflow = await handle.describe();
  const attributes = workflow.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]);
  return { summary: await workflow.staticSummary(), ...Object.fromEntries(attributes) };
};

describe("a campaign from its start to its redial", () => {
  it("dials everybody once, then redials only who was busy, once", async () => {
    const contacts = [...someContacts(5), { phone_number: "+14155550177", name: "Busy" }];
    const id = await draftFor(contacts, { retry_config: { enabled: false }, consent_attested: false });
    const { body: started } = await operator.call(startCampaignOperation, {
      ...at(id),
      body: { consent_attested: true },
    });
    expect(started).toMatchObject({ state: "running", consent_attested_by: tenant.operator.userId });
    await stateIs(id, "completed");
    const { body: progress } = await operator.call(campaignProgressOperation, at(id));
    expect(progress).toMatchObject({
      state: "completed",
      source: "database",
      total: 6,
      finished: 6,
      remaining: 0,
      dialled: 6,
      answered: 5,
      failed_calls: 1,
      attempts: 6,
      progress_percentage: 100,
    });
    const { body: summary } = await operator.call(campaignSummaryOperation, at(id));
    expect(summary.outcomes).toEqual({ answered: 5, busy: 1 });
    const { body: list } = await operator.call(campaignRunsOperation, at(id));
    expect(new Set(list.runs.map(({ called_number }) => called_number)).size).toBe(6);

    const { body: child } = await operator.call(redialCampaignOperation, { ...at(id), body: { name: "Again" } });
    expect(child).toMatchObject({ name: "Again", parent_campaign_id: id, state: "running", workflow_id: agentId });
    await stateIs(child.id, "completed");
    expect((await operator.call(campaignProgressOperation, at(child.id))).body).toMatchObject({
      total: 1,
      finished: 1,
    });
    const seenOf = (campaignId: number, summary: string) => ({
      summary,
      OrganizationId: tenant.organizationId,
      CampaignId: campaignId,
      CampaignState: "completed",
    });
    expect(await shownToOperators(child.id)).toMatchObject(seenOf(child.id, "Again"));
    const { body: parent } = await operator.call(getCampaignOperation, at(id));
    expect(await shownToOperators(id)).toMatchObject(seenOf(id, parent.name));
    expect(parent.redialed_campaign_id).toBe(child.id);
    const again = await operator.refused(redialCampaignOperation, { ...at(id), body: {} });
    expect(again).toMatchObject({ status: 409, detail: expect.stringContaining(`campaign ${child.id}`) });
  });

  const draftFromFile = async (file: string): Promise<number> => {
    const key = `org-${tenant.organizationId}/contacts/${randomUUID()}/people.csv`;
    await api.dependencies.objectStore.put(key, Buffer.from(file), "text/csv");
    const source = { source_type: "csv", source_id: key } as const;
    const body = { name: "File", workflow_id: agentId, ...source, consent_attested: true };
    return (await operator.call(createCampaignOperation, { body })).body.id;
  };

  it("from a file: its rows are imported when it starts, then dialled", async () => {
    const id = await draftFromFile(
      "phone_number,name\n+14155550131,Ann\n+14155550132,Ben\nnonsense,Eve\n+14155550131,Ann again\n",
    );
    await start(id);
    await stateIs(id, "completed");
    const { body: progress } = await operator.call(campaignProgressOperation, at(id));
    expect(progress).toMatchObject({ total: 2, finished: 2, answered: 2, source_sync: { status: "completed" } });
  });

  it("from a file, whose workflow is lost with the import's: it imports itself, and nobody beside it", async () => {
    const id = await draftFromFile("phone_number\n+14155550133\n+14155550134\n");
    const { contact_list_id } = (await operator.call(getCampaignOperation, at(id))).body;
    const lose = async (state: "running" | "canceled") => {
      await test.everything.updateTable("campaigns").set({ state }).where("id", "=", id).execute();
      await test.everything
        .updateTable("contact_imports")
        .set({ status: "processing" })
        .where("contact_list_id", "=", contact_list_id ?? 0)
        .execute();
    };
    await lose("running");
    const atOnce = { olderThanSeconds: 0 };
    expect(await restartLostImports(api.dependencies, atOnce)).toBe(0);
    expect(await restartLostCampaigns(api.dependencies)).toBe(1);
    await stateIs(id, "completed");
    const { body: progress } = await operator.call(campaignProgressOperation, at(id));
    expect(progress).toMatchObject({ total: 2, answered: 2, source_sync: { status: "completed" } });
    await lose("canceled");
    // The server's listing of open workflows follows later.
    await waitUntil("it is ended", async () => (await restartLostImports(api.dependencies, atOnce)) === 1);
  });

  it("is refused while an import into its list is under way, and starts when that has ended", async () => {
    const id = await draftFor(someContacts(1));
    const { contact_list_id } = (await operator.call(getCampaignOperation, at(id))).body;
    const imported = await test.everything
      .insertInto("contact_imports")
      .values({
        organization_id: tenant.organizationId,
        contact_list_id: contact_list_id ?? 0,
        object_key: "people.csv",
        request_uuid: randomUUID(),
        status: "processing",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(await operator.refused(startCampaignOperation, { ...at(id), body: {} })).toMatchObject({
      status: 409,
      code: "import_under_way",
      detail: expect.stringContaining(`Import ${imported.id} into the contact list is under way`),
    });
    await test.everything
      .updateTable("contact_imports")
      .set({ status: "completed" })
      .where("id", "=", imported.id)
      .execute();
    expect((await start(id)).body.state).toBe("running");
  });

  it("is refused for an import that begins while the start waits for the campaign", async () => {
    const id = await draftFor(someContacts(1));
    const { contact_list_id } = (await operator.call(getCampaignOperation, at(id))).body;
    const starting = await test.everything.transaction().execute(async (tx) => {
      await tx.selectFrom("campaigns").select("id").where("id", "=", id).forUpdate().execute();
      const asked = operator.refused(startCampaignOperation, { ...at(id), body: {} });
      await waitUntil("the start waits", async () => {
        const { rows } = await sql`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%"campaigns"%'`.execute(test.everything);
        return rows.length > 0;
      });
      await tx
        .insertInto("contact_imports")
        .values({
          organization_id: tenant.organizationId,
          contact_list_id: contact_list_id ?? 0,
          object_key: "more people.csv",
          request_uuid: randomUUID(),
          status: "processing",
        })
        .execute();
      return { asked };
    });
    expect(await starting.asked).toMatchObject({ status: 409, code: "import_under_way" });
  });

  it("a redial whose process died before it answered gives the same campaign when it is repeated", async () => {
    const id = await draftFor(someContacts(1));
    await start(id);
    await stateIs(id, "completed");
    await hasCalled(id, "busy");
    const idempotencyKey = randomUUID();
    const redial = () =>
      operator.call(redialCampaignOperation, { ...at(id), body: { start: false } }, { idempotencyKey });
    const first = await redial();
    // Simulates a process that died before it stored its answer, half a minute later.
    await test.everything.deleteFrom("idempotency_keys").where("key", "=", idempotencyKey).execute();
    expect((await redial()).body.id).toBe(first.body.id);
  });

  it("a redial that would call nobody is refused, and one for other reasons can still be made", async () => {
    const id = await draftFor(someContacts(1));
    await start(id);
    await stateIs(id, "completed");
    await hasCalled(id, "unknown");
    const reasons = { retry_on_failed: false, start: false };
    const refusal = await operator.refused(redialCampaignOperation, { ...at(id), body: reasons });
    expect(refusal).toMatchObject({ status: 409, detail: expect.stringContaining("would call nobody") });
    const { body: child } = await operator.call(redialCampaignOperation, { ...at(id), body: { start: false } });
    expect(child.parent_campaign_id).toBe(id);
  });

  it("a redial that is not to start is a draft", async () => {
    const retry_config = { max_retries: 2, retry_delays_seconds: [60, 600] };
    const id = await draftFor([], { retry_config });
    await operator.call(cancelCampaignOperation, at(id));
    await hasCalled(id, "busy");
    const { body: child } = await operator.call(redialCampaignOperation, { ...at(id), body: { start: false } });
    expect(child).toMatchObject({ state: "draft", parent_campaign_id: id, retry_config });
  });

  it("a redial takes delays of its own, and the rest from its parent", async () => {
    const parent = { max_retries: 2, retry_delays_seconds: [60, 600], retry_on_voicemail: false };
    const id = await draftFor([], { retry_config: parent });
    await operator.call(cancelCampaignOperation, at(id));
    await hasCalled(id, "busy");
    const retry_config = { max_retries: 1, retry_delays_seconds: [5] };
    const body = { start: false, retry_config };
    const { body: child } = await operator.call(redialCampaignOperation, { ...at(id), body });
    expect(child.retry_config).toMatchObject({ ...retry_config, retry_on_voicemail: false });
  });
});

describe("commands", () => {
  it("are answered by the workflow; one that holds already is 200 and changes nothing, one that may not be is 409", async () => {
    const id = await draftFor([{ phone_number: "+14155550199" }]);
    expect((await start(id)).body.state).toBe("running");
    const { body: twice } = await start(id);
    expect(twice.logs.filter(({ event }) => event === "started")).toHaveLength(1);
    expect(await operator.refused(cancelCampaignOperation, at(id))).toMatchObject({
      status: 409,
      detail: expect.stringContaining("pause it first"),
    });
    expect((await operator.refused(redialCampaignOperation, { ...at(id), body: {} })).status).toBe(409);

    expect((await operator.call(pauseCampaignOperation, at(id))).body.state).toBe("paused");
    const { body: paused } = await operator.call(pauseCampaignOperation, at(id));
    expect(paused.logs.filter(({ event }) => event === "paused")).toHaveLength(1);
    await operator.call(updateCampaignOperation, { ...at(id), body: { max_concurrency: 2 } });
    expect((await operator.call(resumeCampaignOperation, at(id))).body).toMatchObject({
      state: "running",
      max_concurrency: 2,
    });
    await operator.call(pauseCampaignOperation, at(id));
    expect((await operator.call(cancelCampaignOperation, at(id))).body.state).toBe("canceled");
    expect((await operator.refused(resumeCampaignOperation, at(id))).status).toBe(409);
  });

  it("to pause are in the row at once, and answered when the calls that are being handed over have been", async () => {
    const id = await draftFor(someContacts(2), { schedule_config: closedNow() });
    await start(id);
    const workflowId = campaignContract.workflowId({ organizationId: tenant.organizationId, campaignId: id });
    const workflow = api.dependencies.temporal.workflow.getHandle(workflowId);
    await waitUntil("the campaign's contacts are taken", async () => {
      const { waitingUntilMs } = await workflow.query(progressQuery);
      return waitingUntilMs !== null;
    });
    let isAnswered = false;
    const { answer } = await withSharedLocks(test.database.pool, [buildCampaignLockKey(id)], async () => {
      const answer = operator.call(pauseCampaignOperation, at(id)).finally(() => {
        isAnswered = true;
      });
      await waitUntil("the pause waits for the call", async () => isAnswered || (await waitsForHandOvers(id)));
      const hasHeard = async () => (await workflow.query(progressQuery)).state === "paused";
      await waitUntil("the workflow has heard of the pause", hasHeard);
      expect(isAnswered).toBe(false);
      return { answer };
    });
    expect((await answer).body).toMatchObject({ state: "paused" });
    const { body: paused } = await operator.call(getCampaignOperation, at(id));
    expect(paused.logs.filter(({ event }) => event === "paused")).toHaveLength(1);
    const { currentDetails } = await workflow.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
    expect(currentDetails).toMatch(/^Paused since .*, by user:\d+\.$/m);
  });

  it("to pause hold where a resume came to the workflow first", async () => {
    const id = await draftFor(someContacts(2), { schedule_config: closedNow() });
    await start(id);
    const { workflow } = api.dependencies.temporal;
    const send = workflow.executeUpdateWithStart.bind(workflow);
    const sendAsItIs = () => Reflect.deleteProperty(workflow, "executeUpdateWithStart");
    const executeUpdateWithStart = async (...args: Parameters<typeof send>) => {
      sendAsItIs();
      expect((await operator.call(getCampaignOperation, at(id))).body.state).toBe("paused");
      await operator.call(resumeCampaignOperation, at(id));
      return send(...args);
    };
    try {
      Object.assign(workflow, { executeUpdateWithStart });
      expect((await operator.call(pauseCampaignOperation, at(id))).body.state).toBe("paused");
      expect(workflow.executeUpdateWithStart).not.toBe(executeUpdateWithStart);
    } finally {
      sendAsItIs();
    }
    expect((await operator.call(getCampaignOperation, at(id))).body.state).toBe("paused");
  });

  it("cancel a failed campaign at once, which dials nobody for it, and whoever was not reached can be redialled", async () => {
    const id = await draftFor(someContacts(3));
    await test.everything
      .updateTable("campaigns")
      .set({ state: "failed", failure_reason: "The carrier account is gone" })
      .where("id", "=", id)
      .execute();
    const { body: canceled } = await operator.call(cancelCampaignOperation, at(id));
    expect(canceled).toMatchObject({ state: "canceled", completed_at: expect.any(String) });
    expect(canceled.logs.map(({ event }) => event)).not.toContain("resumed");
    expect((await operator.call(campaignRunsOperation, at(id))).body.runs).toEqual([]);
    await hasCalled(id, "failed");
    const { body: child } = await operator.call(redialCampaignOperation, { ...at(id), body: { start: false } });
    expect(child.parent_campaign_id).toBe(id);
  });

  it("with the same Idempotency-Key are given once", async () => {
    const id = await draftFor([{ phone_number: "+14155550199" }]);
    const idempotencyKey = randomUUID();
    const send = () => operator.call(startCampaignOperation, { ...at(id), body: {} }, { idempotencyKey });
    await send();
    await operator.call(pauseCampaignOperation, at(id));
    const replayed = await send();
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    expect((await operator.call(getCampaignOperation, at(id))).body.state).toBe("paused");
  });

  it("bring back a workflow that was ended from outside; a start says who is never called", async () => {
    // Toll-free: an hour that is open in all of America's zones does not exist.
    const contacts = [...someContacts(2), { phone_number: "+18005550111", name: "Anywhere" }];
    const id = await draftFor(contacts, { schedule_config: closedNow() });
    expect((await start(id)).body.warnings).toEqual([expect.stringMatching(/^1 contact will not be called: /)]);
    const workflowId = campaignContract.workflowId({ organizationId: tenant.organizationId, campaignId: id });
    await api.dependencies.temporal.workflow.getHandle(workflowId).terminate();
    expect((await operator.call(pauseCampaignOperation, at(id))).body.state).toBe("paused");
    expect((await operator.call(resumeCampaignOperation, at(id))).body.state).toBe("running");
    const description = await api.dependencies.temporal.workflow.getHandle(workflowId).describe();
    expect(description.status.name).toBe("RUNNING");
  });
});

describe("progress of a running campaign", () => {
  it("is the workflow's own, with until when it waits", async () => {
    const inUtc = someContacts(3).map((contact) => ({ ...contact, timezone: "UTC" }));
    const id = await draftFor(inUtc, { schedule_config: closedNow() });
    await start(id);
    const progress = await waitUntil("the workflow waits for its window", async () => {
      const { body } = await operator.call(campaignProgressOperation, at(id));
      return body.waiting_until !== null && body.total === 3 ? body : undefined;
    });
    expect(progress).toMatchObject({ state: "running", source: "workflow", remaining: 3, in_flight: 0, attempts: 0 });
    expect(new Date(progress.waiting_until ?? 0).getUTCHours()).toBe(0);
  });

  it("is the row's where the workflow has not heard of its last change yet", async () => {
    const id = await draftFor(someContacts(3), { schedule_config: closedNow() });
    await start(id);
    await waitUntil("the workflow knows its contacts", async () => {
      const { body } = await operator.call(campaignProgressOperation, at(id));
      return body.source === "workflow" && body.total === 3;
    });
    await test.database.inOrganization(tenant.organizationId, (tx) => changeFigures(tx, id, { answered: 2 }));
    const [progress, summary] = [campaignProgressOperation, campaignSummaryOperation];
    expect((await operator.call(progress, at(id))).body).toMatchObject({ state: "running", answered: 2 });
    expect((await operator.call(summary, at(id))).body).toMatchObject({ state: "running", answered: 2 });
  });

  it("comes as a stream that ends when the campaign is over", async () => {
    const id = await draftFor(someContacts(3), { schedule_config: closedNow() });
    await start(id);
    const response = await operator.fetch(`/api/v1/campaigns/${id}/progress/stream`);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const events: { state: string; total: number; suppressed: number; finished: number; remaining: number }[] = [];
    const decoder = new TextDecoder();
    let isTold = false;
    for await (const chunk of response.body ?? []) {
      for (const [, json] of decoder.decode(chunk).matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(json ?? ""));
      // A busy machine may read several at once.
      if (events.length === 0 || isTold) continue;
      isTold = true;
      await operator.call(pauseCampaignOperation, at(id));
      await operator.call(cancelCampaignOperation, at(id));
    }
    expect(events[0]?.state).toBe("running");
    expect(events.pop()).toEqual({ state: "canceled" });
    expect(events.at(-1)?.state).toBe("canceled");
    for (const { total, suppressed, finished, remaining } of events)
      expect(suppressed + finished + remaining).toBe(total);
  });
});
