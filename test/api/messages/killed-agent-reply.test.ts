import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { restartLostThreads } from "../../../activities/maintenance/restart-lost-threads.ts";
import { listMessagesOperation } from "../../../api/messages/messages.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { updatePhoneNumberOperation } from "../../../api/numbers/phone-numbers.operations.ts";
import { createPhoneNumberRow } from "../../factories/telephony.ts";
import { type ApiProcess, startApiProcess } from "../../harness/api-process.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { workerSettings } from "../../harness/worker-process.ts";
import { type ChatServer, startChatServer, stream } from "../../infra/models/chat-server.ts";
import { type AskingOrganization, startAskingOrganization } from "../requests/asking-organization.ts";
import { textingPeople } from "./texting-people.ts";

/** The worker that answers a text is killed while the answer forms, and while its carrier is asked. */
const OURS = "+12025551001";
let ours: AskingOrganization;
let carrier: HttpReceiver;
let chat: ChatServer;
let people: ReturnType<typeof textingPeople>;
const simulator = await startTestSimulator();
const running: ApiProcess[] = [];

beforeAll(async () => {
  carrier = await startHttpReceiver();
  ours = await startAskingOrganization([], {
    hasWorker: false,
    environment: { CARRIER_SIMULATOR_BASE_URL: carrier.url },
  });
  chat = await startChatServer();
  const llm = { provider: "openai" as const, model: "a-model", base_url: chat.baseUrl, api_key: "a key" };
  await ours.owner.call(setModelsOperation, { body: { llm } });
  people = textingPeople(simulator, ours.api);
  const { organizationId, simulatorAccountId: telephonyAccountId } = ours.tenant;
  const phone_number_id = await createPhoneNumberRow(ours.test, { organizationId, telephonyAccountId, e164: OURS });
  await ours.admin.call(updatePhoneNumberOperation, {
    params: { config_id: telephonyAccountId, phone_number_id },
    body: { text_workflow_id: await ours.publish({}) },
  });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(kill));
});
afterAll(async () => {
  await chat.close();
  await ours.close();
  await simulator.close();
  await carrier.close();
});

const startWorker = () => {
  const settings = { ...workerSettings(), DATABASE_URL: ours.test.url, TEMPORAL_NAMESPACE: ours.namespace };
  const worker = startApiProcess({ ...settings, CARRIER_SIMULATOR_BASE_URL: carrier.url }, "worker/start.ts");
  running.push(worker);
  return worker;
};
const kill = async ({ child, ended }: ApiProcess) => {
  child.kill("SIGKILL");
  await ended;
};
const requestsFor = (to: string) => carrier.requests.filter(({ body }) => body.includes(`"to":"${to}"`));
const outboundTo = async (phone_number: string) =>
  (await ours.operator.call(listMessagesOperation, { query: { phone_number, direction: "outbound" } })).body.messages;
const untilReplied = () =>
  waitUntil("nothing waits for its answer", async () => {
    const waiting = ours.test.everything.selectFrom("thread_replies").select("id");
    return (await waiting.where("state", "in", ["waiting", "thinking"]).execute()).length === 0;
  });

it("an answer whose worker was killed while it formed is written by another one, once", async () => {
  const from = "+12125550161";
  const asked = Promise.withResolvers<void>();
  chat.answers.splice(0, chat.answers.length, () => asked.resolve(), stream([{ content: "We open at nine." }]));
  carrier.answer = (_request, response) => respond(response, 500, {});
  const first = startWorker();
  await people.write({ from, to: OURS, body: "When do you open?" });
  await asked.promise;
  await kill(first);
  startWorker();
  await untilReplied();
  expect(await outboundTo(from)).toMatchObject([{ body: "We open at nine.", reason: "reply" }]);
  expect(requestsFor(from)).toHaveLength(1);
});

it("an answer whose carrier was asked is not given to it again", async () => {
  const from = "+12125550162";
  chat.answers.splice(0, chat.answers.length, stream([{ content: "We open at nine." }]));
  carrier.answer = () => undefined;
  const first = startWorker();
  await people.write({ from, to: OURS, body: "When do you open?" });
  await waitUntil("the carrier is asked", () => requestsFor(from).length > 0);
  await kill(first);
  carrier.answer = (_request, response) => respond(response, 500, {});
  startWorker();
  await untilReplied();
  expect(await outboundTo(from)).toMatchObject([{ state: "queued", body: "We open at nine." }]);
  expect(requestsFor(from)).toHaveLength(1);
});

it("a text whose API died before it told the workflow is answered all the same", async () => {
  const from = "+12125550163";
  chat.answers.splice(0, chat.answers.length, stream([{ content: "We open at nine." }]));
  carrier.answer = (_request, response) => respond(response, 500, {});
  await people.write({ from, to: OURS, body: "When do you open?" });
  const { organizationId } = ours.tenant;
  const { id } = await ours.test.everything
    .selectFrom("threads")
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await ours.api.dependencies.temporal.workflow.getHandle(`org-${organizationId}/thread-${id}`).terminate();
  startWorker();
  await waitUntil("the search sees that it has no workflow", async () => {
    await restartLostThreads(ours.api.dependencies, { olderThanSeconds: 0 });
    return (await outboundTo(from)).length > 0;
  });
  await untilReplied();
  expect(await outboundTo(from)).toHaveLength(1);
  expect(requestsFor(from)).toHaveLength(1);
});
