import { afterAll, beforeAll, expect, it } from "@jest/globals";
import {
  getMessageOperation,
  listMessagesOperation,
  sendMessageOperation,
} from "../../../api/messages/messages.operations.ts";
import { updatePhoneNumberOperation } from "../../../api/numbers/phone-numbers.operations.ts";
import { reconcileTexts } from "../../../application/message/reconcile-texts.ts";
import { createPhoneNumberRow } from "../../factories/telephony.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type AskingOrganization, startAskingOrganization } from "../requests/asking-organization.ts";
import { textingPeople } from "./texting-people.ts";

/** An organization that leaves addresses of mail out of words, and keeps the originals of conversations. */
const MAIL = "anna@example.com";
const simulator = await startTestSimulator({
  script: { texts: [{ match: "^\\+1212555.*3$", answer: "request_lost" }] },
});
let ours: AskingOrganization;
let people: ReturnType<typeof textingPeople>;
const [ANSWERED, UNANSWERED] = ["+12025551001", "+12025551002"];

beforeAll(async () => {
  const script = [{ when: MAIL, say: `I write to ${MAIL} at once.` }];
  ours = await startAskingOrganization(script, { environment: { CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl } });
  people = textingPeople(simulator, ours.api);
  const { organizationId, simulatorAccountId: telephonyAccountId } = ours.tenant;
  await ours.test.everything
    .updateTable("organizations")
    .set({ redaction: JSON.stringify({ kinds: ["email"], in: ["words"], keep_original: true }) as never })
    .where("id", "=", organizationId)
    .execute();
  await createPhoneNumberRow(ours.test, { organizationId, telephonyAccountId, e164: UNANSWERED, isDefault: true });
  const phone_number_id = await createPhoneNumberRow(ours.test, { organizationId, telephonyAccountId, e164: ANSWERED });
  await ours.admin.call(updatePhoneNumberOperation, {
    params: { config_id: telephonyAccountId, phone_number_id },
    body: { text_workflow_id: await ours.publish({}) },
  });
});
afterAll(async () => {
  await ours.close();
  await simulator.close();
});

const textsWith = async (phone_number: string) =>
  (await ours.operator.call(listMessagesOperation, { query: { phone_number } })).body.messages.toReversed();
/** Every row that the platform keeps of texts and conversations, as a text. */
const kept = async () => {
  const { everything } = ours.test;
  const [texts, entries, turns, replies, events] = await Promise.all([
    everything.selectFrom("text_messages").selectAll().execute(),
    everything.selectFrom("conversation_entries").selectAll().execute(),
    everything.selectFrom("conversation_turns").selectAll().execute(),
    everything.selectFrom("thread_replies").selectAll().execute(),
    everything.selectFrom("timeline_events").selectAll().execute(),
  ]);
  return JSON.stringify({ texts, entries, turns, replies, events });
};

it("redaction leaves what is sensitive out of a text to a person before it is stored, and the person gets it whole", async () => {
  const to = "+12125550170";
  const body = { to, body: `We write to ${MAIL}` };
  const { body: sent } = await ours.operator.call(sendMessageOperation, { body }, { idempotencyKey: "hidden" });
  expect(sent).toMatchObject({ body_hidden: true, segments: 1 });
  expect(sent.body).toContain("We write to ");
  expect(sent.body).not.toContain(MAIL);
  expect((await people.recordsOf(to)).map(({ text }) => text?.body)).toEqual([body.body]);
  const again = await ours.operator.call(sendMessageOperation, { body }, { idempotencyKey: "hidden" });
  expect(again.body.id).toBe(sent.id);
  expect(await kept()).not.toContain(MAIL);
});

it("and out of a text from a person", async () => {
  const from = "+12125550171";
  await people.write({ from, to: UNANSWERED, body: `Write to ${MAIL}` });
  expect(await textsWith(from)).toMatchObject([{ body_hidden: true, body: expect.not.stringContaining(MAIL) }]);
  expect(await kept()).not.toContain(MAIL);
});

it("an agent hears it whole once, its words are kept as a call's are, and it answers whole", async () => {
  const from = "+12125550172";
  await people.write({ from, to: ANSWERED, body: `Write to ${MAIL}` });
  await waitUntil("it is answered", async () => (await textsWith(from)).length === 2);
  await waitUntil("the reply is over", async () =>
    (await ours.test.everything.selectFrom("thread_replies").select("state").execute()).every(
      ({ state }) => state === "done",
    ),
  );
  const records = await people.recordsOf(from);
  expect(records.map(({ text }) => text?.body)).toEqual([`I write to ${MAIL} at once.`]);
  const texts = await textsWith(from);
  expect(texts.map(({ body_hidden }) => body_hidden)).toEqual([true, true]);
  const { body: read } = await ours.operator.call(getMessageOperation, {
    params: { message_id: texts[0]?.id ?? "" },
  });
  expect(Object.keys(read)).not.toContain("original_sealed");
  expect(await kept()).not.toContain(MAIL);
  const sealed = await ours.test.everything.selectFrom("text_messages").select("original_sealed").execute();
  expect(sealed.filter(({ original_sealed }) => original_sealed !== null)).toEqual([]);
  const originals = await ours.test.everything.selectFrom("kept_originals").select("kind").execute();
  expect(originals.filter(({ kind }) => kind === "words").length).toBeGreaterThan(0);
});

it("a text that its carrier cannot be asked for by its words stays unknown, and is not told as unsent", async () => {
  const to = "+12125550173";
  const { body: sent } = await ours.operator.call(sendMessageOperation, { body: { to, body: `We write to ${MAIL}` } });
  expect(sent.state).toBe("unknown");
  await ours.test.everything
    .updateTable("text_messages")
    .set({ carrier_requested_at: new Date(Date.now() - 3_600_000) })
    .where("uuid", "=", sent.id)
    .execute();
  await reconcileTexts(ours.api.dependencies);
  expect(await textsWith(to)).toMatchObject([{ state: "unknown" }]);
});
