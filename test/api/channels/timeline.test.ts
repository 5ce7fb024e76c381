import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import type { z } from "zod";
import { readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import type { timelineQuery } from "../../../api/channels/channels.schemas.ts";
import type { TimelineKind } from "../../../domain/timeline/timeline-kinds.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

let viewer: ApiClient;
let stranger: ApiClient;
let agent: { agentId: number; versionId: number };
let otherAgent: { agentId: number; versionId: number };

const { test, api, tenant } = await useTenantApi();
beforeAll(async () => {
  viewer = api.client({ token: tenant.viewer.token });
  stranger = api.client({ token: (await createTenant(test, "Another")).viewer.token });
  agent = await createAgentRows(test, tenant);
  otherAgent = await createAgentRows(test, tenant);
});

interface Event {
  at?: string;
  actor?: string;
  summary?: string;
  campaign_id?: number;
  kind?: TimelineKind;
  agent_id?: number;
  run_id?: number;
  folder_id?: number;
  thread_id?: string;
  is_deliverable?: boolean;
  assistant?: boolean;
}

/** Inserts rows; `at` may have microseconds. Returns the ids in the order of the events. */
const insertEvents = async (events: Event[]): Promise<number[]> => {
  const rows = await test.everything
    .insertInto("timeline_events")
    .values(
      events.map((event) => ({
        organization_id: tenant.organizationId,
        kind: "system",
        actor: "system",
        summary: "x",
        ...event,
      })),
    )
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
};

const createRun = async ({ agentId, versionId } = agent, { organizationId } = tenant): Promise<number> => {
  const { id } = await test.everything
    .insertInto("call_runs")
    .values({
      uuid: randomUUID(),
      organization_id: organizationId,
      agent_id: agentId,
      agent_version_id: versionId,
      name: "A run",
      mode: "simulator",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

interface Words {
  at: string;
  speaker: "agent" | "person" | "tool";
  text: string;
  heard?: string | null;
}

/** Sentences of a run; returns the ids of their events. */
const insertWords = async (run_id: number, words: readonly Words[]): Promise<number[]> => {
  const organization_id = tenant.organizationId;
  await test.everything.insertInto("conversations").values({ run_id, organization_id, driver: "relay" }).execute();
  const rows = await test.everything
    .insertInto("conversation_entries")
    .values(words.map((each) => ({ organization_id, run_id, turn: 1, ...each })))
    .returning("id")
    .execute();
  return rows.map(({ id }) => -id);
};

const createFolder = async (): Promise<number> => {
  const values = { organization_id: tenant.organizationId, name: randomUUID() };
  return (await test.everything.insertInto("folders").values(values).returning("id").executeTakeFirstOrThrow()).id;
};

type Query = z.input<typeof timelineQuery>;
const read = async (query: Query) => (await viewer.call(readTimelineOperation, { query })).body;
const idsOf = async (query: Query): Promise<number[]> => (await read(query)).events.map((event) => event.id);

describe("paging", () => {
  /** Walks through every page to the last, as a program would; `limit` events each. */
  const walk = async (query: Query, limit: number): Promise<number[]> => {
    const seen: number[] = [];
    let cursor: Query = {};
    for (;;) {
      const page = await read({ ...query, ...cursor, limit });
      seen.push(...page.events.map((event) => event.id));
      expect(page.truncated).toBe(page.next_before_at !== null);
      if (!page.truncated) return seen;
      expect(page.events).toHaveLength(limit);
      cursor = { before_at: page.next_before_at, before_id: page.next_before_id };
    }
  };

  /** Few milliseconds for many events, each finer than a millisecond, and not in the order of their ids. */
  const instants = fc.array(
    fc.record({ ms: fc.integer({ min: 100, max: 103 }), us: fc.integer({ min: 0, max: 999 }) }),
    { minLength: 1, maxLength: 30 },
  );
  const at = ({ ms, us }: { ms: number; us: number }) => `2026-03-01T10:00:00.${ms}${String(us).padStart(3, "0")}Z`;

  const inOrder = async (column: "thread_id" | "run_id", value: string | number, direction: "asc" | "desc") => {
    const rows = await test.everything
      .selectFrom("timeline_events")
      .select("id")
      .where(sql.ref(column), "=", value)
      .orderBy("at", direction)
      .orderBy("id", direction)
      .execute();
    return rows.map((row) => row.id);
  };

  it("backwards neither skips nor repeats, however many events share a millisecond", async () => {
    await fc.assert(
      fc.asyncProperty(instants, fc.integer({ min: 1, max: 7 }), async (moments, limit) => {
        const thread_id = randomUUID();
        await insertEvents(moments.map((moment) => ({ at: at(moment), thread_id })));
        expect(await walk({ thread_id }, limit)).toEqual(await inOrder("thread_id", thread_id, "desc"));
      }),
      { numRuns: 15 },
    );
  });

  it("forwards through a call neither skips nor repeats", async () => {
    await fc.assert(
      fc.asyncProperty(instants, fc.integer({ min: 1, max: 7 }), async (moments, limit) => {
        const run_id = await createRun();
        await insertEvents(moments.map((moment) => ({ at: at(moment), run_id })));
        expect(await walk({ workflow_run_id: run_id }, limit)).toEqual(await inOrder("run_id", run_id, "asc"));
      }),
      { numRuns: 15 },
    );
  });

  it.each([
    ["forwards", "asc"],
    ["backwards", "desc"],
  ] as const)("among words and events neither skips nor repeats, %s", async (_, direction) => {
    await fc.assert(
      fc.asyncProperty(instants, instants, fc.integer({ min: 1, max: 7 }), async (moments, spoken, limit) => {
        // The feed of an agent is read backwards, the feed of a call forwards.
        const { agentId, versionId } = await createAgentRows(test, tenant);
        const run_id = await createRun({ agentId, versionId });
        const words = spoken.map((moment) => ({ at: at(moment), speaker: "person" as const, text: "x" }));
        await insertWords(run_id, words);
        await insertEvents(moments.map((moment) => ({ at: at(moment), run_id, agent_id: agentId })));
        const query = direction === "asc" ? { workflow_run_id: run_id } : { workflow_id: agentId };
        const { rows } = await sql<{ id: number }>`
          select id from (
            select id, at, 1 as rank, id as seq from timeline_events where run_id = ${run_id}
            union all select -id, at, 0, id from conversation_entries where run_id = ${run_id}
          ) feed order by ${sql.raw(["at", "rank", "seq"].map((key) => `${key} ${direction}`).join(", "))}
        `.execute(test.everything);
        expect(await walk({ ...query, include_transcripts: "true" }, limit)).toEqual(rows.map(({ id }) => id));
      }),
      { numRuns: 15 },
    );
  });

  it("goes on where it was while new events come in", async () => {
    const thread_id = randomUUID();
    const events = await insertEvents(
      ["00", "01", "02", "03"].map((second) => ({ at: `2026-03-01T10:00:${second}Z`, thread_id })),
    );
    const first = await read({ thread_id, limit: "2" });
    await insertEvents([{ at: "2026-03-01T10:00:05Z", thread_id }]);
    const cursor = { before_at: first.next_before_at, before_id: first.next_before_id };
    expect(await idsOf({ thread_id, ...cursor })).toEqual(events.slice(0, 2).reverse());
  });

  it("from an instant alone shows what is older", async () => {
    const thread_id = randomUUID();
    const [first] = await insertEvents(
      ["00", "01"].map((second) => ({ at: `2026-03-01T10:00:${second}Z`, thread_id })),
    );
    expect(await idsOf({ thread_id, before_at: "2026-03-01T15:30:01+05:30" })).toEqual([first]);
  });

  it("is of 100 events unless another number up to 500 is asked for", async () => {
    const thread_id = randomUUID();
    await insertEvents(Array.from({ length: 101 }, () => ({ thread_id })));
    expect(await idsOf({ thread_id })).toHaveLength(100);
    expect(await idsOf({ thread_id, limit: "500" })).toHaveLength(101);
  });
});

describe("an event", () => {
  it("is shown whole", async () => {
    const thread_id = randomUUID();
    const folder_id = await createFolder();
    const blocked = { reason: "no_credit", says: "There is no credit left", ways: ["Top up"] };
    const [id] = await insertEvents([
      {
        at: "2026-03-01T10:00:00.123Z",
        kind: "deliverable",
        agent_id: agent.agentId,
        folder_id,
        thread_id,
        is_deliverable: true,
      },
    ]);
    await test.everything
      .updateTable("timeline_events")
      .set({ blocked, included: true, credits: 1.5, payload: { file: "report.csv" } })
      .where("id", "=", id ?? 0)
      .execute();
    expect(await read({ thread_id })).toEqual({
      events: [
        {
          id,
          at: "2026-03-01T10:00:00.123Z",
          kind: "deliverable",
          actor: "system",
          summary: "x",
          payload: { file: "report.csv" },
          is_deliverable: true,
          workflow_id: agent.agentId,
          workflow_run_id: null,
          folder_id,
          campaign_id: null,
          thread_id,
          credits: 1.5,
          included: true,
          blocked,
        },
      ],
      next_before_at: null,
      next_before_id: null,
      truncated: false,
    });
  });
});

describe("a filter", () => {
  it("narrows to an agent, a channel, deliverables, the assistant, and all of them at once", async () => {
    const thread_id = randomUUID();
    const folder_id = await createFolder();
    const [, ofAgent, ofOther, ofChannel, deliverable, assistant, both] = await insertEvents(
      [
        {},
        { agent_id: agent.agentId },
        { agent_id: otherAgent.agentId },
        { folder_id },
        { is_deliverable: true },
        { assistant: true },
        { agent_id: agent.agentId, folder_id },
      ].map((event) => ({ ...event, thread_id })),
    );
    const workflow_id = agent.agentId;
    expect(await idsOf({ thread_id, workflow_id })).toEqual([both, ofAgent]);
    expect(await idsOf({ thread_id, workflow_id: otherAgent.agentId })).toEqual([ofOther]);
    expect(await idsOf({ thread_id, folder_id: folder_id })).toEqual([both, ofChannel]);
    expect(await idsOf({ thread_id, folder_id: folder_id, workflow_id })).toEqual([both]);
    expect(await idsOf({ thread_id, deliverables_only: "true" })).toEqual([deliverable]);
    expect(await idsOf({ thread_id, assistant: "true" })).toEqual([assistant]);
    expect(await idsOf({ thread_id })).toHaveLength(7);
  });

  it("finds events by campaign and its calls, by actor, by words and by their time", async () => {
    const thread_id = randomUUID();
    const contact_list_id = await createContactListRows(test, tenant);
    const operator = api.client({ token: tenant.operator.token });
    const { id: campaign_id } = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id });
    const run_id = await createRun();
    await test.everything.updateTable("call_runs").set({ campaign_id }).where("id", "=", run_id).execute();
    const [ofCampaign, ofCall, ofAda, words] = await insertEvents(
      [
        { campaign_id, at: "2026-03-01T10:00:00Z" },
        { run_id, at: "2026-03-01T11:00:00Z" },
        { actor: "user:77", at: "2026-03-01T12:00:00Z" },
        { summary: "Spring: 100% of the Contacts were called", at: "2026-03-01T13:00:00Z" },
      ].map((event) => ({ ...event, thread_id })),
    );
    expect(await idsOf({ thread_id, campaign_id })).toEqual([ofCall, ofCampaign]);
    expect(await idsOf({ thread_id, actor: "user:77" })).toEqual([ofAda]);
    expect(await idsOf({ thread_id, q: "contacts spring" })).toEqual([words]);
    expect(await idsOf({ thread_id, q: "100%" })).toEqual([words]);
    expect(await idsOf({ thread_id, q: "%%" })).toEqual([]);
    const [from, to] = ["2026-03-01T11:00:00Z", "2026-03-01T13:00:00Z"];
    expect(await idsOf({ thread_id, from, to })).toEqual([ofAda, ofCall]);
    expect(await idsOf({ thread_id, from, limit: 1 })).toEqual([words]);
  });

  it("takes kinds repeated and with commas", async () => {
    const thread_id = randomUUID();
    const [outcome, question, campaign] = await insertEvents(
      (["outcome", "question", "campaign"] as const).map((kind) => ({ kind, thread_id })),
    );
    expect(await idsOf({ thread_id, kinds: "outcome" })).toEqual([outcome]);
    expect(await idsOf({ thread_id, kinds: "outcome,question" })).toEqual([question, outcome]);
    const repeated = await viewer.fetch(
      `/api/v1/timeline?thread_id=${thread_id}&kinds=campaign&kinds=outcome,question`,
    );
    expect(await repeated.json()).toMatchObject({ events: [{ id: campaign }, { id: question }, { id: outcome }] });
    expect(await idsOf({ thread_id, kinds: "" })).toHaveLength(3);
  });

  it("adds what was said in calls, in its order, when it is asked for", async () => {
    const run_id = await createRun();
    const [started] = await insertEvents([{ kind: "call_started", run_id, at: "2026-03-01T10:00:00.000Z" }]);
    const said = await insertWords(run_id, [
      { at: "2026-03-01T10:00:01.000100Z", speaker: "agent", text: "Hello.", heard: null },
      { at: "2026-03-01T10:00:01.000200Z", speaker: "person", text: "Good day." },
      { at: "2026-03-01T10:00:02.000000Z", speaker: "tool", text: "look_up" },
      { at: "2026-03-01T10:00:03.000000Z", speaker: "agent", text: "We are open.", heard: "We are" },
      { at: "2026-03-01T10:00:04.000000Z", speaker: "agent", text: "Until six.", heard: "" },
    ]);
    const [ended] = await insertEvents([{ kind: "call_ended", run_id, at: "2026-03-01T10:00:05.000Z" }]);
    const workflow_run_id = run_id;
    expect(await idsOf({ workflow_run_id })).toEqual([started, ended]);
    const { events } = await read({ workflow_run_id, include_transcripts: "true" });
    expect(events.map(({ id }) => id)).toEqual([started, said[0], said[1], said[3], ended]);
    expect(events.slice(1, 4)).toMatchObject([
      { kind: "message", actor: `agent:${agent.agentId}`, summary: "Hello.", workflow_run_id: run_id },
      { kind: "message", actor: "person", summary: "Good day.", workflow_id: agent.agentId },
      { kind: "message", summary: "We are", payload: { speaker: "agent", cut_off: true } },
    ]);
    const include_transcripts = "true";
    for (const query of [{ deliverables_only: "true" }, { kinds: "call_ended" }, { assistant: "true" }] as const) {
      const ids = await idsOf({ workflow_run_id, include_transcripts, ...query });
      expect(ids).toEqual("kinds" in query ? [ended] : []);
    }
    expect(await idsOf({ workflow_run_id, include_transcripts, kinds: "message" })).toHaveLength(3);
    expect(await idsOf({ workflow_id: otherAgent.agentId, include_transcripts, limit: 500 })).not.toContain(said[0]);
  });

  it("shows words that were posted as messages once", async () => {
    const run_id = await createRun();
    await insertWords(run_id, [{ at: "2026-03-01T10:00:01Z", speaker: "person", text: "Hello." }]);
    const [posted] = await insertEvents([{ kind: "message", run_id }]);
    expect(await idsOf({ workflow_run_id: run_id })).toEqual([posted]);
    expect(await idsOf({ workflow_run_id: run_id, include_transcripts: "true" })).toEqual([posted]);
  });
});

describe("a page of long texts", () => {
  it.each(["newest_first", "oldest_first"] as const)(
    "ends early and goes on behind it, and has one event in any case: %s",
    async (order) => {
      // An organization of its own for each order, and less than one organization may read of long answers at once.
      const reading = await createTenant(test);
      const runId = await createRun(await createAgentRows(test, reading), reading);
      const megabytes = [2.2, 2.2, 2.2, 5, 0];
      const { rows } = await sql<{ id: number }>`
      insert into timeline_events (organization_id, kind, actor, summary, agent_id, run_id, thread_id, at, payload)
      select ${reading.organizationId}::bigint, 'system', 'system', 'x', null, ${runId}::bigint, ${`long ${order}`},
        ('2026-03-01T10:00:00Z'::timestamptz + number * interval '1 second'), jsonb_build_object('filling', repeat('x', (megabytes * 1000000)::integer))
      from unnest(${megabytes}::numeric[]) with ordinality as event (megabytes, number) returning id`.execute(
        test.everything,
      );
      const ids = rows.map(({ id }) => id);
      const inOrder = order === "newest_first" ? ids.toReversed() : ids;
      const query = order === "newest_first" ? { thread_id: `long ${order}` } : { workflow_run_id: runId };
      const reader = api.client({ token: reading.viewer.token });
      const pages: number[][] = [];
      const readPage = async (cursor: { before_at?: string; before_id?: number }): Promise<void> => {
        const { body } = await reader.call(readTimelineOperation, { query: { ...query, ...cursor, limit: 500 } });
        const { next_before_at: before_at, next_before_id: before_id } = body;
        pages.push(body.events.map(({ id }) => id));
        expect(body.truncated).toBe(before_at !== null);
        if (before_at !== null && before_id !== null) await readPage({ before_at, before_id });
      };
      await readPage({});
      expect(pages.flat()).toEqual(inOrder);
      expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    },
  );
});

describe("a request is refused", () => {
  it.each([
    [{ kinds: "singing" }, "kinds"],
    [{ limit: 501 }, "limit"],
    [{ limit: 0 }, "limit"],
    [{ before_at: "yesterday" }, "before_at"],
    [{ before_id: 7 }, "before_at"],
    [{ workflow_id: "first" }, "workflow_id"],
    [{ assistant: "maybe" }, "assistant"],
    [{ q: "a" }, "q"],
    [{ from: "2026-03-02T00:00:00Z", to: "2026-03-01T00:00:00Z" }, "to"],
    [{ include_transcripts: "true", actor: "system" }, "include_transcripts"],
  ])("with %j", async (query, field) => {
    const refusal = await viewer.refused(readTimelineOperation, { query });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc: expect.arrayContaining(["query", field]) }] });
  });

  it("for what another organization has", async () => {
    const contact_list_id = await createContactListRows(test, tenant);
    const operator = api.client({ token: tenant.operator.token });
    const { id: campaign_id } = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id });
    const ids = {
      workflow_id: agent.agentId,
      workflow_run_id: await createRun(),
      folder_id: await createFolder(),
      campaign_id,
    };
    for (const [name, id] of Object.entries(ids)) {
      const refusal = await stranger.refused(readTimelineOperation, { query: { [name]: id } });
      expect(refusal.status).toBe(404);
      expect((await viewer.call(readTimelineOperation, { query: { [name]: id } })).status).toBe(200);
    }
    await insertEvents([{ thread_id: "shared name" }]);
    const query = { thread_id: "shared name" };
    expect(await stranger.refused(readTimelineOperation, { query })).toMatchObject({ status: 404 });
    expect((await viewer.call(readTimelineOperation, { query })).body.events).toHaveLength(1);
  });
});
