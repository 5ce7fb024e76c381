import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getCampaignOperation, startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { journeyProgressOperation, putJourneyOperation } from "../../../api/campaigns/journey.operations.ts";
import { startDueJourneys } from "../../../api/campaigns/start-due-journeys.ts";
import { sendMessageOperation } from "../../../api/messages/messages.operations.ts";
import { startWaitingDeliveries } from "../../../api/webhooks/start-waiting-deliveries.ts";
import { createWebhookOperation } from "../../../api/webhooks/webhooks.operations.ts";
import { verifyWebhook } from "../../../clients/typescript/src/index.ts";
import type { JourneyStep } from "../../../domain/journey/journey.ts";
import type { SimulatorScriptInput } from "../../../infra/simulator/script.ts";
import type { RecordedText } from "../../../infra/simulator/text-record.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, type NewContact } from "../../factories/campaigns.ts";
import { createPhoneNumberRow } from "../../factories/telephony.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { type MailServer, startMailServer } from "../../harness/mail-server.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../calls/calling-platform.ts";
import { openTalkingOrganization, type TalkingOrganization } from "../conversations/talking-organization.ts";

const OURS = "+12025550100";

let mail: MailServer;
let receiver: HttpReceiver;
let platform: CallingPlatform;
let organization: TalkingOrganization;
let operator: ApiClient;
let secondAgent: number;
const over = new AbortController();
let looking: Promise<void>;

/** As each API process does. */
const look = async (): Promise<void> => {
  while (!over.signal.aborted) {
    await startDueJourneys(platform.api.dependencies).catch(() => 0);
    await startWaitingDeliveries(platform.api.dependencies).catch(() => 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

beforeAll(async () => {
  [mail, receiver] = await Promise.all([startMailServer(), startHttpReceiver()]);
  platform = await startCallingPlatform({}, { SMTP_URL: mail.url, OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1" });
  organization = await openTalkingOrganization(platform, {
    definition: receptionDefinition({
      start: {
        extraction_enabled: true,
        extraction_variables: [{ name: "city", type: "string", prompt: "Where they live" }],
      },
    }),
  });
  operator = platform.api.client({ token: organization.operator.token });
  await platform.test.everything
    .updateTable("agents")
    .set({ call_disposition_codes: JSON.stringify({ disposition_codes: ["interested", "later"] }) as never })
    .where("id", "=", organization.agentId)
    .execute();
  secondAgent = (
    await createAgentRows(platform.test, organization, {
      name: "Second",
      definition: receptionDefinition({ start: { greeting: "Hello again {{name}}." } }),
      configurations: { max_call_duration: 80_000 },
    })
  ).agentId;
  await createPhoneNumberRow(platform.test, {
    organizationId: organization.organizationId,
    telephonyAccountId: organization.simulatorAccountId,
    e164: OURS,
    isDefault: true,
  });
  looking = look();
});
afterAll(async () => {
  over.abort();
  await looking;
  await platform?.close();
  await Promise.all([mail.close(), receiver.close()]);
});

/** Starts a campaign that calls these people as the script says, and the journey behind it. */
const follow = async (people: readonly NewContact[], rules: SimulatorScriptInput["rules"], steps: JourneyStep[]) => {
  await platform.simulator.writeScript(
    { speed: 60, rules: rules ?? [], defaults: { outcomes: ["answered"], ring_seconds: 1 } },
    `?account=${organization.account}`,
  );
  const { id } = await createCampaign(operator, {
    workflow_id: organization.agentId,
    contact_list_id: await createContactListRows(platform.test, organization, people),
    telephony_configuration_id: organization.simulatorAccountId,
    retry_config: { enabled: false },
    max_concurrency: 10,
  });
  await operator.call(putJourneyOperation, { params: { campaign_id: id }, body: { steps } });
  await operator.call(startCampaignOperation, { params: { campaign_id: id }, body: {} });
  return id;
};

const rowsOf = (campaignId: number) =>
  platform.test.everything
    .selectFrom("journey_steps as s")
    .innerJoin("campaign_contacts as c", "c.id", "s.campaign_contact_id")
    .select(["s.id", "s.step", "s.state", "s.reason", "s.due_at", "c.phone_number as person", "c.timezone"])
    .where("s.campaign_id", "=", campaignId)
    .orderBy("s.id")
    .execute();
const states = async (campaignId: number) => (await rowsOf(campaignId)).map(({ step, state }) => `${step} ${state}`);
const untilAllIsDone = (campaignId: number, count: number) =>
  waitUntil("every step is at its end", async () => {
    const rows = await rowsOf(campaignId);
    return rows.length === count && rows.every(({ state }) => !["waiting", "doing", "calling"].includes(state));
  });
const callsOf = (campaignId: number) =>
  platform.test.everything
    .selectFrom("call_runs")
    .select(["called_number", "agent_id", "attempt", "outcome", "disposition", "gathered_context"])
    .where("campaign_id", "=", campaignId)
    .orderBy("id")
    .execute();
const textsTo = async (person: string) => {
  const answer = await platform.simulator.ask("GET", `/v1/texts?account=${organization.account}`);
  const { records }: { records: RecordedText[] } = JSON.parse(await answer.text());
  return records.flatMap(({ request, answer, text }) =>
    request.to === person && answer !== "came_in" ? (text?.body ?? answer) : [],
  );
};
const mailsAbout = (word: string) => mail.mails.filter(({ subject }) => subject.includes(word));
/** A person says stop by text, and has their answer. */
const write = async (from: string, body: string) => {
  const answer = await platform.simulator.ask("POST", "/v1/texts/inbound", {
    to: OURS,
    from,
    body,
    account: organization.account,
    inbound_url: `${platform.api.baseUrl}/api/v1/telephony/messages/simulator`,
  });
  expect(await answer.json()).toEqual({ taken: true });
};

describe("a journey that is really gone", () => {
  it("does each kind of step once: text, call by another agent, mail, webhook, inbox, do-not-call", async () => {
    const person = "+14155550141";
    const { body: webhook } = await platform.api
      .client({ token: organization.admin.token })
      .call(createWebhookOperation, {
        body: { url: `${receiver.url}/journey`, events: ["request.expired"] },
      });
    const { id: folder_id } = await platform.test.everything
      .insertInto("folders")
      .values({ organization_id: organization.organizationId, name: "Front desk" })
      .returning("id")
      .executeTakeFirstOrThrow();
    // Its system is away for the first try.
    receiver.answer = (_request, response) => respond(response, receiver.requests.length <= 1 ? 503 : 200, {});
    const id = await follow(
      [{ phone_number: person, name: "Ada", attributes: { email: "ada@example.com", company: "Example" } }],
      [{ match: "41$", outcomes: ["no_answer", "answered"] }],
      [
        { id: "text", on: ["no_answer"], do: "sms", text: "Hello {{name}}", next: ["again"] },
        { id: "again", do: "call", workflow_id: secondAgent, next: ["write"] },
        { id: "write", on: ["answered"], do: "mail", subject: "Dear {{name}}", text: "{{outcome}}", next: ["tell"] },
        { id: "tell", do: "webhook", webhook_id: webhook.id, next: ["ask"] },
        { id: "ask", do: "inbox", folder_id, text: "{{name}} asks for somebody", next: ["stop"] },
        { id: "stop", do: "do_not_call", reason: "all is said" },
      ],
    );
    await untilAllIsDone(id, 6);
    expect(await states(id)).toEqual(["text", "again", "write", "tell", "ask", "stop"].map((step) => `${step} done`));
    expect(await textsTo(person)).toEqual(["Hello Ada"]);
    expect(await callsOf(id)).toMatchObject([
      { agent_id: organization.agentId, attempt: 1, outcome: "no_answer" },
      { agent_id: secondAgent, attempt: 2, outcome: "answered" },
    ]);
    const calls = await platform.simulator.record(`?account=${organization.account}`);
    expect(calls.filter(({ to }) => to === person)).toHaveLength(2);
    expect(mailsAbout("Ada")).toMatchObject([{ to: ["ada@example.com"], text: expect.stringContaining("answered") }]);
    const asked = await platform.test.everything
      .selectFrom("requests")
      .select(["subject", "state"])
      .where("folder_id", "=", folder_id)
      .execute();
    expect(asked).toMatchObject([{ subject: { text: "Ada asks for somebody" }, state: "open" }]);
    const listed = await platform.test.everything
      .selectFrom("do_not_call")
      .select("reason")
      .where("organization_id", "=", organization.organizationId)
      .where("phone_number", "=", person)
      .execute();
    expect(listed).toEqual([{ reason: "all is said" }]);

    await waitUntil("the webhook is accepted", () => receiver.requests.length >= 2);
    // The same one again, under the same id, until it is accepted.
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    for (const { body, headers } of receiver.requests) {
      const event = await verifyWebhook<{ data: object }>({ payload: body, headers, secret: webhook.secret });
      expect(event).toMatchObject({
        type: "campaign",
        data: {
          campaign_id: id,
          payload: { event: "journey_step_begun", step: "tell", do: "webhook" },
          run: { called_number: person, outcome: "answered" },
        },
      });
    }
    const forged = { payload: "{}", headers: receiver.requests[0]?.headers ?? {}, secret: webhook.secret };
    await expect(verifyWebhook(forged)).rejects.toThrow("No signature");
    await new Promise((resolve) => setImmediate(resolve));
    expect(receiver.requests).toHaveLength(2);
    const { body: progress } = await operator.call(journeyProgressOperation, { params: { campaign_id: id } });
    expect(progress.edges.map(({ to, states: { done } }) => [to, done])).toEqual(
      ["text", "again", "write", "tell", "ask", "stop"].map((step) => [step, 1]),
    );
  });

  it("follows what a conversation has come to: its disposition, a variable that the agent heard, or the call's outcome", async () => {
    const says = (...lines: string[]) => lines.map((line) => ({ says: line }));
    const people = ["51", "52", "53"].map((ending) => ({
      phone_number: `+141555501${ending}`,
      name: `Person ${ending}`,
      timezone: "America/New_York",
      attributes: { email: "talkers@example.com", company: "Example" },
    }));
    const id = await follow(
      people,
      [
        { match: "51$", outcomes: ["answered"], talk: says("Hello?", "The call disposition is later. Goodbye.") },
        { match: "52$", outcomes: ["answered"], talk: says("Hello?", "My city is Berlin. Goodbye.") },
        { match: "53$", outcomes: ["answered"], talk: says("Hello?", "Goodbye.") },
      ],
      [
        {
          id: "later",
          on: [{ disposition: "later" }],
          wait: { days: 1, at: "10:00" },
          do: "call",
          workflow_id: secondAgent,
        },
        {
          id: "city",
          on: [{ variable: "city", is: "berlin" }],
          do: "mail",
          subject: "To {{city}}",
          text: "{{name}}",
        },
        { id: "thank", on: ["answered"], do: "mail", subject: "Thank you {{name}}", text: "Bye" },
      ],
    );
    const rows = await waitUntil("everybody is at their step", async () => {
      const found = await rowsOf(id);
      return found.length === 3 && found.filter(({ state }) => state === "done").length === 2 && found;
    });
    const at = new Map(rows.map((row) => [row.person, row]));
    expect(people.map(({ phone_number }) => at.get(phone_number)?.step)).toEqual(["later", "city", "thank"]);
    const later = at.get("+14155550151");
    expect(later?.state).toBe("waiting");
    const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "America/New_York", timeStyle: "short" });
    expect(later && clock.format(later.due_at)).toBe("10:00");
    expect(mailsAbout("To Berlin")).toMatchObject([{ text: expect.stringContaining("Person 52") }]);
    expect(mailsAbout("Thank you")).toMatchObject([{ subject: "Thank you Person 53" }]);
    const runs = new Map((await callsOf(id)).map((run) => [run.called_number, run]));
    expect(runs.get("+14155550151")).toMatchObject({ disposition: "later" });
    expect(runs.get("+14155550152")).toMatchObject({ gathered_context: { city: "Berlin" } });
  });

  it("is bound by STOP in any language on each channel as soon as it is taken: call, mail and text", async () => {
    const channels = [
      { outcome: "no_answer" as const, step: "call", word: "Arrêt" },
      { outcome: "busy" as const, step: "write", word: "отписаться" },
      { outcome: "rejected" as const, step: "text", word: "अनसब्सक्राइब" },
    ];
    const personOf = (channel: number, isStopper: boolean) => `+1415555017${channel * 2 + (isStopper ? 1 : 0)}`;
    const people = channels.flatMap((_, at) => [personOf(at, false), personOf(at, true)]);
    const wait = { hours: 1 };
    const id = await follow(
      people.map((phone_number) => ({ phone_number, name: phone_number, attributes: { company: "Example" } })),
      channels.map(({ outcome }, at) => ({ match: `017[${at * 2}${at * 2 + 1}]$`, outcomes: [outcome, "answered"] })),
      [
        { id: "call", on: ["no_answer"], wait, do: "call", workflow_id: secondAgent },
        { id: "write", on: ["busy"], wait, do: "mail", to: "p@example.com", subject: "For {{name}}", text: "Hello" },
        { id: "text", on: ["rejected"], wait, do: "sms", text: "Hello {{name}}" },
      ],
    );
    await waitUntil("everybody waits", async () => (await rowsOf(id)).length === people.length);
    for (const [at, { step, word }] of channels.entries()) {
      const stopper = personOf(at, true);
      await write(stopper, word);
      expect((await rowsOf(id)).find(({ person }) => person === stopper)).toMatchObject({
        step,
        state: "ended",
        reason: "the number is on the do-not-call list",
      });
      const refused = await operator.refused(sendMessageOperation, { body: { to: stopper, body: "Hello" } });
      expect(refused).toMatchObject({ code: "blocked_dnc" });
    }
    await platform.test.everything
      .updateTable("journey_steps")
      .set({ due_at: new Date(Date.now() - 1000) })
      .where("campaign_id", "=", id)
      .where("state", "=", "waiting")
      .execute();
    await untilAllIsDone(id, people.length);
    const calls = await platform.simulator.record(`?account=${organization.account}`);
    const reached = await Promise.all(
      people.map(async (person) => ({
        calls: calls.filter(({ to }) => to === person).length,
        // What STOP itself is answered with is no text of the journey.
        texts: (await textsTo(person)).filter((text) => text.startsWith("Hello")).length,
        mails: mailsAbout(person).length,
      })),
    );
    expect(reached).toEqual([
      { calls: 2, texts: 0, mails: 0 },
      { calls: 1, texts: 0, mails: 0 },
      { calls: 1, texts: 0, mails: 1 },
      { calls: 1, texts: 0, mails: 0 },
      { calls: 1, texts: 1, mails: 0 },
      { calls: 1, texts: 0, mails: 0 },
    ]);
  });

  it("is over with its campaign seconds after the last step of its last person, here by STOP and not by a look each minute", async () => {
    const [last, gone] = ["+14155550191", "+14155550192"];
    const id = await follow(
      [last, gone].map((phone_number) => ({ phone_number, name: phone_number })),
      [{ match: "019[12]$", outcomes: ["no_answer"] }],
      [{ id: "later", on: ["no_answer"], wait: { hours: 2 }, do: "sms", text: "Hello {{name}}" }],
    );
    const stateOf = async () => (await operator.call(getCampaignOperation, { params: { campaign_id: id } })).body.state;
    await waitUntil("both wait", async () => (await rowsOf(id)).length === 2);
    await write(gone, "STOP");
    expect(await stateOf()).toBe("running");
    await write(last, "STOP");
    expect(await states(id)).toEqual(["later ended", "later ended"]);
    await waitUntil("its campaign has completed", async () => (await stateOf()) === "completed", 30_000);
    expect(await textsTo(last)).not.toContain(`Hello ${last}`);
  });
});
