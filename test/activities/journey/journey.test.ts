import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { assessCampaign } from "../../../activities/campaign/assess-campaign.ts";
import { askOutside } from "../../../activities/journey/ask-outside.ts";
import { workOnJourney } from "../../../activities/journey/work-on-journey.ts";
import { finishStep } from "../../../application/journey/finish-step.ts";
import { takeSteps } from "../../../application/journey/take-steps.ts";
import { BOUND_ENVIRONMENTS, type Environment } from "../../../domain/environment/sandbox.rules.ts";
import type { JourneyStep } from "../../../domain/journey/journey.ts";
import { openMailer } from "../../../infra/mail/mailer.ts";
import { addToDoNotCall } from "../../../infra/postgres/contact/do-not-call.repository.ts";
import { addJourneyVersion } from "../../../infra/postgres/journey/journey-versions.repository.ts";
import { stopCalling } from "../../../infra/postgres/privacy/stop-calling.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { type MailServer, startMailServer } from "../../harness/mail-server.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;
let mail: MailServer;

beforeAll(async () => {
  [rig, mail] = await Promise.all([startDiallingRig(), startMailServer()]);
  const sender = { HOST: "127.0.0.1", PORT: 8000, PUBLIC_BASE_URL: "http://127.0.0.1:8000" };
  rig.deps.mailer = openMailer({ ...sender, SMTP_URL: mail.url, MAIL_FROM: undefined });
});
afterAll(async () => {
  await Promise.all([rig.close(), mail.close()]);
});

const number = (at: number) => `+1415776${String(at).padStart(4, "0")}`;
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    phone_number: number(at),
    name: `Person ${at}`,
    attributes: { email: `person-${at}@example.com` },
  }));
const noRetries = {
  retry_config: {
    enabled: false,
    max_retries: 0,
    retry_delay_seconds: 0,
    retry_on_busy: false,
    retry_on_no_answer: false,
    retry_on_voicemail: false,
  },
};

const start = (count: number) => startCampaign(rig, { contacts: people(count), campaign: noRetries });
const give = (campaign: StartedCampaign, steps: JourneyStep[]) =>
  campaign.inOrganization(async (tx) => addJourneyVersion(tx, await campaign.row(), { steps, createdBy: null }));
const work = (campaign: StartedCampaign) => workOnJourney(rig.deps, campaign);
const rows = (campaign: StartedCampaign) =>
  rig.test.everything
    .selectFrom("journey_steps")
    .selectAll()
    .where("campaign_id", "=", campaign.campaignId)
    .orderBy("id")
    .execute();
const states = async (campaign: StartedCampaign) =>
  (await rows(campaign)).map(({ step, state, pass }) => `${step} ${pass} ${state}`);
const makeDue = (campaign: StartedCampaign) =>
  rig.test.everything
    .updateTable("journey_steps")
    .set({ due_at: new Date(Date.now() - 1000) })
    .where("campaign_id", "=", campaign.campaignId)
    .where("state", "=", "waiting")
    .execute();
const call = async (campaign: StartedCampaign, outcome: Parameters<StartedCampaign["end"]>[1]) => {
  const [uuid = ""] = (await campaign.claim(1)).runUuids;
  await campaign.end(uuid, outcome);
  return campaign.run(uuid);
};
const eventsOf = async (campaign: StartedCampaign) =>
  (
    await rig.test.everything
      .selectFrom("timeline_events")
      .select("payload")
      .where("campaign_id", "=", campaign.campaignId)
      .where("kind", "=", "campaign")
      .orderBy("id")
      .execute()
  ).flatMap(({ payload }) => (String(payload["event"]).startsWith("journey") ? [payload["event"]] : []));

const writeThenCall = (workflow_id: number): JourneyStep[] => [
  {
    id: "write",
    on: ["no_answer"],
    wait: { minutes: 10 },
    do: "mail",
    subject: "We called, {{name}}",
    text: "Outcome: {{outcome}}",
    next: ["again"],
  },
  { id: "again", wait: { days: 1, at: "10:00" }, do: "call", workflow_id, next: ["never"] },
  { id: "never", on: ["no_answer", "busy"], do: "do_not_call", reason: "nobody is there" },
];

describe("a journey", () => {
  it("follows a call: a mail after its wait, a call by another agent, and what its end leads to; each once", async () => {
    const campaign = await start(1);
    const other = await createAgentRows(rig.test, campaign.tenant);
    await give(campaign, writeThenCall(other.agentId));
    const beforeMs = Date.now();
    await call(campaign, "no_answer");
    const afterMs = Date.now();
    expect(await states(campaign)).toEqual(["write 1 waiting"]);
    const dueMs = (await rows(campaign))[0]?.due_at.getTime();
    expect(dueMs).toBeGreaterThanOrEqual(beforeMs + 600_000 - 1_000);
    expect(dueMs).toBeLessThanOrEqual(afterMs + 600_000 + 1_000);
    expect(await work(campaign)).toMatchObject({ next: "wait" });
    expect(mail.mails).toHaveLength(0);
    expect((await assessCampaign(rig.deps, campaign)).state).toBe("running");
    await makeDue(campaign);
    await Promise.all([work(campaign), work(campaign)]);
    expect(mail.mails).toMatchObject([
      { to: ["person-0@example.com"], subject: "We called, Person 0", text: expect.stringContaining("no_answer") },
    ]);
    expect(await states(campaign)).toEqual(["write 1 done", "again 1 waiting"]);
    await makeDue(campaign);
    expect(await work(campaign)).toEqual({ next: "done" });
    expect(await states(campaign)).toEqual(["write 1 done", "again 1 calling"]);
    const before = await campaign.figures();
    expect(before.kept).toEqual(before.counted);
    expect(before.kept).toMatchObject({ finished: 0, waiting_retry: 1 });
    const again = await call(campaign, "busy");
    expect(again).toMatchObject({ agent_id: other.agentId, attempt: 2 });
    expect(await states(campaign)).toEqual(["write 1 done", "again 1 done", "never 1 waiting"]);
    await work(campaign);
    expect((await states(campaign)).at(-1)).toBe("never 1 done");
    const listed = await rig.test.everything
      .selectFrom("do_not_call")
      .select("reason")
      .where("organization_id", "=", campaign.organizationId)
      .execute();
    expect(listed).toEqual([{ reason: "nobody is there" }]);
    expect((await rows(campaign)).map(({ phone_number }) => phone_number)).toEqual([null, null, null]);
    expect((await assessCampaign(rig.deps, campaign)).state).toBe("completed");
    const after = await campaign.figures();
    expect(after.kept).toEqual(after.counted);
    expect(await eventsOf(campaign)).toEqual([
      "journey_step_waits",
      "journey_step_done",
      "journey_step_waits",
      "journey_step_done",
      "journey_step_waits",
      "journey_step_done",
    ]);
  });

  it("goes on in production for somebody who opted out in the sandbox", async () => {
    const campaign = await start(1);
    await give(campaign, writeThenCall(campaign.agentId));
    await call(campaign, "no_answer");
    const optOut = (environments: readonly Environment[]) =>
      campaign.inOrganization((tx) =>
        stopCalling(tx, { organizationId: campaign.organizationId, numbers: [number(0)], optedOutIn: environments }),
      );
    await optOut(BOUND_ENVIRONMENTS.sandbox);
    expect(await states(campaign)).toEqual(["write 1 waiting"]);
    await optOut(BOUND_ENVIRONMENTS.production);
    expect((await rows(campaign)).map(({ state, reason }) => [state, reason])).toEqual([
      ["ended", "the number is on the do-not-call list"],
    ]);
  });

  it("waits for the conclusion of a call in which an agent has talked", async () => {
    const campaign = await start(1);
    await give(campaign, writeThenCall(campaign.agentId));
    const [uuid = ""] = (await campaign.claim(1)).runUuids;
    await rig.test.everything
      .updateTable("call_runs")
      .set({ holds_conversation: true })
      .where("uuid", "=", uuid)
      .execute();
    await campaign.end(uuid, "no_answer");
    expect(await campaign.run(uuid)).toMatchObject({ state: "completed", holds_conversation: true });
    expect(await states(campaign)).toEqual([]);
  });

  it("ends for who goes on the do-not-call list, is erased, or whose campaign is canceled, and holds while it is paused", async () => {
    const campaign = await start(3);
    await give(campaign, writeThenCall(campaign.agentId));
    for (let each = 0; each < 3; each += 1) await call(campaign, "no_answer");
    const sent = mail.mails.length;
    await campaign.inOrganization((tx) =>
      addToDoNotCall(tx, { organizationId: campaign.organizationId, phoneNumbers: [number(0)], source: "opt_out" }),
    );
    await campaign.inOrganization((tx) =>
      stopCalling(tx, { organizationId: campaign.organizationId, numbers: [number(1)] }),
    );
    const known = (await rows(campaign)).map(({ state, reason, phone_number }) => [state, reason, phone_number]);
    expect(known).toEqual([
      ["ended", "the number is on the do-not-call list", null],
      ["ended", "the person's data is erased", null],
      ["waiting", null, number(2)],
    ]);
    await makeDue(campaign);
    await campaign.command("pause");
    expect(await work(campaign)).toEqual({ next: "done" });
    await campaign.command("cancel");
    expect(await work(campaign)).toEqual({ next: "done" });
    expect((await rows(campaign)).at(-1)).toMatchObject({ state: "ended", reason: "the campaign is canceled" });
    expect(mail.mails).toHaveLength(sent);
  });

  it("sends nothing to who was put on the list by another way, and leads nobody further who is called by the campaign still", async () => {
    const campaign = await startCampaign(rig, {
      contacts: people(1),
      campaign: {
        retry_config: { ...noRetries.retry_config, enabled: true, max_retries: 1, retry_on_no_answer: true },
      },
    });
    await give(campaign, writeThenCall(campaign.agentId));
    await call(campaign, "no_answer");
    expect(await rows(campaign)).toEqual([]);
    await call(campaign, "no_answer");
    await rig.test.everything
      .insertInto("do_not_call")
      .values({ organization_id: campaign.organizationId, phone_number: number(0), source: "manual" })
      .execute();
    await makeDue(campaign);
    const sent = mail.mails.length;
    await work(campaign);
    expect(mail.mails).toHaveLength(sent);
    expect(await states(campaign)).toEqual(["write 1 ended"]);
  });

  it("does not send a mail twice whose process died, and goes on behind it", async () => {
    const campaign = await start(1);
    await give(campaign, writeThenCall(campaign.agentId));
    await call(campaign, "no_answer");
    await makeDue(campaign);
    const sent = mail.mails.length;
    const { begun } = await campaign.inOrganization((tx) => takeSteps(tx, campaign.campaignId, new Date()));
    expect(begun).toHaveLength(1);
    await work(campaign);
    expect(await states(campaign)).toEqual(["write 1 doing"]);
    await rig.test.everything
      .updateTable("journey_steps")
      .set({ started_at: new Date(Date.now() - 3_600_000) })
      .where("campaign_id", "=", campaign.campaignId)
      .execute();
    await work(campaign);
    expect(await states(campaign)).toEqual(["write 1 unclear", "again 1 waiting"]);
    const [row] = await rows(campaign);
    const late = {
      rowId: row?.id ?? 0,
      campaignId: campaign.campaignId,
      result: { kind: "done" as const },
      now: new Date(),
    };
    await campaign.inOrganization((tx) => finishStep(tx, late));
    expect(await states(campaign)).toEqual(["write 1 unclear", "again 1 waiting"]);
    expect(mail.mails).toHaveLength(sent);
  });

  it("sends no mail to who says stop between its beginning and the mail server", async () => {
    const campaign = await start(2);
    await give(campaign, writeThenCall(campaign.agentId));
    await call(campaign, "no_answer");
    await call(campaign, "no_answer");
    await makeDue(campaign);
    const sent = mail.mails.length;
    const { begun } = await campaign.inOrganization((tx) => takeSteps(tx, campaign.campaignId, new Date()));
    await campaign.inOrganization((tx) =>
      addToDoNotCall(tx, { organizationId: campaign.organizationId, phoneNumbers: [number(0)], source: "opt_out" }),
    );
    const results = await Promise.all(begun.map((each) => askOutside(rig.deps, campaign, each)));
    expect(results).toEqual([
      { kind: "skipped", reason: "the number is on the do-not-call list", ends: true },
      { kind: "done" },
    ]);
    expect(mail.mails.slice(sent)).toMatchObject([{ to: ["person-1@example.com"] }]);
  });

  it("makes whoever says stop wait for a mail that is handed over, and no longer than a second", async () => {
    const campaign = await start(1);
    await give(campaign, writeThenCall(campaign.agentId));
    await call(campaign, "no_answer");
    await makeDue(campaign);
    const { begun } = await campaign.inOrganization((tx) => takeSteps(tx, campaign.campaignId, new Date()));
    const [step] = begun;
    if (!step) throw new Error("no step was begun");
    const handed = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const mailer = {
      send: () => {
        handed.resolve();
        return answer.promise;
      },
      verify: async () => undefined,
    };
    const asking = askOutside({ ...rig.deps, mailer }, campaign, step);
    await handed.promise;
    const saidAtMs = performance.now();
    // The mail server has not answered, and does not before the entry is made.
    await campaign.inOrganization((tx) =>
      addToDoNotCall(tx, { organizationId: campaign.organizationId, phoneNumbers: [number(0)], source: "opt_out" }),
    );
    expect(performance.now() - saidAtMs).toBeGreaterThan(500);
    answer.resolve();
    expect(await asking).toEqual({ kind: "done" });
  });

  it("is changed while people are in it: who waits takes the step as it is now, stays where it is gone, and all end without steps", async () => {
    const campaign = await start(3);
    const [write, again, never] = writeThenCall(campaign.agentId);
    if (!write || !again || !never) throw new Error("three steps");
    await give(campaign, [write, again, never]);
    await call(campaign, "no_answer");
    const changed: JourneyStep = { ...write, do: "mail", subject: "Changed", text: "New", next: [] };
    await give(campaign, [changed]);
    await makeDue(campaign);
    await work(campaign);
    expect(mail.mails.at(-1)).toMatchObject({ subject: "Changed" });
    expect(await rows(campaign)).toMatchObject([{ state: "done", version: 2 }]);
    await give(campaign, [write, again, never]);
    await call(campaign, "no_answer");
    await give(campaign, [{ ...never, id: "other" }]);
    await makeDue(campaign);
    await work(campaign);
    expect(mail.mails.at(-1)).toMatchObject({ subject: "We called, Person 1" });
    expect((await rows(campaign)).slice(1)).toMatchObject([
      { step: "write", state: "done", version: 3 },
      { step: "again", state: "waiting", version: 3 },
    ]);
    await give(campaign, []);
    await makeDue(campaign);
    await work(campaign);
    expect((await states(campaign)).at(-1)).toBe("again 1 ended");
  });

  it("texts once under the rules of texts, and not at all who says stop", async () => {
    const campaign = await start(2);
    await rig.test.everything
      .updateTable("campaigns")
      .set({ consent_attested_at: new Date() })
      .where("id", "=", campaign.campaignId)
      .execute();
    await rig.test.everything
      .insertInto("phone_numbers")
      .values({
        organization_id: campaign.organizationId,
        telephony_configuration_id: campaign.tenant.simulatorAccountId,
        address: "+14155550199",
        address_normalized: "+14155550199",
        address_type: "pstn",
        is_default_caller_id: true,
      })
      .execute();
    await give(campaign, [{ id: "text", on: ["no_answer"], wait: { minutes: 10 }, do: "sms", text: "Hello {{name}}" }]);
    await call(campaign, "no_answer");
    await call(campaign, "no_answer");
    await makeDue(campaign);
    const { begun } = await campaign.inOrganization((tx) => takeSteps(tx, campaign.campaignId, new Date()));
    await campaign.inOrganization((tx) =>
      addToDoNotCall(tx, { organizationId: campaign.organizationId, phoneNumbers: [number(1)], source: "opt_out" }),
    );
    const texts = () =>
      rig.test.everything
        .selectFrom("text_messages")
        .select(["body", "phone_number", "reason"])
        .where("organization_id", "=", campaign.organizationId)
        .execute();
    const ask = async () => {
      for (const each of begun) await askOutside(rig.deps, campaign, each);
    };
    await ask();
    // A worker that died asks again.
    await ask();
    expect(await texts()).toEqual([{ body: "Hello Person 0", phone_number: number(0), reason: "journey" }]);
    await rig.test.everything
      .updateTable("journey_steps")
      .set({ started_at: new Date(Date.now() - 3_600_000) })
      .where("campaign_id", "=", campaign.campaignId)
      .execute();
    await work(campaign);
    expect((await rows(campaign)).map(({ state }) => state)).toEqual(["done", "skipped"]);
    expect(await texts()).toHaveLength(1);
    // As a process leaves it that dies before its carrier is asked: nobody knows yet, so nobody is told that it is done.
    await rig.test.everything
      .updateTable("text_messages")
      .set({ state: "queued" })
      .where("organization_id", "=", campaign.organizationId)
      .execute();
    const results = await Promise.all(begun.map((each) => askOutside(rig.deps, campaign, each)));
    expect(results.map(({ kind }) => kind)).toEqual(["unclear", "skipped"]);
    expect(await texts()).toHaveLength(1);
  });

  it("takes a step of a loop as often as it says, and no more", async () => {
    const campaign = await start(1);
    await give(campaign, [
      { id: "again", on: ["no_answer"], wait: { minutes: 1 }, do: "call", most: 2, next: ["again"] },
    ]);
    await call(campaign, "no_answer");
    for (let round = 0; round < 2; round += 1) {
      await makeDue(campaign);
      await work(campaign);
      await call(campaign, "no_answer");
    }
    expect(await states(campaign)).toEqual(["again 1 done", "again 2 done", "again 3 skipped"]);
    expect((await campaign.claim(5)).runUuids).toEqual([]);
  });
});
