import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { assessCampaign } from "../../../activities/campaign/assess-campaign.ts";
import { computeOutlook } from "../../../activities/campaign/dialling-outlook.ts";
import { readCampaign } from "../../../activities/campaign/read-campaign.ts";
import type { WindowReading } from "../../../domain/campaign/dialling-window.ts";
import type { JourneyStep } from "../../../domain/journey/journey.ts";
import { addJourneyVersion } from "../../../infra/postgres/journey/journey-versions.repository.ts";
import { createContactListRows, someContacts } from "../../factories/campaigns.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const now = new Date();
const assess = (campaign: StartedCampaign) => assessCampaign({ ...rig.deps, clock: { now: () => now } }, campaign);

const callEverybody = async (campaign: StartedCampaign) => {
  const { runUuids } = await campaign.claim(100);
  for (const runUuid of runUuids) {
    await campaign.place(runUuid);
    await campaign.end(runUuid, "answered");
  }
};

const logOf = ({ campaignId }: StartedCampaign) =>
  rig.test.everything
    .selectFrom("campaign_logs")
    .select("message")
    .where("campaign_id", "=", campaignId)
    .where("event", "=", "completed")
    .execute();

describe("a campaign whose shards have ended", () => {
  it("is completed, once, when nobody is left", async () => {
    const campaign = await startCampaign(rig);
    await callEverybody(campaign);
    for (const _time of [1, 2]) {
      expect(await assess(campaign)).toMatchObject({ state: "completed", figures: { answered: 3, remaining: 0 } });
    }
    expect(await campaign.row()).toMatchObject({ state: "completed", completed_at: now });
    expect(await logOf(campaign)).toEqual([{ message: "Completed: 3 of 3 contacts answered" }]);
  });

  it("goes on as long as somebody waits, and looks again when the first of them is due", async () => {
    const campaign = await startCampaign(rig);
    const due = new Date(now.getTime() + 3_600_000);
    await rig.test.everything
      .updateTable("campaign_contacts")
      .set({ next_attempt_at: due })
      .where("campaign_id", "=", campaign.campaignId)
      .execute();
    expect(await assess(campaign)).toMatchObject({ state: "running", nextDueAtMs: due.getTime() });
    expect(await logOf(campaign)).toEqual([]);
    expect(await assess(campaign)).not.toHaveProperty("looksAtMs");
  });

  it.each([
    ["was due", -10, 5],
    ["is due soon", 20, 25],
    ["is due in an hour", 3600, 60],
  ])(
    "goes on while the step of a journey %s, and looks again soon behind it, within a minute",
    async (_when, dueInSeconds, looksInSeconds) => {
      const campaign = await startCampaign(rig, { contacts: someContacts(1) });
      const wait = { minutes: 10 };
      const write: JourneyStep = { id: "write", wait, do: "mail", subject: "We called", text: "Call us" };
      await campaign.inOrganization(async (tx) =>
        addJourneyVersion(tx, await campaign.row(), {
          steps: [write],
          createdBy: null,
        }),
      );
      const [runUuid = ""] = (await campaign.claim(1)).runUuids;
      await campaign.end(runUuid, "no_answer");
      await rig.test.everything
        .updateTable("journey_steps")
        .set({ due_at: new Date(now.getTime() + dueInSeconds * 1000) })
        .where("campaign_id", "=", campaign.campaignId)
        .execute();
      expect(await assess(campaign)).toMatchObject({
        state: "running",
        nextDueAtMs: null,
        looksAtMs: now.getTime() + looksInSeconds * 1000,
      });
    },
  );

  it("goes on while calls of earlier shards are in progress, and looks again in two seconds", async () => {
    const campaign = await startCampaign(rig);
    await campaign.claim(100);
    expect(await assess(campaign)).toMatchObject({ state: "running", nextDueAtMs: now.getTime() + 2000 });
  });

  it("stays as an operator left it", async () => {
    const campaign = await startCampaign(rig);
    await callEverybody(campaign);
    await campaign.command("pause");
    expect(await assess(campaign)).toMatchObject({ state: "paused", figures: { remaining: 0 } });
  });

  const oneMore = (campaignId: number) =>
    sql`update campaign_figures set total = total + 1 where campaign_id = ${campaignId}`;
  const paused = (campaignId: number) => sql`update campaigns set state = 'paused' where id = ${campaignId}`;

  it.each([
    ["somebody is left again", oneMore, "running"],
    ["an operator pauses it", paused, "paused"],
  ])("is not completed when %s while it is looked at", async (_what, change, state) => {
    const campaign = await startCampaign(rig);
    await callEverybody(campaign);
    const { campaignId } = campaign;
    const assessing = await rig.test.everything.transaction().execute(async (other) => {
      await sql`select from campaigns where id = ${campaignId} for update`.execute(other);
      const outcome = assess(campaign);
      await waitUntil("it wants the campaign", async () => {
        const { rows } = await sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          rig.test.everything,
        );
        return rows.length === 1;
      });
      await change(campaignId).execute(other);
      return { outcome };
    });
    expect(await assessing.outcome).toMatchObject({ state });
    expect(await logOf(campaign)).toEqual([]);
  });
});

describe("a campaign that is read", () => {
  const read = (campaign: StartedCampaign) => campaign.inOrganization((tx) => readCampaign(tx, campaign));
  const change = (campaign: StartedCampaign, columns: { source_type?: "csv" | "contact_list"; snapshot_at?: null }) =>
    rig.test.everything.updateTable("campaigns").set(columns).where("id", "=", campaign.campaignId).execute();

  it("names the newest import of its file that has to end before it begins, until it has begun", async () => {
    const campaign = await startCampaign(rig);
    const { contact_list_id } = await campaign.row();
    const imported = async (status: "pending" | "processing" | "completed", listId = contact_list_id ?? 0) =>
      (
        await rig.test.everything
          .insertInto("contact_imports")
          .values({
            organization_id: campaign.organizationId,
            contact_list_id: listId,
            object_key: randomUUID(),
            request_uuid: randomUUID(),
            status,
          })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    await change(campaign, { source_type: "csv", snapshot_at: null });
    expect(await read(campaign)).toMatchObject({ prepared: false, importId: null });
    const pending = await imported("pending");
    expect(await read(campaign)).toMatchObject({ prepared: false, importId: pending });
    const processing = await imported("processing");
    await imported("completed");
    await imported("pending", await createContactListRows(rig.test, campaign.tenant));
    expect(await read(campaign)).toMatchObject({ prepared: false, importId: processing });
    // However the rows are found.
    const scanned = campaign.inOrganization(async (tx) => {
      await sql`set local enable_indexscan = off`.execute(tx);
      await sql`set local enable_bitmapscan = off`.execute(tx);
      return readCampaign(tx, campaign);
    });
    expect(await scanned).toMatchObject({ prepared: false, importId: processing });
    await change(campaign, { source_type: "contact_list" });
    expect(await read(campaign)).toMatchObject({ prepared: false, importId: null });
    await rig.test.everything
      .updateTable("campaigns")
      .set({ source_type: "csv", snapshot_at: new Date() })
      .where("id", "=", campaign.campaignId)
      .execute();
    expect(await read(campaign)).toMatchObject({ prepared: true, importId: null });
  });
});

describe("a campaign that waits for its budget", () => {
  const open: WindowReading = { open: true, closesAtMs: Number.POSITIVE_INFINITY };

  /**
   * The next check, and the end of the wait that it reports, in seconds from now; windows open after so many seconds.
   */
  const outlookAfter = async (
    campaign: StartedCampaign,
    { budgetSeconds, windowSeconds }: { budgetSeconds: number | null; windowSeconds: number | null },
  ) => {
    const row = await campaign.row();
    const at = new Date();
    const inSeconds = (seconds: number) => at.getTime() + seconds * 1000;
    const secondsTo = (instantMs: number | null) => instantMs && (instantMs - at.getTime()) / 1000;
    const until = budgetSeconds === null ? null : new Date(inSeconds(budgetSeconds)).toISOString();
    const window: WindowReading = windowSeconds === null ? open : { open: false, opensAtMs: inSeconds(windowSeconds) };
    const { nextDueAtMs, waitingUntilMs } = await campaign.inOrganization((tx) =>
      computeOutlook(tx, {
        campaign: { ...row, budget_wait: { until, says: "The budget is spent" } },
        hours: { hours: null, fallbackZone: "UTC", source: null },
        windows: row.contact_timezones.map((timezone) => ({ timezone, window })),
        now: at,
        quota: null,
      }),
    );
    return [secondsTo(nextDueAtMs), secondsTo(waitingUntilMs)];
  };

  it.each([
    ["for half a minute", { budgetSeconds: 30, windowSeconds: null }, [30, 30]],
    ["until it is raised, and looks once a minute", { budgetSeconds: null, windowSeconds: null }, [60, 60]],
    ["for an hour, and looks once a minute", { budgetSeconds: 3600, windowSeconds: null }, [60, 60]],
    ["for longer than for its hours", { budgetSeconds: 30, windowSeconds: 10 }, [30, 10]],
    ["for less time than for its hours", { budgetSeconds: 30, windowSeconds: 90 }, [90, 90]],
  ])("waits %s", async (_what, given, expected) => {
    expect(await outlookAfter(await startCampaign(rig), given)).toEqual(expected);
  });

  it("waits for nothing when nobody is left to call", async () => {
    const campaign = await startCampaign(rig);
    await campaign.claim(100);
    expect(await outlookAfter(campaign, { budgetSeconds: null, windowSeconds: null })).toEqual([null, null]);
  });
});
