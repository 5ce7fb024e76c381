import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type AskingOrganization, startAskingOrganization } from "./asking-organization.ts";

/**
 * `lost` is an API that commits and whose signals reach no worker, as of a process that was killed between the two. No sweep runs
 * here: only the repetition can get the workflow to go on.
 */
const SCRIPT = [{ when: "table", call: { name: "book_a_table", arguments: { day: "Monday" } } }];

let ours: AskingOrganization;
let lost: TestApi;
let receiver: HttpReceiver;
let agentId: number;

beforeAll(async () => {
  ours = await startAskingOrganization(SCRIPT);
  lost = await startTestApi(ours.test, { environment: { TEMPORAL_NAMESPACE: await createTestNamespace() } });
  receiver = await startHttpReceiver();
  receiver.answer = (_request, response) => respond(response, 201, { id: 17 });
  agentId = await ours.publish({ tool_uuids: [await ours.bookingTool(receiver.url)] });
});
afterAll(async () => {
  await receiver.close();
  await lost.close();
  await ours.close();
});

const settle = async (api: TestApi, body: { event_id: number; decision: string }, key?: string) => {
  const client = api.client({ token: ours.tenant.operator.token });
  const response = await client.fetch("/api/v1/timeline/actions/settle", {
    method: "POST",
    headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, replayed: response.headers.get("idempotent-replayed") };
};
const proposed = async () => {
  receiver.requests.length = 0;
  const session = await ours.talk(agentId);
  await session.send("I want a table");
  return ours.request(({ run_id }) => run_id === session.runId);
};
const isFinished = async (id: number) => (await ours.request((row) => row.id === id)).finished_at;
const finished = (id: number) => waitUntil("it is finished", () => isFinished(id));
const sent = () => receiver.requests.map(({ method }) => method);

describe.each([
  { name: "the same request again", repeatsKey: false, again: { status: 409, replayed: null } },
  { name: "the same Idempotency-Key", repeatsKey: true, again: { status: 200, replayed: "true" } },
])("a settlement that was committed and never signalled, and $name", ({ repeatsKey, again }) => {
  it("goes on at once, confirmed and taken back, each once", async () => {
    const { id, event_id } = await proposed();
    for (const [decision, requests] of [
      ["confirm", ["POST"]],
      ["undo", ["POST", "DELETE"]],
    ] as const) {
      const ownKey = repeatsKey ? randomUUID() : undefined;
      expect(await settle(lost, { event_id, decision }, ownKey)).toEqual({ status: 200, replayed: null });
      expect(await isFinished(id)).toBeNull();
      expect(await settle(ours.api, { event_id, decision }, ownKey)).toEqual(again);
      await finished(id);
      expect(sent()).toEqual(requests);
    }
  });
});
