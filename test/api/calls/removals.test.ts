import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { removeSome } from "../../../activities/removal/remove-some.ts";
import { dailyUsageOperation } from "../../../api/calls/call-reports.operations.ts";
import {
  getRunOperation,
  searchCallsOperation,
  startCallByWorkflowOperation,
} from "../../../api/calls/calls.operations.ts";
import {
  createRemovalOperation,
  deleteRunOperation,
  getRemovalOperation,
  listRemovalsOperation,
  previewRemovalOperation,
} from "../../../api/calls/removals.operations.ts";
import {
  campaignSummaryOperation,
  previewBackFillOperation,
} from "../../../api/campaigns/campaign-reading.operations.ts";
import {
  askWhatIfOperation,
  deleteCampaignOperation,
  getCampaignOperation,
  redialCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { readBudgets } from "../../../infra/postgres/call/budget.repository.ts";
import { readCampaignCounts } from "../../../infra/postgres/record/campaign-counts.repository.ts";
import { readHomeFigures } from "../../../infra/postgres/team/home-figures.repository.ts";
import { countBegun, sumSecondsTalked } from "../../../infra/postgres/web-call/embed-token.repository.ts";
import { callRunContract } from "../../../workflows/call-run/call-run.contract.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createCampaign, createContactListRows, fillCampaign, type RunRow } from "../../factories/campaigns.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { openTalkingOrganization, type TalkingOrganization, untilOver } from "../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";

const NUMBER = "+14155550177";
const MOST_BYTES = 1_000_000_000;

let platform: CallingPlatform;
let organization: TalkingOrganization;

beforeAll(async () => {
  platform = await startCallingPlatform(
    { speed: 60, defaults: { outcomes: ["answered"], ring_seconds: 1 } },
    { ROW_BYTES_PER_ORGANIZATION: String(MOST_BYTES) },
  );
  await platform.api.dependencies.objectStore.ensureBucket();
  organization = await openTalkingOrganization(platform, { configurations: { call_recording_enabled: true } });
});
afterAll(() => platform.close());

const admin = () => platform.api.client({ token: organization.admin.token });
const operator = () => platform.api.client({ token: organization.operator.token });
const inOrganization: CallingPlatform["test"]["database"]["inOrganization"] = (id, work) =>
  platform.test.database.inOrganization(id, work);

const untilRemoved = (removal_id: string) =>
  waitUntil("the removal is over", async () => {
    const { body } = await admin().call(getRemovalOperation, { params: { removal_id } });
    return body.state === "done" ? body : undefined;
  });

const remove = async (body: object) => {
  const begun = await admin().call(createRemovalOperation, { body });
  return untilRemoved(begun.body.removal_id);
};

/** Rows that hang on a run, in every table that knows of one. */
const rowsOfRun = async (runId: number): Promise<Record<string, number>> => {
  const { everything } = platform.test;
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'run_id'`.execute(everything);
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where run_id = ${runId}`.execute(everything);
    if (counted[0] && counted[0].count > 0) counts[name] = counted[0].count;
  }
  return counts;
};

const listKeys = async (part: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of platform.api.dependencies.objectStore.list()) if (key.includes(part)) keys.push(key);
  return keys;
};

/** Everything that counts calls, and must not notice that they are gone. */
const readFigures = () =>
  inOrganization(organization.organizationId, async (tx) => ({
    budgets: await readBudgets(
      tx,
      { organizationId: organization.organizationId, campaign: null, environment: "production" },
      new Date(),
    ),
    home: await readHomeFigures(tx, { from: new Date(Date.now() - 86_400_000), until: null }),
    usage: (await admin().call(dailyUsageOperation, { query: { days: 3 } })).body,
  }));

const setOrganization = (values: object) =>
  platform.test.everything
    .updateTable("organizations")
    .set(values)
    .where("id", "=", organization.organizationId)
    .execute();

describe("a removed call", () => {
  let run: Awaited<ReturnType<typeof untilOver>>;
  let before: Awaited<ReturnType<typeof readFigures>>;

  beforeAll(async () => {
    await setOrganization({ budget: { daily_minor: 1_000_000, monthly_minor: 9_000_000, currency: "USD" } });
    const id = await organization.call(
      { talk: [{ says: "A persimmon please" }, { says: "Monday, that is finished" }] },
      NUMBER,
    );
    run = await untilOver(platform, id);
    const workflowId = callRunContract.workflowId({ organizationId: run.organization_id, runUuid: run.uuid });
    await platform.api.dependencies.temporal.workflow.getHandle(workflowId).result();
    before = await readFigures();
  });

  it("is preceded by figures, rows and files that would show a difference", async () => {
    expect(before.usage.total.calls).toBeGreaterThan(0);
    expect(Object.keys(await rowsOfRun(run.id))).toEqual(
      expect.arrayContaining(["carrier_events", "conversation_entries", "timeline_events", "call_artifacts"]),
    );
    expect((await listKeys(run.uuid)).length).toBeGreaterThan(0);
  });

  it("leaves no row, file or searched word behind, although the organization's rows are over their quota", async () => {
    await sql`insert into organization_rows (organization_id, bytes, measured_at)
      values (${organization.organizationId}, ${MOST_BYTES + 1}, now())
      on conflict (organization_id) do update set bytes = excluded.bytes`.execute(platform.test.everything);
    const params = { workflow_id: organization.agentId, run_id: run.id };
    const { body, status } = await admin().call(deleteRunOperation, { params });
    expect([status, body.runs]).toEqual([202, 1]);
    const done = await untilRemoved(body.removal_id);
    expect(done).toMatchObject({ runs_removed: 1, runs_waiting: 0, requested_by: `user:${organization.admin.userId}` });
    const removed = Object.fromEntries(done.removed.map(({ kind, count }) => [kind, count]));
    expect(removed).toMatchObject({ call_runs: 1, files: expect.any(Number), conversations: 1 });
    await platform.test.everything.deleteFrom("organization_rows").execute();
    expect(await rowsOfRun(run.id)).toEqual({});
    expect(await listKeys(run.uuid)).toEqual([]);
    expect(await admin().refused(getRunOperation, { params })).toMatchObject({ status: 404 });
    const { body: found } = await admin().call(searchCallsOperation, { query: { q: "persimmon" } });
    expect(JSON.stringify(found)).not.toContain(`"run_id":${run.id}`);
  });

  it("is counted by budgets, usage and the home page as before", async () => {
    expect(await readFigures()).toEqual(before);
  });

  it("still counts against the attempts on its number for a day", async () => {
    await setOrganization({ max_attempts_per_number_per_day: 1 });
    const again = await admin().refused(startCallByWorkflowOperation, {
      params: { workflow_uuid: organization.workflowUuid },
      body: { phone_number: NUMBER, initial_context: {} },
    });
    await setOrganization({ max_attempts_per_number_per_day: null });
    expect(again.detail).toMatch(/attempt|times|day/i);
  });

  it("is told of by the timeline and the record", async () => {
    const { rows } = await sql<{ facts: object }>`
      select facts from unsealed_entries where kind = 'runs.removed' and organization_id = ${organization.organizationId}
      union all
      select (line::jsonb) -> 'facts' from record_entries where kind = 'runs.removed' and organization_id = ${organization.organizationId}`.execute(
      platform.test.everything,
    );
    expect(rows.map(({ facts }) => facts)).toEqual([expect.objectContaining({ runs: 1, campaign: null })]);
    const { body } = await admin().call(listRemovalsOperation, { query: {} });
    expect(body.removals).toHaveLength(1);
  });
});

const MINUTE_MS = 60_000;
/** At a quarter of an hour, two days ago, so that calls of one outage lie together. */
const END = new Date(Math.floor(Date.now() / (15 * MINUTE_MS)) * 15 * MINUTE_MS - 2 * 86_400_000);
const ago = (minutes: number) => new Date(END.getTime() - minutes * MINUTE_MS);

const attemptOf = (minutesAgo: number, more: RunRow = {}): RunRow => ({
  created_at: ago(minutesAgo),
  carrier_requested_at: ago(minutesAgo),
  carrier_accepted_at: ago(minutesAgo),
  ended_at: ago(minutesAgo - 1),
  over_at: ago(minutesAgo - 1),
  state: "completed",
  outcome: "answered",
  disposition: "interested",
  duration_seconds: 31,
  cost_minor: 7,
  currency: "USD",
  ...more,
});

const fill = async (runs: (contactIds: readonly number[]) => RunRow[]) => {
  const contact_list_id = await createContactListRows(platform.test, organization);
  const budget = { total_minor: 1_000_000, currency: "USD" };
  const { id } = await createCampaign(operator(), { workflow_id: organization.agentId, contact_list_id, budget });
  await platform.test.everything.deleteFrom("campaign_contacts").where("campaign_id", "=", id).execute();
  const campaign = { id, ...organization };
  const contacts = Array.from({ length: 4 }, (_, at) => ({
    phone_number: `+1415777${String(id % 1000).padStart(3, "0")}${at}`,
    state: "finished" as const,
    attempts: 1,
    dialled: true,
    last_outcome: "failed",
  }));
  await fillCampaign(platform.test, campaign, { contacts });
  const rows = await platform.test.everything
    .selectFrom("campaign_contacts")
    .select("id")
    .where("campaign_id", "=", id)
    .orderBy("id")
    .execute();
  for (const run of runs(rows.map((row) => row.id)))
    await createRunRow(platform.test, organization, { campaign_id: id, mode: "telephony", ...run });
  return { id, params: { campaign_id: id } };
};

const countsOf = (campaignId: number) =>
  inOrganization(organization.organizationId, async (tx) => ({
    record: await readCampaignCounts(tx, campaignId),
    budgets: await readBudgets(
      tx,
      {
        organizationId: organization.organizationId,
        campaign: { id: campaignId, budget: { total_minor: 1_000_000, currency: "USD" } },
        environment: "production",
      },
      new Date(),
    ),
  }));

describe("a campaign whose calls are removed", () => {
  it("keeps its summary, budget and counts of the record, and says that calls were removed", async () => {
    const { id, params } = await fill((contacts) => [
      attemptOf(200, { campaign_contact_id: contacts[0] ?? 0 }),
      attemptOf(90, { campaign_contact_id: contacts[1] ?? 0, outcome: "busy", disposition: null, cost_minor: 3 }),
      attemptOf(20, {
        campaign_contact_id: contacts[2] ?? 0,
        model_usage: {
          requests: 1,
          estimated: false,
          prompt_tokens: 5,
          completion_tokens: 6,
          cost_minor: 2,
          currency: "USD",
        },
      }),
    ]);
    const before = {
      summary: (await admin().call(campaignSummaryOperation, { params })).body,
      ...(await countsOf(id)),
    };
    expect(before.summary).toMatchObject({ outcomes: { answered: 2, busy: 1 }, calls_removed: null });
    const { body: preview } = await admin().call(previewRemovalOperation, { body: { where: { campaign_id: id } } });
    expect(preview).toEqual({ runs: 3, in_use: 0 });
    const some = await remove({ where: { campaign_id: id, created_before: ago(60).toISOString() }, expected_runs: 2 });
    expect(some.runs_removed).toBe(2);
    await remove({ where: { campaign_id: id } });
    const after = { summary: (await admin().call(campaignSummaryOperation, { params })).body, ...(await countsOf(id)) };
    expect(after).toEqual({
      ...before,
      summary: {
        ...before.summary,
        as_of: expect.any(String),
        calls_removed: { calls: 3, at: expect.any(String) },
      },
    });
  });

  it("is neither replayed, told of as it once was, nor back-filled as if nobody had been called", async () => {
    const outage = { state: "failed", outcome: "failed", carrier_accepted_at: null, disposition: null } as const;
    const later: number[] = [];
    const { id, params } = await fill((contacts) => [
      attemptOf(100, { campaign_contact_id: contacts[0] ?? 0, ...outage }),
      attemptOf(10, { campaign_contact_id: contacts[0] ?? 0, outcome: "no_answer" }),
    ]);
    const query = { from: ago(110).toISOString(), to: ago(90).toISOString() };
    expect((await operator().call(previewBackFillOperation, { params, query })).body.contacts).toBe(0);
    const runs = await platform.test.everything
      .selectFrom("call_runs")
      .select("id")
      .where("campaign_id", "=", id)
      .execute();
    later.push(Math.max(...runs.map((run) => run.id)));
    await remove({ run_ids: later });
    expect((await operator().call(previewBackFillOperation, { params, query })).body.contacts).toBe(0);
    const past = { params, query: { as_of: new Date(Date.now() - 1000).toISOString() } };
    expect(await operator().refused(campaignSummaryOperation, past)).toMatchObject({
      status: 409,
      code: "past_not_kept",
    });
    const refused = await operator().refused(askWhatIfOperation, { params, body: { max_concurrency: 2 } });
    expect(refused).toMatchObject({
      status: 409,
      detail: expect.stringContaining("1 calls of the campaign were removed"),
    });
  });
});

describe("deleting a campaign that has called", () => {
  it("asks for with_calls and an admin, and leaves none of its rows", async () => {
    const { id, params } = await fill((contacts) => [attemptOf(200, { campaign_contact_id: contacts[0] ?? 0 })]);
    const before = await readFigures();
    expect(await admin().refused(deleteCampaignOperation, { params })).toMatchObject({
      status: 409,
      detail: expect.stringContaining("with_calls=true"),
    });
    const query = { with_calls: "true" };
    expect(await operator().refused(deleteCampaignOperation, { params, query })).toMatchObject({ status: 403 });
    const { body } = await admin().call(deleteCampaignOperation, { params, query });
    expect(await admin().refused(getCampaignOperation, { params })).toMatchObject({ status: 404 });
    await untilRemoved(body.removal_id ?? "");
    const { everything } = platform.test;
    const left = await Promise.all([
      everything.selectFrom("campaigns").select("id").where("id", "=", id).execute(),
      everything.selectFrom("call_runs").select("id").where("campaign_id", "=", id).execute(),
      everything.selectFrom("campaign_contacts").select("id").where("campaign_id", "=", id).execute(),
      everything.selectFrom("campaign_logs").select("id").where("campaign_id", "=", id).execute(),
    ]);
    expect(left.flat()).toEqual([]);
    expect(await readFigures()).toEqual(before);
  });

  it("is refused while it goes on, and for a redial whose parent would call its people again", async () => {
    const { id, params } = await fill((contacts) => [
      attemptOf(200, { campaign_contact_id: contacts[0] ?? 0, outcome: "busy", state: "failed" }),
    ]);
    await platform.test.everything
      .updateTable("campaign_contacts")
      .set({ last_outcome: "busy" })
      .where("campaign_id", "=", id)
      .execute();
    const { body: child } = await operator().call(redialCampaignOperation, { params, body: { start: false } });
    const query = { with_calls: "true" };
    const parentRefused = await admin().refused(deleteCampaignOperation, { params, query });
    expect(parentRefused).toMatchObject({
      status: 409,
      detail: expect.stringContaining(`Campaign ${child.id} was made`),
    });
    await platform.test.everything
      .updateTable("campaigns")
      .set({ state: "completed", snapshot_at: new Date(), started_at: new Date() })
      .where("id", "=", child.id)
      .execute();
    const ofChild = { params: { campaign_id: child.id }, query };
    const childRefused = await admin().refused(deleteCampaignOperation, ofChild);
    expect(childRefused).toMatchObject({ status: 409, detail: expect.stringContaining(`delete campaign ${id} first`) });
    for (const each of [{ params, query }, ofChild])
      await untilRemoved((await admin().call(deleteCampaignOperation, each)).body.removal_id ?? "");
    const rows = await platform.test.everything
      .selectFrom("campaigns")
      .select("id")
      .where("id", "in", [id, child.id])
      .execute();
    expect(rows).toEqual([]);
  });
});

describe("a removed conversation of a token", () => {
  it("still counts against the token's limits", async () => {
    const { organizationId } = organization;
    const token = await platform.test.everything
      .insertInto("embed_tokens")
      .values({ organization_id: organizationId, agent_id: organization.agentId, name: "a page", allowed_origins: [] })
      .returning("id")
      .executeTakeFirstOrThrow();
    const run = await createRunRow(
      platform.test,
      organization,
      endedCall({
        embed_token_id: token.id,
        mode: "smallwebrtc",
        duration_seconds: 70,
        started_at: ago(10),
        ended_at: ago(5),
        over_at: ago(5),
      }),
    );
    const readUse = () =>
      inOrganization(organizationId, async (tx) => [
        await countBegun(tx, token.id),
        await sumSecondsTalked(tx, token.id),
      ]);
    expect(await readUse()).toEqual([1, 70]);
    await remove({ run_ids: [run.id] });
    expect(await readUse()).toEqual([1, 70]);
  });
});

describe("what is not to be removed", () => {
  it("stays: a call that is not over, and one that came after the request; the removal says so", async () => {
    const live = await createRunRow(platform.test, organization, {
      state: "in_progress",
      carrier_requested_at: new Date(),
    });
    const over = await createRunRow(platform.test, organization, endedCall({ ended_at: ago(5), over_at: ago(5) }));
    const params = { workflow_id: organization.agentId, run_id: live.id };
    expect(await admin().refused(deleteRunOperation, { params })).toMatchObject({ status: 409, code: "run_in_use" });
    const body = { run_ids: [live.id, over.id] };
    expect((await admin().call(previewRemovalOperation, { body })).body).toEqual({ runs: 2, in_use: 1 });
    const { body: begun } = await admin().call(createRemovalOperation, { body });
    await waitUntil("one is removed and one waits", async () => {
      const { body: now } = await admin().call(getRemovalOperation, { params: { removal_id: begun.removal_id } });
      return now.state === "running" && now.runs_removed === 1 && now.runs_waiting === 1;
    });
    await platform.test.everything
      .updateTable("call_runs")
      .set({ state: "completed", outcome: "answered", ended_at: ago(1), over_at: ago(1) })
      .where("id", "=", live.id)
      .execute();
    expect(await untilRemoved(begun.removal_id)).toMatchObject({ runs_removed: 2, runs_waiting: 0 });
  });

  it("is not begun for another number of runs than was expected, nor without a condition", async () => {
    const body = { where: { workflow_id: organization.agentId }, expected_runs: 1_000_000 };
    expect(await admin().refused(createRemovalOperation, { body })).toMatchObject({
      status: 409,
      code: "unexpected_runs",
    });
    expect(await admin().refused(createRemovalOperation, { body: { where: {} } })).toMatchObject({ status: 422 });
    const { rows } = await sql`select from removals where runs = 1000000`.execute(platform.test.everything);
    expect(rows).toEqual([]);
  });
});

describe("a removal that is interrupted", () => {
  it("goes on where the files could not be removed, and counts each run once", async () => {
    const runs = await Promise.all(
      [1, 2, 3].map((at) =>
        createRunRow(
          platform.test,
          organization,
          endedCall({ uuid: randomUUID(), ended_at: ago(at), over_at: ago(at) }),
        ),
      ),
    );
    const ids = runs.map(({ id }) => id);
    const { objectStore, transcriptIndex, temporal, clock } = platform.api.dependencies;
    const organizationId = organization.organizationId;
    const removalUuid = randomUUID();
    await platform.test.everything
      .insertInto("removals")
      .values({
        organization_id: organizationId,
        uuid: removalUuid,
        selection: { runIds: ids },
        up_to_run_id: Math.max(...ids),
        runs: 3,
        actor: "system",
      })
      .execute();
    await platform.test.everything
      .insertInto("call_artifacts")
      .values({
        organization_id: organizationId,
        run_id: ids[0] ?? 0,
        artifact_type: "recording",
        format: "wav",
        object_key: `org-${organizationId}/lost.wav`,
        content_type: "audio/wav",
        size_bytes: 1,
      })
      .execute();
    const { database } = platform.test;
    const broken = { ...objectStore, remove: () => Promise.reject(new Error("the store is away")) };
    const deps = { database, transcriptIndex, temporal, clock };
    const input = { organizationId, removalUuid };
    await expect(removeSome({ ...deps, objectStore: broken }, input)).rejects.toThrow("the store is away");
    const [first, second] = await Promise.all([
      removeSome({ ...deps, objectStore }, input),
      removeSome({ ...deps, objectStore }, input),
    ]);
    expect(first.removed + second.removed).toBe(3);
    const { body } = await admin().call(getRemovalOperation, { params: { removal_id: removalUuid } });
    expect(body.runs_removed).toBe(3);
  });
});
