import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createTenant } from "../../factories/tenant.ts";
import { createHttpTool } from "../../factories/tools.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let test: TestDatabase;
let api: TestApi;
let receiver: HttpReceiver;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  receiver = await startHttpReceiver();
});
afterAll(async () => {
  await api.close();
  await receiver.close();
  await test.drop();
});

/** An organization whose tool is tried out. */
const openTool = async () => {
  const { admin } = await createTenant(test);
  const client = api.client({ token: admin.token });
  const { tool_uuid } = await createHttpTool(client, { url: receiver.url, timeout_ms: 60_000 });
  const path = `/api/v1/tools/${tool_uuid}/test`;
  const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  return { ask: () => client.fetch(path, init) };
};

it("servers that do not answer are asked a few times at once for an organization; more waits, what is too much is refused", async () => {
  const [ours, another] = [await openTool(), await openTool()];
  const held: ServerResponse[] = [];
  receiver.answer = (_request, response) => void held.push(response);
  const answers = Array.from({ length: 23 }, ours.ask);
  const tooMuch = await Promise.race(answers);
  expect(tooMuch.headers.get("retry-after")).toBe("1");
  expect(await tooMuch.json()).toMatchObject({
    detail: "Too many requests of your organization to other servers wait already: send fewer at a time",
  });
  await waitUntil("a few are asked", () => held.length === 2);

  receiver.answer = (_request, response) => respond(response, 200, {});
  expect((await another.ask()).status).toBe(200);
  for (const response of held) respond(response, 200, {});
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect([statuses.filter((status) => status === 200).length, statuses.length]).toEqual([22, 23]);
});
