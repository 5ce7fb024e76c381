import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { setAgentStatusOperation } from "../../../api/agents/agents.operations.ts";
import { cloneCampaignOperation, updateCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { postMessageOperation, readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import { listMessagesOperation, sendMessageOperation } from "../../../api/messages/messages.operations.ts";
import { updatePhoneNumberOperation } from "../../../api/numbers/phone-numbers.operations.ts";
import { listHistoryOperation } from "../../../api/people/people.operations.ts";
import { decideOperation } from "../../../api/requests/requests.operations.ts";
import { updateTelephonyAccountOperation } from "../../../api/telephony/telephony.operations.ts";
import { textSessionContract } from "../../../workflows/text-session/text-session.contract.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { createPhoneNumberRow } from "../../factories/telephony.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type AskingOrganization, startAskingOrganization } from "../requests/asking-organization.ts";
import { textingPeople } from "./texting-people.ts";

const SCRIPT = [
  { when: "your colleagues answered: yes", say: "You get ten percent." },
  { when: "discount", call: { name: "ask_people", arguments: { question: "Ten percent?", choices: ["yes"] } } },
  { when: "opening hours", say: "We open at nine. We close at five." },
  { when: "slowly", say: "Here I am.", delay_ms: 2_000 },
  { when: "novel", say: "A sentence of a long story. ".repeat(80) },
];

const simulator = await startTestSimulator({
  script: { texts: [{ match: "^\\+1212555.*1$", answer: "throttled", times: 1 }] },
});
let ours: AskingOrganization;
let people: ReturnType<typeof textingPeople>;
let agentId: number;
let number: { id: number; e164: string };
let last = 0;

beforeAll(async () => {
  ours = await startAskingOrganization(SCRIPT, { environment: { CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl } });
  people = textingPeople(simulator, ours.api);
  agentId = await ours.publish({ ask_people: true });
});
afterAll(async () => {
  await ours.close();
  await simulator.close();
});
beforeEach(async () => {
  const e164 = `+1202555${String(1000 + (last += 1))}`;
  const { organizationId, simulatorAccountId: telephonyAccountId } = ours.tenant;
  const id = await createPhoneNumberRow(ours.test, { organizationId, telephonyAccountId, e164 });
  number = { id, e164 };
  await setAgent({ text_workflow_id: agentId });
});

const person = (digit = 0): string => `+1212555${String((last += 1)).padStart(3, "0")}${digit}`;
const params = () => ({ config_id: ours.tenant.simulatorAccountId, phone_number_id: number.id });
const setAgent = async (body: object) =>
  (await ours.admin.call(updatePhoneNumberOperation, { params: params(), body })).body;
const write = (from: string, body: string) => people.write({ from, to: number.e164, body });
const textsWith = async (phone_number: string) =>
  (await ours.operator.call(listMessagesOperation, { query: { phone_number } })).body.messages.toReversed();
const untilTexts = (phone: string, count: number) =>
  waitUntil(`there are ${count} texts`, async () => {
    const texts = await textsWith(phone);
    return texts.length >= count && texts;
  });
const eventsOf = async (query: object) =>
  (await ours.operator.call(readTimelineOperation, { query })).body.events.toReversed();
const untilUnanswered = (says: string) =>
  waitUntil(`it is told: ${says}`, async () =>
    (await eventsOf({ kinds: "system" })).find(({ summary }) => summary.toLowerCase().includes(says.toLowerCase())),
  );
/** Waits until nothing of the person's waits for an answer. */
const untilSettled = () =>
  waitUntil("nothing waits", async () => {
    const waiting = await ours.test.everything
      .selectFrom("thread_replies")
      .select("id")
      .where("state", "in", ["waiting", "thinking"])
      .execute();
    return waiting.length === 0;
  });
const runsWith = (phone: string) =>
  ours.test.everything
    .selectFrom("call_runs")
    .selectAll()
    .where("person_number", "=", phone)
    .where("mode", "=", "textchat")
    .orderBy("id")
    .execute();

describe("a text to a number whose texts an agent answers", () => {
  it("is answered by a text in one conversation, which stands in the feed and on the person's page", async () => {
    const from = person();
    await write(from, "What are your opening hours?");
    await untilTexts(from, 2);
    await write(from, "And the opening hours on Sunday?");
    const texts = await untilTexts(from, 4);
    expect(texts.map(({ direction, body }) => `${direction}: ${body}`)).toEqual([
      "inbound: What are your opening hours?",
      "outbound: We open at nine. We close at five.",
      "inbound: And the opening hours on Sunday?",
      "outbound: We open at nine. We close at five.",
    ]);
    const [first, reply] = texts;
    expect(reply).toMatchObject({ from: number.e164, to: from, reason: "reply", workflow_id: agentId });
    expect(new Set(texts.map(({ thread_id }) => thread_id))).toEqual(new Set([first?.thread_id]));
    const [run, ...others] = await runsWith(from);
    expect(others).toEqual([]);
    await untilSettled();
    const events = await eventsOf({ thread_id: first?.thread_id, kinds: "message" });
    expect(events[0]).toMatchObject({ workflow_id: agentId, workflow_run_id: run?.id });
    expect(events.some(({ actor }) => actor === `agent:${agentId}`)).toBe(true);
    expect(JSON.stringify(events)).not.toContain("nine");
    const { body } = await ours.operator.call(listHistoryOperation, { query: { phone_number: from } });
    expect(body.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["message", "call"]));
  });

  it("is understood as the answer to what was written before", async () => {
    const to = person();
    await ours.operator.call(sendMessageOperation, {
      body: { to, body: "Your table is for eight o'clock. Is that right?", from_phone_number_id: number.id },
    });
    await write(to, "opening hours first, please");
    await untilTexts(to, 3);
    const [run] = await runsWith(to);
    const words = await ours.test.everything
      .selectFrom("conversation_entries")
      .select(["speaker", "text"])
      .where("run_id", "=", run?.id ?? 0)
      .where("speaker", "in", ["agent", "person"])
      .orderBy("id")
      .execute();
    expect(words.slice(0, 2)).toEqual([
      { speaker: "agent", text: "Your table is for eight o'clock. Is that right?" },
      { speaker: "person", text: "opening hours first, please" },
    ]);
  });

  it("is answered by several texts where the answer is longer than one", async () => {
    const from = person();
    await write(from, "Tell me a novel");
    const [, ...replies] = await untilTexts(from, 3);
    expect(replies.every(({ body }) => body.length <= 1600)).toBe(true);
    expect(replies.map(({ body }) => body).join(" ").length).toBeGreaterThan(2_000);
  });

  it("waits where the carrier asks to slow down, and is answered once", async () => {
    const from = person(1);
    await write(from, "opening hours?");
    await untilTexts(from, 2);
    await untilSettled();
    expect((await people.recordsOf(from)).map(({ answer }) => answer)).toEqual(["throttled", "accepted"]);
  });

  it("gets what the agent had to ask people for", async () => {
    const from = person();
    await write(from, "Can I have a discount?");
    const request = await ours.request(({ kind }) => kind === "question");
    await ours.operator.call(decideOperation, {
      body: { event_id: request.event_id ?? 0, choice: "yes" },
    });
    await waitUntil("the answer is told", async () =>
      (await textsWith(from)).some(({ body }) => body === "You get ten percent."),
    );
  });

  it("begins another conversation when that of before has ended by its agent's own time", async () => {
    const from = person();
    await write(from, "opening hours?");
    await untilTexts(from, 2);
    const [run] = await runsWith(from);
    const workflowId = textSessionContract.workflowId({
      organizationId: ours.tenant.organizationId,
      runUuid: run?.uuid ?? "",
    });
    const history = await ours.api.dependencies.temporal.workflow.getHandle(workflowId).fetchHistory();
    const [input] = history.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    expect(JSON.parse(Buffer.from(input?.data ?? "").toString())).toMatchObject({ inactivitySeconds: 86_400 });
    await ours.test.everything
      .updateTable("conversations")
      .set({ state: "ended" })
      .where("run_id", "=", run?.id ?? 0)
      .execute();
    await write(from, "opening hours again?");
    await untilTexts(from, 4);
    expect(await runsWith(from)).toHaveLength(2);
  });

  it("is answered by the account's agent where the number has none", async () => {
    await setAgent({ clear_text_workflow: true });
    const from = person();
    await write(from, "opening hours?");
    expect((await eventsOf({ kinds: "message" })).at(-1)).toMatchObject({ workflow_id: null });
    const account = { config_id: ours.tenant.simulatorAccountId };
    const { body } = await ours.admin.call(updateTelephonyAccountOperation, {
      params: account,
      body: { text_workflow_id: agentId },
    });
    expect(body.text_workflow_id).toBe(agentId);
    await write(from, "opening hours?");
    await untilTexts(from, 3);
    const cleared = await ours.admin.call(updateTelephonyAccountOperation, {
      params: account,
      body: { clear_text_workflow: true },
    });
    expect(cleared.body.text_workflow_id).toBeNull();
  });
});

describe("a person who writes back to a text of a campaign", () => {
  const startCampaign = async (body: object) => {
    const listId = await createContactListRows(ours.test, ours.tenant, [{ phone_number: person() }]);
    return createCampaign(ours.operator, { workflow_id: agentId, contact_list_id: listId, ...body });
  };
  const sendFor = (to: string, campaignId: number | undefined) =>
    ours.operator.call(sendMessageOperation, {
      body: { to, body: "Your visit is tomorrow", from_phone_number_id: number.id, campaign_id: campaignId },
    });

  it("is answered by the campaign's agent, before the number's and the account's, as long as its text is the last", async () => {
    const ofCampaign = await ours.publish({ ask_people: true });
    const campaign = await startCampaign({ text_workflow_id: ofCampaign });
    expect(campaign.text_workflow_id).toBe(ofCampaign);
    const to = person();
    await sendFor(to, campaign.id);
    await write(to, "opening hours?");
    await untilTexts(to, 3);
    await write(to, "opening hours on Sunday?");
    const texts = await untilTexts(to, 5);
    const answers = texts.filter(({ reason }) => reason === "reply");
    expect(answers.map(({ workflow_id }) => workflow_id)).toEqual([ofCampaign, ofCampaign]);
    expect(new Set(texts.map(({ campaign_id }) => campaign_id))).toEqual(new Set([campaign.id]));
    await sendFor(to, undefined);
    await write(to, "opening hours?");
    const [answer] = (await untilTexts(to, 8)).slice(-1);
    expect(answer).toMatchObject({ reason: "reply", workflow_id: agentId, campaign_id: null });
  });

  it("is answered by the number's agent where the campaign has none", async () => {
    const campaign = await startCampaign({});
    const to = person();
    await sendFor(to, campaign.id);
    await write(to, "opening hours?");
    const texts = await untilTexts(to, 3);
    expect(texts.at(-1)).toMatchObject({ reason: "reply", workflow_id: agentId, campaign_id: campaign.id });
  });

  it("has an agent that is chosen and taken back while the campaign is a draft or paused, and is kept by a clone", async () => {
    const campaign = await startCampaign({});
    const campaignParams = { campaign_id: campaign.id };
    const change = (body: object) => ours.operator.call(updateCampaignOperation, { params: campaignParams, body });
    const refuse = (body: object) => ours.operator.refused(updateCampaignOperation, { params: campaignParams, body });
    expect((await change({ text_workflow_id: agentId })).body).toMatchObject({ text_workflow_id: agentId });
    const { body: clone } = await ours.operator.call(cloneCampaignOperation, { params: campaignParams, body: {} });
    expect(clone.text_workflow_id).toBe(agentId);
    expect(await refuse({ text_workflow_id: 999_999 })).toMatchObject({ status: 404 });
    expect(await refuse({ text_workflow_id: agentId, unset: ["text_workflow_id"] })).toMatchObject({ status: 422 });
    const setState = (state: "running" | "paused") =>
      ours.test.everything.updateTable("campaigns").set({ state }).where("id", "=", campaign.id).execute();
    await setState("running");
    expect(await refuse({ unset: ["text_workflow_id"] })).toMatchObject({ status: 409 });
    await setState("paused");
    expect((await change({ unset: ["text_workflow_id"] })).body).toMatchObject({ text_workflow_id: null });
  });
});

describe("a person who wants no more", () => {
  it("gets nothing after STOP, and the conversation ends", async () => {
    const from = person();
    await write(from, "opening hours?");
    await untilTexts(from, 2);
    await write(from, "STOP");
    await write(from, "opening hours?");
    await untilUnanswered("on the do-not-call list");
    await untilSettled();
    const reasons = (await textsWith(from)).map(({ reason }) => reason);
    expect(reasons).toEqual(["received", "reply", "received", "opt_out_answer", "received"]);
    const [run] = await runsWith(from);
    await waitUntil("the session is over", async () => (await runsWith(from))[0]?.ended_at != null);
    expect(run?.mode).toBe("textchat");
  });

  it("gets no answer that was forming when STOP came in", async () => {
    const from = person();
    await write(from, "Answer me slowly");
    await waitUntil("the answer forms", async () =>
      ours.test.everything
        .selectFrom("conversation_turns")
        .innerJoin("call_runs", "call_runs.id", "conversation_turns.run_id")
        .select("conversation_turns.id")
        .where("call_runs.person_number", "=", from)
        .where("conversation_turns.state", "=", "running")
        .executeTakeFirst(),
    );
    await write(from, "Arrêt");
    await untilUnanswered("wants no more texts");
    await untilSettled();
    expect((await people.recordsOf(from)).length).toBe(1);
    expect((await textsWith(from)).map(({ reason }) => reason)).toEqual(["received", "received", "opt_out_answer"]);
  });
});

describe("a text that no agent can answer", () => {
  it("is told in the feed with the reason", async () => {
    const withdrawn = await ours.publish({});
    await setAgent({ text_workflow_id: withdrawn });
    await ours.admin.call(setAgentStatusOperation, {
      params: { workflow_id: withdrawn },
      body: { status: "archived" },
    });
    const from = person();
    await write(from, "opening hours?");
    expect(await untilUnanswered("is archived")).toMatchObject({ workflow_id: withdrawn });
    expect(await textsWith(from)).toHaveLength(1);
  });

  it("gets no answer by another number where the one that was written to has left the account meanwhile", async () => {
    const from = person();
    await write(from, "Answer slowly, please.");
    await ours.test.everything
      .updateTable("phone_numbers")
      .set({ released_at: new Date() })
      .where("id", "=", number.id)
      .execute();
    await untilUnanswered("is not on its carrier account any more");
    expect(await textsWith(from)).toHaveLength(1);
  });

  it("ends two programs that answer each other", async () => {
    const from = person();
    const { organizationId, simulatorAccountId } = ours.tenant;
    await ours.test.everything
      .insertInto("text_messages")
      .values(
        Array.from({ length: 30 }, (_, at) => ({
          uuid: `0197f1d2-6f3c-4c1a-ab7e-${String(at).padStart(12, "0")}`,
          organization_id: organizationId,
          direction: "outbound" as const,
          state: "delivered" as const,
          reason: "reply" as const,
          actor: `agent:${agentId}`,
          telephony_configuration_id: simulatorAccountId,
          provider: "simulator",
          own_number: number.e164,
          phone_number: from,
          body: "Hello",
          encoding: "GSM-7" as const,
          segments: 1,
        })),
      )
      .execute();
    await write(from, "opening hours?");
    await untilUnanswered("30 answers within an hour");
  });

  it("keeps quiet hours where it is answered long after it came in", async () => {
    const from = person();
    await write(from, "Answer me slowly");
    const { organizationId } = ours.tenant;
    await ours.test.everything
      .updateTable("text_messages")
      .set({ created_at: new Date(Date.now() - 2 * 3_600_000) })
      .where("phone_number", "=", from)
      .execute();
    const rules = JSON.stringify([{ name: "never", expression: "hour > 30", if_false: "wait" }]);
    const setRules = (own_rules: string) =>
      ours.test.everything
        .updateTable("organizations")
        .set({ own_rules: own_rules as never })
        .where("id", "=", organizationId)
        .execute();
    await setRules(rules);
    await untilUnanswered("for eight days");
    await setRules("[]");
    expect((await textsWith(from)).map(({ reason }) => reason)).toEqual(["received"]);
  });
});

describe("the agent for texts", () => {
  const refused = (body: object, config_id = ours.tenant.simulatorAccountId) =>
    ours.admin.refused(updatePhoneNumberOperation, { params: { ...params(), config_id }, body });

  it("must be one that can answer", async () => {
    expect(await setAgent({ text_workflow_id: agentId })).toMatchObject({ text_workflow_id: agentId });
    expect(await refused({ text_workflow_id: 999_999 })).toMatchObject({ status: 404 });
    const { agentId: unpublished } = await createAgentRows(ours.test, ours.tenant);
    await ours.test.everything
      .updateTable("agents")
      .set({ published_version_id: null })
      .where("id", "=", unpublished)
      .execute();
    expect(await refused({ text_workflow_id: unpublished })).toMatchObject({ status: 400, code: "agent_not_ready" });
    expect(await refused({ text_workflow_id: agentId, clear_text_workflow: true })).toMatchObject({ status: 422 });
  });

  it("needs a carrier with texts, and a number of the account's own", async () => {
    const { organizationId } = ours.tenant;
    const { id: trunk } = await ours.test.everything
      .insertInto("telephony_configurations")
      .values({
        organization_id: organizationId,
        name: "A trunk",
        provider: "sip",
        credentials_sealed: Buffer.from("sealed"),
        encryption_key_id: "key",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const ofTrunk = await createPhoneNumberRow(ours.test, {
      organizationId,
      telephonyAccountId: trunk,
      e164: "+12025550999",
    });
    const refusal = await ours.admin.refused(updatePhoneNumberOperation, {
      params: { config_id: trunk, phone_number_id: ofTrunk },
      body: { text_workflow_id: agentId },
    });
    expect(refusal).toMatchObject({ status: 400, code: "carrier_sends_no_texts" });
    await ours.test.everything
      .updateTable("phone_numbers")
      .set({ ownership: "verified" })
      .where("id", "=", number.id)
      .execute();
    expect(await refused({ text_workflow_id: agentId })).toMatchObject({ status: 422 });
  });

  it("has threads that nobody writes into but by a text", async () => {
    const from = person();
    await write(from, "opening hours?");
    const [text] = await untilTexts(from, 2);
    const body = { text: "Hello", thread_id: text?.thread_id ?? "" };
    expect(await ours.operator.refused(postMessageOperation, { body })).toMatchObject({ status: 422 });
  });
});
