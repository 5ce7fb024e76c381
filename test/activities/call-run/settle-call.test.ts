import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { sql } from "kysely";
import { createCallRunActivities } from "../../../activities/call-run/call-run.activities.ts";
import { placeCall } from "../../../activities/call-run/place-call.ts";
import { settleCall } from "../../../activities/call-run/settle-call.ts";
import { toAnswerer } from "../../../domain/answerer/answered-by.rules.ts";
import { RETRY_DEFAULTS } from "../../../domain/campaign/retry.rules.ts";
import { noteAnswer } from "../../../infra/postgres/call/answer-columns.ts";
import { findRun } from "../../../infra/postgres/call/call-run.repository.ts";
import { recordCarrierEvent } from "../../../infra/postgres/call/carrier-events.repository.ts";
import { readNumberPermission } from "../../../infra/postgres/contact/number-permission.ts";
import { sealCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import type { CarrierCall } from "../../../infra/telephony/carrier.ts";
import { createRunRow } from "../../factories/calls.ts";
import { plainSettings, someContacts } from "../../factories/campaigns.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const retrying = {
  enabled: true,
  max_retries: 2,
  retry_delay_seconds: 3600,
  retry_on_busy: true,
  retry_on_no_answer: false,
  retry_on_voicemail: false,
};

const dialOne = async (campaign: StartedCampaign): Promise<string> => {
  const [runUuid] = (await campaign.claim(1)).runUuids;
  if (!runUuid) throw new Error("nothing was claimed");
  expect(await campaign.place(runUuid)).toMatchObject({ kind: "accepted" });
  return runUuid;
};

const expectFiguresToHold = async (campaign: StartedCampaign, expected: object) => {
  const { kept, counted } = await campaign.figures();
  expect(kept).toEqual(counted);
  expect(kept).toMatchObject(expected);
};

const timelineOf = (campaign: StartedCampaign) =>
  rig.test.everything
    .selectFrom("timeline_events")
    .select(["kind", "summary", "credits", "included", "blocked"])
    .where("campaign_id", "=", campaign.campaignId)
    .where("kind", "in", ["call_started", "call_ended", "outcome"])
    .orderBy("id")
    .execute();

const tripsOf = (campaign: StartedCampaign) =>
  rig.test.everything
    .selectFrom("campaign_logs")
    .select("event")
    .where("campaign_id", "=", campaign.campaignId)
    .where("event", "=", "breaker_tripped")
    .execute();

const livingCall = (runUuid: string): CarrierCall => ({
  carrierCallId: `call-of-${runUuid}`,
  state: "in_progress",
  outcome: null,
  answeredBy: null,
  startedAt: null,
  answeredAt: null,
  endedAt: null,
  durationSeconds: null,
  costMinor: null,
  currency: null,
  optedOut: false,
  detail: null,
});

describe("settling a call", () => {
  it("counts once, however often it is told", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(2) });
    const runUuid = await dialOne(campaign);
    await campaign.end(runUuid, "answered", { durationSeconds: 31, costMinor: 2, answeredBy: "person" });
    await campaign.end(runUuid, "busy");
    await Promise.all([campaign.end(runUuid, "failed"), campaign.end(runUuid, "failed")]);
    expect(await campaign.run(runUuid)).toMatchObject({
      state: "completed",
      outcome: "answered",
      duration_seconds: 31,
      cost_minor: 2,
      currency: "USD",
      answered_by: "person",
    });
    await expectFiguresToHold(campaign, {
      finished: 1,
      answered: 1,
      attempts: 1,
      dialled: 1,
      in_flight: 0,
      unreached: 0,
    });
    const events = await timelineOf(campaign);
    expect(events.map(({ kind, blocked }) => [kind, blocked])).toEqual([
      ["call_started", null],
      ["call_ended", null],
      ["outcome", null],
    ]);
    expect(events.at(-1)).toMatchObject({ summary: expect.stringContaining("answered"), credits: 2, included: false });
  });

  it("writes down everything that the carrier told", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await dialOne(campaign);
    const dialled = await campaign.run(runUuid);
    const told = {
      answeredBy: "person" as const,
      answeredAt: new Date("2026-11-01T10:00:05Z"),
      endedAt: new Date("2026-11-01T10:01:00Z"),
      durationSeconds: 55,
      costMinor: 3,
      currency: "USD",
    };
    await campaign.end(runUuid, "answered", { ...told, detail: "went well" });
    expect(await campaign.run(runUuid)).toEqual({
      ...dialled,
      state: "completed",
      outcome: "answered",
      end_reason: "went well",
      error: null,
      answered_by: told.answeredBy,
      answer_evidence: { source: "carrier" },
      answered_at: told.answeredAt,
      ended_at: told.endedAt,
      // The carrier's clock is behind.
      over_at: dialled?.carrier_requested_at,
      caller_number_at_end: dialled?.caller_number,
      duration_seconds: told.durationSeconds,
      cost_minor: told.costMinor,
      carrier_cost_minor: told.costMinor,
      currency: told.currency,
      carrier_call_id: dialled?.carrier_call_id,
      reserved_minor: null,
      reserved_currency: null,
    });
  });

  it("says that the voice was lost, and leaves somebody alone whom the call has reached", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config: retrying } });
    const runUuid = await dialOne(campaign);
    await campaign.end(runUuid, "answered", { detail: "hung up" }, { voiceLost: true });
    expect(await campaign.run(runUuid)).toMatchObject({
      state: "completed",
      outcome: "answered",
      end_reason: "voice_lost",
      error: expect.stringContaining("media process"),
    });
    expect((await campaign.figures()).kept).toMatchObject({ finished: 1, attempts: 1, waiting_retry: 0 });
  });

  it("keeps the credits of its outcome true when the cost becomes known, or changes", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await dialOne(campaign);
    await campaign.end(runUuid, "busy", { costMinor: null, currency: null });
    const costs = async (cost_minor: number) => {
      await rig.test.everything.updateTable("call_runs").set({ cost_minor }).where("uuid", "=", runUuid).execute();
      return (await timelineOf(campaign)).at(-1);
    };
    expect((await timelineOf(campaign)).at(-1)).toMatchObject({ kind: "outcome", credits: 0, included: null });
    expect(await costs(7)).toMatchObject({ credits: 7, included: false });
    expect(await costs(0)).toMatchObject({ credits: 0, included: true });
  });

  it("counts once also when everybody tells it at the same time", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await dialOne(campaign);
    await Promise.all(Array.from({ length: 8 }, () => campaign.end(runUuid, "answered")));
    await expectFiguresToHold(campaign, { finished: 1, answered: 1, attempts: 1, in_flight: 0 });
    const kinds = (await timelineOf(campaign)).map(({ kind }) => kind);
    expect(kinds).toEqual(["call_started", "call_ended", "outcome"]);
  });

  it.each([
    ["voicemail", "voicemail"],
    ["fax", "rejected"],
    ["person", "answered"],
  ] as const)("knows from an earlier event that a %s answered: %s", async (answeredBy, outcome) => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await dialOne(campaign);
    const tell = (eventId: string, more: Partial<CarrierCall>) =>
      rig.deps.database.inOrganization(campaign.organizationId, async (tx) => {
        const run = await findRun(tx, runUuid);
        if (!run) throw new Error("the run is gone");
        await recordCarrierEvent(tx, run, { eventId, call: { ...livingCall(runUuid), ...more } });
      });
    await tell("answered", { answeredAt: new Date() });
    await tell("detected", { answeredBy });
    await campaign.end(runUuid, "answered");
    expect(await campaign.run(runUuid)).toMatchObject({ outcome, answered_by: toAnswerer(answeredBy) });
  });

  it.each([
    [["screening"], "waiting_retry"],
    [["ivr"], "finished"],
  ] as const)("calls again by who answered: %j leaves the contact %s", async (wanted, state) => {
    const retry_config = { ...RETRY_DEFAULTS, retry_on_no_answer: true, retry_on_answered_by: [...wanted] };
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config } });
    const runUuid = await dialOne(campaign);
    await rig.deps.database.inOrganization(campaign.organizationId, async (tx) => {
      const run = await findRun(tx, runUuid);
      if (!run) throw new Error("the run is gone");
      await noteAnswer(tx, run, { detection: "screening", evidence: { source: "words", words: "Say your name" } });
    });
    await campaign.end(runUuid, "no_answer");
    expect(await campaign.run(runUuid)).toMatchObject({ answered_by: "screening" });
    expect((await campaign.contacts())[0]).toMatchObject({ state });
  });

  it.each([
    ["screening", "waiting_retry"],
    ["person", "finished"],
  ] as const)(
    "calls again by who answered, as its carrier tells with the end: %s leaves the contact %s",
    async (answeredBy, state) => {
      const retry_config = { ...RETRY_DEFAULTS, retry_on_answered_by: ["screening" as const] };
      const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config } });
      const runUuid = await dialOne(campaign);
      await campaign.end(runUuid, "answered", { answeredBy, durationSeconds: 9 });
      expect(await campaign.run(runUuid)).toMatchObject({ answered_by: answeredBy });
      expect((await campaign.contacts())[0]).toMatchObject({ state });
    },
  );

  it("is not done by an event that nobody wrote down", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await dialOne(campaign);
    const end = { by: "event", eventId: "by hand" } as const;
    expect(await settleCall(rig.deps, { ...campaign.input(runUuid), end })).toEqual({ kind: "unknown_event" });
    expect(await campaign.run(runUuid)).toMatchObject({ state: "dialing", outcome: null });
    await expectFiguresToHold(campaign, { in_flight: 1, finished: 0 });
  });

  it("gives the end as the row has it, also when another has settled it", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await dialOne(campaign);
    const told = (outcome: "failed" | "canceled") =>
      settleCall(rig.deps, { ...campaign.input(runUuid), end: { by: "decision", outcome, reason: "a test" } });
    expect(await told("failed")).toEqual({ kind: "settled", state: "failed" });
    expect(await told("canceled")).toEqual({ kind: "settled", state: "failed" });
    expect(await campaign.run(runUuid)).toMatchObject({ state: "failed", outcome: "failed", opted_out: false });
  });

  it("counts the attempt also when the end is the first that is heard of it", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    await rig.test.everything
      .updateTable("call_runs")
      .set({ state: "dialing", carrier_requested_at: new Date() })
      .where("uuid", "=", runUuid)
      .execute();
    await campaign.end(runUuid, "no_answer");
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "settled", outcome: "no_answer" });
    await expectFiguresToHold(campaign, { attempts: 1, dialled: 1, finished: 1, unreached: 1 });
    expect(await campaign.requests()).toEqual([]);
  });

  it("tells the shard, also that a contact went back", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(2) });
    const runUuid = await dialOne(campaign);
    const activities = createCallRunActivities(rig.deps);
    const run = <T>(work: () => Promise<T>) =>
      new MockActivityEnvironment(undefined, { logger: new DefaultLogger("ERROR") }).run(work);
    const decided = { by: "decision", outcome: "failed", reason: "the request never reached the carrier" } as const;
    await run(() => activities.settleCall({ ...campaign.input(runUuid), end: decided }));
    await campaign.command("pause");
    await run(() => activities.placeCall(campaign.input("00000000-0000-4000-8000-000000000000")));
    expect(rig.temporal.signals.filter(({ workflowId }) => workflowId === campaign.shardId)).toEqual([
      { workflowId: campaign.shardId, name: "call-settled", args: [[runUuid]] },
      { workflowId: campaign.shardId, name: "call-settled", args: [["00000000-0000-4000-8000-000000000000"]] },
    ]);
  });
});

describe("the error of a call", () => {
  it("is what the carrier says of one that failed; one that went well has none, whatever is said of it", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(3) });
    const [failed, busy, answered] = [await dialOne(campaign), await dialOne(campaign), await dialOne(campaign)];
    await campaign.end(failed, "failed", { detail: "number out of service" });
    await campaign.end(busy, "busy", { detail: "user busy" });
    await campaign.end(answered, "answered", { detail: "normal clearing" });
    const runs = await Promise.all([failed, busy, answered].map(campaign.run));
    expect(runs.map((run) => [run?.state, run?.error, run?.end_reason])).toEqual([
      ["failed", "number out of service", "number out of service"],
      ["completed", null, "user busy"],
      ["completed", null, "normal clearing"],
    ]);
  });
});

describe("a call that nobody answered", () => {
  const missedIn = (campaign: StartedCampaign) =>
    rig.test.everything
      .selectFrom("missed_calls")
      .select(["caller_number", "called_number", "reason", "carrier_call_id"])
      .where("organization_id", "=", campaign.organizationId)
      .execute();

  it("is a missed call when it came in, and only then", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    await campaign.end(await dialOne(campaign), "no_answer");
    expect(await missedIn(campaign)).toEqual([]);

    const inbound = await takeInbound(campaign);
    await campaign.end(inbound.uuid, "no_answer");
    expect(await missedIn(campaign)).toEqual([
      {
        caller_number: THEIR_NUMBER,
        called_number: OUR_NUMBER,
        reason: "caller_hung_up",
        carrier_call_id: `call-of-${inbound.uuid}`,
      },
    ]);
  });

  it("is recorded with the person who called, and not with our number", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const dialled = await campaign.run(await dialOne(campaign));
    const inbound = await takeInbound(campaign);
    for (const run of [dialled, inbound]) await campaign.end(run?.uuid ?? "", "no_answer");
    const settled = await rig.test.everything
      .selectFrom("unsealed_entries")
      .select(["run_uuid", "phone_number"])
      .where("organization_id", "=", campaign.organizationId)
      .where("kind", "=", "attempt.settled")
      .orderBy("id")
      .execute();
    expect(settled).toEqual([
      { run_uuid: dialled?.uuid, phone_number: dialled?.called_number },
      { run_uuid: inbound.uuid, phone_number: THEIR_NUMBER },
    ]);
  });

  it("is none when somebody has answered", async () => {
    const campaign = await startCampaign(rig);
    await campaign.end((await takeInbound(campaign)).uuid, "answered", { answeredAt: new Date() });
    expect(await missedIn(campaign)).toEqual([]);
  });
});

const THEIR_NUMBER = "+14155550177";
const OUR_NUMBER = "+14155550100";

/** Takes a call that came in and rings. */
const takeInbound = (campaign: StartedCampaign, more: Parameters<typeof createRunRow>[2] = {}) =>
  createRunRow(rig.test, campaign, {
    direction: "inbound",
    state: "ringing",
    provider: "simulator",
    telephony_configuration_id: campaign.tenant.simulatorAccountId,
    caller_number: THEIR_NUMBER,
    called_number: OUR_NUMBER,
    ...more,
  });

describe("somebody who asks in a call not to be called", () => {
  const listed = (campaign: StartedCampaign) =>
    rig.test.everything
      .selectFrom("do_not_call")
      .select(["phone_number", "source"])
      .where("organization_id", "=", campaign.organizationId)
      .execute();

  it("is on the list with their number, not with ours, when the call came in", async () => {
    const campaign = await startCampaign(rig);
    await campaign.end((await takeInbound(campaign)).uuid, "answered", { optedOut: true, answeredAt: new Date() });
    expect(await listed(campaign)).toEqual([{ phone_number: THEIR_NUMBER, source: "opt_out" }]);
  });

  it("lists nobody when the caller withheld the number", async () => {
    const campaign = await startCampaign(rig);
    const { uuid } = await takeInbound(campaign);
    await rig.test.everything.updateTable("call_runs").set({ caller_number: null }).where("uuid", "=", uuid).execute();
    await campaign.end(uuid, "answered", { optedOut: true, answeredAt: new Date() });
    expect(await listed(campaign)).toEqual([]);
    expect(await campaign.run(uuid)).toMatchObject({ outcome: "opted_out", opted_out: true });
  });
});

describe("the agent's finding about a person or a machine", () => {
  const talked = async (campaign: StartedCampaign, verdict: { opted_out?: boolean; end_reason?: string }) => {
    const runUuid = await dialOne(campaign);
    const run = await rig.test.everything
      .updateTable("call_runs")
      .set({ holds_conversation: true })
      .where("uuid", "=", runUuid)
      .returning(["id", "organization_id"])
      .executeTakeFirstOrThrow();
    await rig.test.everything
      .insertInto("conversations")
      .values({ run_id: run.id, organization_id: run.organization_id, driver: "relay", ...verdict })
      .execute();
    return runUuid;
  };

  it.each([
    ["answered", { end_reason: "voicemail_detected" }, "voicemail"],
    ["answered", { end_reason: "voicemail_left" }, "voicemail"],
    ["answered", { end_reason: "agent_hangup" }, "answered"],
    ["answered", { opted_out: true }, "opted_out"],
    ["no_answer", { end_reason: "voicemail_detected" }, "no_answer"],
    ["busy", { end_reason: "voicemail_detected" }, "busy"],
    ["failed", { end_reason: "voicemail_detected" }, "failed"],
  ] as const)("of a call that its carrier says was %s, with %j, makes it %s", async (told, verdict, outcome) => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await talked(campaign, verdict);
    await campaign.end(runUuid, told);
    expect(await campaign.run(runUuid)).toMatchObject({ outcome });
    expect((await campaign.contacts())[0]).toMatchObject({ last_outcome: outcome });
  });
});

describe("a call in which nobody heard the agent", () => {
  /** A campaign whose agent is to talk, with its call under way. */
  const talking = async (options: Parameters<typeof startCampaign>[1] = {}) => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1), ...options });
    await rig.test.everything
      .updateTable("telephony_configurations")
      .set(
        sealCredentials(
          { account: `account-of-${campaign.organizationId}`, conversations: true },
          { organizationId: campaign.organizationId, secrets: testSecrets },
        ),
      )
      .where("organization_id", "=", campaign.organizationId)
      .execute();
    return campaign;
  };

  /** Its conversation as its rows have it. */
  const converse = async (
    campaign: StartedCampaign,
    runUuid: string,
    words: readonly { speaker: "agent" | "person"; heard?: string; discarded?: true }[],
  ) => {
    const run = await campaign.run(runUuid);
    if (!run) throw new Error("there is no such run");
    const address = { organization_id: campaign.organizationId, run_id: run.id };
    await rig.test.everything
      .updateTable("call_runs")
      .set({ holds_conversation: true })
      .where("id", "=", run.id)
      .execute();
    await rig.test.everything
      .insertInto("conversations")
      .values({ ...address, driver: "relay", state: "ended", end_reason: "user_hangup" })
      .execute();
    for (const { speaker, heard, discarded } of words) {
      await rig.test.everything
        .insertInto("conversation_entries")
        .values({
          ...address,
          turn: 1,
          speaker,
          text: "Good morning.",
          heard: heard ?? null,
          discarded_at: discarded ? new Date() : null,
        })
        .execute();
    }
    return run.id;
  };

  it("has failed, counts as that for the breaker and the figures, and is tried again once", async () => {
    const circuit_breaker = { ...plainSettings.circuit_breaker, enabled: true, min_calls_in_window: 2 };
    const campaign = await talking({
      contacts: someContacts(2),
      campaign: { circuit_breaker, retry_config: { ...retrying, max_retries: 5 } },
    });
    const [first, second] = [await dialOne(campaign), await dialOne(campaign)];
    await campaign.end(first, "answered", { durationSeconds: 12, costMinor: 2, detail: "normal clearing" });
    expect(await campaign.run(first)).toMatchObject({
      state: "failed",
      outcome: "failed",
      disposition: "no_conversation",
      end_reason: "no_conversation",
      error: expect.stringContaining("PUBLIC_BASE_URL"),
      duration_seconds: 12,
      cost_minor: 2,
    });
    await expectFiguresToHold(campaign, { answered: 0, waiting_retry: 1, attempts: 2 });
    expect((await timelineOf(campaign)).slice(-2)).toMatchObject([
      { kind: "call_ended", summary: expect.stringContaining("no conversation") },
      { kind: "outcome", summary: expect.stringContaining("no conversation") },
    ]);
    await campaign.end(second, "answered", { durationSeconds: 12 });
    expect(await tripsOf(campaign)).toHaveLength(1);
    expect(
      (await campaign.contacts()).map(({ state, failed_retries, answered }) => [state, failed_retries, answered]),
    ).toEqual([
      ["waiting_retry", 1, false],
      ["waiting_retry", 1, false],
    ]);
  });

  it.each<[string, Parameters<typeof converse>[2]]>([
    ["no word left the platform", []],
    ["all words were cut off before any was heard", [{ speaker: "agent", heard: "" }]],
    ["the words of a lost process were never sent", [{ speaker: "agent", discarded: true }]],
    ["only the person spoke", [{ speaker: "person" }]],
  ])("has failed although the line was there: %s", async (_, words) => {
    const campaign = await talking();
    const runUuid = await dialOne(campaign);
    const runId = await converse(campaign, runUuid, words);
    await campaign.end(runUuid, "answered", { durationSeconds: 12 });
    expect(await campaign.run(runUuid)).toMatchObject({
      outcome: "failed",
      end_reason: "no_conversation",
      error: "The call was answered, and the agent said nothing that could be heard",
    });
    const { end_reason } = await rig.test.everything
      .selectFrom("conversations")
      .select("end_reason")
      .where("run_id", "=", runId)
      .executeTakeFirstOrThrow();
    expect(end_reason).toBe("no_conversation");
  });

  it.each<[string, Partial<CarrierCall>, Parameters<typeof converse>[2] | null]>([
    ["the person hung up before the agent could speak", { durationSeconds: 1 }, null],
    ["the agent was heard", { durationSeconds: 12 }, [{ speaker: "agent" }]],
    ["a part of its words was heard", { durationSeconds: 12 }, [{ speaker: "agent", heard: "Good" }]],
    ["the person spoke over it", { durationSeconds: 12 }, [{ speaker: "agent", heard: "" }, { speaker: "person" }]],
    ["a machine took it", { durationSeconds: 12, answeredBy: "voicemail" }, null],
  ])("is not one where %s", async (_, told, words) => {
    const campaign = await talking();
    const runUuid = await dialOne(campaign);
    if (words) await converse(campaign, runUuid, words);
    await campaign.end(runUuid, "answered", told);
    expect(await campaign.run(runUuid)).toMatchObject({ state: "completed", outcome: "answered" });
  });

  it("waits for an agent that is to pause first, and is not one where the agent has transferred the person", async () => {
    const [pausing, transferring] = [await talking(), await talking()];
    await rig.test.everything
      .updateTable("agent_versions")
      .set({
        definition: sql`jsonb_set(definition, '{nodes,0,data}', definition->'nodes'->0->'data' ||
          '{"delayed_start": true, "delayed_start_duration": 5}')`,
      })
      .where("id", "=", pausing.versionId)
      .execute();
    const [early, other] = [await dialOne(pausing), await dialOne(transferring)];
    await pausing.end(early, "answered", { durationSeconds: 6 });
    expect(await pausing.run(early)).toMatchObject({ outcome: "answered" });
    const runId = await converse(transferring, other, []);
    await rig.test.everything
      .insertInto("conversation_turns")
      .values({
        organization_id: transferring.organizationId,
        run_id: runId,
        number: 1,
        key: "begin",
        input: {},
        outcome: { said: [], next: { kind: "transfer", to: "+14155550199", ringTimeoutSeconds: 20 } },
      })
      .execute();
    await transferring.end(other, "answered", { durationSeconds: 12 });
    expect(await transferring.run(other)).toMatchObject({ outcome: "answered" });
  });

  it("has failed also when the voice was lost, where the person had heard nothing", async () => {
    const campaign = await talking();
    const runUuid = await dialOne(campaign);
    await campaign.end(runUuid, "answered", { durationSeconds: 30 }, { voiceLost: true });
    expect(await campaign.run(runUuid)).toMatchObject({ outcome: "failed", end_reason: "no_conversation" });
  });

  it("is a missed call when it came in", async () => {
    const campaign = await startCampaign(rig);
    const inbound = await takeInbound(campaign, { speech: "expected" });
    await campaign.end(inbound.uuid, "answered", { answeredAt: new Date(), durationSeconds: 9 });
    const missed = await rig.test.everything
      .selectFrom("missed_calls")
      .select(["reason", "run_id"])
      .where("organization_id", "=", campaign.organizationId)
      .execute();
    expect(missed).toEqual([{ reason: "unavailable", run_id: inbound.id }]);
  });
});

describe("the contact after its call", () => {
  it("a failed call is retried once, however many retries are allowed", async () => {
    const retry_config = { ...retrying, max_retries: 5, retry_delay_seconds: 0 };
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config } });
    await campaign.end(await dialOne(campaign), "failed");
    expect((await campaign.contacts())[0]).toMatchObject({ state: "waiting_retry", retries: 1, failed_retries: 1 });
    await campaign.end(await dialOne(campaign), "busy");
    expect((await campaign.contacts())[0]).toMatchObject({ state: "waiting_retry", retries: 2, failed_retries: 1 });
    await campaign.end(await dialOne(campaign), "failed");
    expect((await campaign.contacts())[0]).toMatchObject({ state: "finished", retries: 2, last_outcome: "failed" });
    await expectFiguresToHold(campaign, { finished: 1, unreached: 1, attempts: 3 });
  });

  it("is a retry when it is due, while there are retries left", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config: retrying } });
    for (const retries of [1, 2]) {
      await campaign.end(await dialOne(campaign), "busy");
      const [contact] = await campaign.contacts();
      expect(contact).toMatchObject({ state: "waiting_retry", retries, attempts: retries, last_outcome: "busy" });
      const inSeconds = ((contact?.next_attempt_at.getTime() ?? 0) - Date.now()) / 1000;
      expect(inSeconds).toBeGreaterThan(3500);
      expect((await campaign.claim(1)).runUuids).toEqual([]);
      await expectFiguresToHold(campaign, { waiting_retry: 1, in_flight: 0 });
      await rig.test.everything
        .updateTable("campaign_contacts")
        .set({ next_attempt_at: new Date(0) })
        .where("campaign_id", "=", campaign.campaignId)
        .execute();
    }
    await campaign.end(await dialOne(campaign), "busy");
    expect((await campaign.contacts())[0]).toMatchObject({ state: "finished", attempts: 3 });
    await expectFiguresToHold(campaign, { finished: 1, unreached: 1, waiting_retry: 0, attempts: 3, dialled: 1 });
  });

  it("is a retry after the delay of its own number, while the list has one", async () => {
    const delays = { ...retrying, retry_delays_seconds: [600] };
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config: delays } });
    for (const atLeastSeconds of [500, 3500]) {
      await campaign.end(await dialOne(campaign), "busy");
      const [contact] = await campaign.contacts();
      const inSeconds = ((contact?.next_attempt_at.getTime() ?? 0) - Date.now()) / 1000;
      expect(inSeconds).toBeGreaterThan(atLeastSeconds);
      expect(inSeconds).toBeLessThan(atLeastSeconds + 101);
      await rig.test.everything
        .updateTable("campaign_contacts")
        .set({ next_attempt_at: new Date(0) })
        .where("campaign_id", "=", campaign.campaignId)
        .execute();
    }
  });

  it("is a retry after the whole delay, also by a worker whose clock is slow", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config: retrying } });
    const runUuid = await dialOne(campaign);
    const deps = { ...rig.deps, clock: { now: () => new Date(Date.now() - 3_600_000) } };
    const end = { by: "decision", outcome: "failed", reason: "the request never reached the carrier" } as const;
    await settleCall(deps, { ...campaign.input(runUuid), end });
    const [contact] = await campaign.contacts();
    expect(contact?.state).toBe("waiting_retry");
    expect((contact?.next_attempt_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_500_000);
  });

  it("is no retry for an outcome that is not to be tried again", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config: retrying } });
    await campaign.end(await dialOne(campaign), "no_answer");
    expect((await campaign.contacts())[0]).toMatchObject({ state: "finished", retries: 0 });
  });

  it("is an entry in the do-not-call list when the person asked for it", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await dialOne(campaign);
    const number = (await campaign.run(runUuid))?.called_number ?? "";
    await campaign.end(runUuid, "answered", { optedOut: true });
    const address = {
      organizationId: campaign.organizationId,
      phoneNumber: number,
      environment: "production" as const,
    };
    expect(await campaign.inOrganization((tx) => readNumberPermission(tx, address))).toMatchObject({
      onDoNotCall: true,
    });
    expect(await campaign.run(runUuid)).toMatchObject({ outcome: "opted_out", opted_out: true, state: "completed" });
    await expectFiguresToHold(campaign, { answered: 1, finished: 1 });
  });

  it("is no entry again when it is told once more after the number was taken off the list", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await dialOne(campaign);
    const number = (await campaign.run(runUuid))?.called_number ?? "";
    await campaign.end(runUuid, "answered", { optedOut: true });
    const address = {
      organizationId: campaign.organizationId,
      phoneNumber: number,
      environment: "production" as const,
    };
    const isListed = async () => (await campaign.inOrganization((tx) => readNumberPermission(tx, address))).onDoNotCall;
    expect(await isListed()).toBe(true);
    await campaign.inOrganization((tx) => tx.deleteFrom("do_not_call").where("phone_number", "=", number).execute());
    await campaign.end(runUuid, "answered", { optedOut: true });
    expect(await isListed()).toBe(false);
  });

  it("does not hold up an opt-out while the same run is still being handed over elsewhere", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    await campaign.writeScript({
      defaults: {
        outcomes: ["opted_out"],
        misbehaviours: { slow_response: 1, slow_response_ms: 300, callback_lost: 1 },
      },
    });
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    const placing = campaign.place(runUuid);
    await waitUntil("the carrier was asked", async () => (await campaign.requests()).length === 1);
    await campaign.end(runUuid, "answered", { optedOut: true });
    await placing;
    expect(await campaign.run(runUuid)).toMatchObject({ outcome: "opted_out" });
    await expectFiguresToHold(campaign, { attempts: 1, answered: 1, finished: 1 });
  });
});

describe("the circuit breaker", () => {
  it("pauses the campaign once with the call that tripped it, and no call is admitted afterwards", async () => {
    const circuit_breaker = { ...plainSettings.circuit_breaker, enabled: true, min_calls_in_window: 3 };
    const campaign = await startCampaign(rig, { contacts: someContacts(6), campaign: { circuit_breaker } });
    const { runUuids } = await campaign.claim(6);
    const [first = "", second = "", third = "", ...others] = runUuids;
    for (const runUuid of [first, second, third]) await campaign.place(runUuid);
    await campaign.end(first, "answered");
    await campaign.end(second, "failed");
    expect((await campaign.row()).state).toBe("running");
    await settleCall(rig.deps, { ...campaign.input(third), end: { by: "decision", outcome: "unknown", reason: "?" } });
    expect((await campaign.row()).state).toBe("paused");
    for (const runUuid of others) expect(await campaign.place(runUuid)).toEqual({ kind: "released" });
    expect(await campaign.requests()).toHaveLength(3);
    expect(await tripsOf(campaign)).toHaveLength(1);
    await expectFiguresToHold(campaign, { in_flight: 0, finished: 3 });
  });

  it("waits for a call that was admitted before: none is handed to a carrier after it has tripped", async () => {
    const circuit_breaker = { ...plainSettings.circuit_breaker, enabled: true, min_calls_in_window: 1 };
    const campaign = await startCampaign(rig, {
      contacts: someContacts(3),
      campaign: { circuit_breaker },
      account: { calls_per_second: 1 },
    });
    const [first = "", second = "", third = ""] = (await campaign.claim(3)).runUuids;
    expect(await campaign.place(first)).toMatchObject({ kind: "accepted" });
    const placing = campaign.place(second);
    await waitUntil(
      "it is admitted and waits for its slot",
      async () => (await campaign.run(second))?.state === "dialing",
    );
    await campaign.end(first, "failed");
    expect((await campaign.row()).state).toBe("paused");
    expect(await campaign.requests()).toHaveLength(2);
    expect(await placing).toMatchObject({ kind: "accepted" });
    expect(await campaign.place(third)).toEqual({ kind: "released" });
    expect(await campaign.requests()).toHaveLength(2);
  });

  it("trips once, however many calls fail at the same time", async () => {
    const circuit_breaker = { ...plainSettings.circuit_breaker, enabled: true, min_calls_in_window: 3 };
    const campaign = await startCampaign(rig, { contacts: someContacts(8), campaign: { circuit_breaker } });
    const { runUuids } = await campaign.claim(8);
    await Promise.all(runUuids.map((runUuid) => campaign.place(runUuid)));
    await Promise.all(runUuids.map((runUuid) => campaign.end(runUuid, "failed")));
    expect((await campaign.row()).state).toBe("paused");
    expect(await tripsOf(campaign)).toHaveLength(1);
  });

  it("trips by a request that the carrier refuses", async () => {
    const circuit_breaker = { ...plainSettings.circuit_breaker, enabled: true, min_calls_in_window: 1 };
    const campaign = await startCampaign(rig, { contacts: someContacts(2), campaign: { circuit_breaker } });
    const [first = "", second = ""] = (await campaign.claim(2)).runUuids;
    const refusing = { placeCall: async () => ({ kind: "refused", outcome: "failed", detail: "not today" }) as const };
    const get = (provider: string) => ({ ...rig.deps.carriers.get(provider), ...refusing });
    const deps = { ...rig.deps, carriers: { ...rig.deps.carriers, get } };
    expect(await placeCall(deps, campaign.input(first))).toMatchObject({ kind: "settled", outcome: "failed" });
    expect((await campaign.row()).state).toBe("paused");
    expect(await campaign.place(second)).toEqual({ kind: "released" });
  });

  it("trips when the settlement is repeated that was lost before it could trip", async () => {
    const circuit_breaker = { ...plainSettings.circuit_breaker, min_calls_in_window: 1 };
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { circuit_breaker } });
    const runUuid = await dialOne(campaign);
    await campaign.end(runUuid, "failed");
    await rig.test.everything
      .updateTable("campaigns")
      .set({ circuit_breaker: { ...circuit_breaker, enabled: true } })
      .where("id", "=", campaign.campaignId)
      .execute();
    await campaign.end(runUuid, "failed");
    expect((await campaign.row()).state).toBe("paused");
  });
});
