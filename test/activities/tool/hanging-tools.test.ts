import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { runToolInShare } from "../../../activities/tool/run-tool.ts";
import { createToolShares, ToolShareError } from "../../../activities/tool/tool-shares.ts";
import { TOOL_CALLS_AT_A_TIME } from "../../../domain/tool/tool-call-shares.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { createToolRig, type ToolRig } from "./tool-rig.ts";

/** The systems of one organization accept requests and do not answer. */
let test: TestDatabase;
let ours: ToolRig;
let another: ToolRig;
let receiver: HttpReceiver;
const toolShares = createToolShares({ waitMs: PATIENCE_MS });

beforeAll(async () => {
  test = await createTestDatabase();
  ours = await createToolRig(test, { deps: { toolShares } });
  another = await createToolRig(test, { deps: { toolShares } });
});
afterAll(() => test.drop());
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(() => receiver.close());

const slowTool = (rig: ToolRig) =>
  rig.tool({ type: "http_api", config: { method: "POST", url: receiver.url, timeout_ms: 60_000 } });

it("an organization's hanging tools leave places of a worker to others, and what is too much of them fails unsent", async () => {
  const held: ServerResponse[] = [];
  receiver.answer = (_request, response) => void held.push(response);
  const tool = await slowTool(ours);
  const ids = await Promise.all(Array.from({ length: 50 }, () => ours.request(tool)));
  let ended = 0;
  const calls = ids.map((id) => ours.run(id).finally(() => (ended += 1)));
  await waitUntil("its share is sent, and what is too much has ended", () => held.length === 30 && ended === 5);
  expect(ids.length - ended).toBeLessThan(TOOL_CALLS_AT_A_TIME / 2);

  receiver.answer = (_request, response) => respond(response, 200, {});
  expect(await another.run(await another.request(await slowTool(another)))).toEqual({ state: "done" });

  for (const response of held) respond(response, 200, {});
  const states = (await Promise.all(calls)).map(({ state }) => state);
  expect([
    states.filter((state) => state === "done").length,
    states.filter((state) => state === "failed").length,
  ]).toEqual([45, 5]);
  const error = "Too many requests of this organization's tools wait for their answers. This one was not sent.";
  const refused = ids[states.indexOf("failed")] ?? "";
  expect(await ours.row(refused)).toEqual({
    state: "failed",
    attempts: 0,
    status_code: null,
    error,
    result: { error },
  });
});

it("several organizations whose tools hang leave places of a worker to another, and get fewer the more they are", async () => {
  const held: ServerResponse[] = [];
  receiver.answer = (_request, response) => void held.push(response);
  const shares = createToolShares({ waitMs: PATIENCE_MS });
  const hanging = await Promise.all(
    Array.from({ length: 7 }, () => createToolRig(test, { deps: { toolShares: shares } })),
  );
  let ended = 0;
  const calls = await Promise.all(
    hanging.map(async (rig) => {
      const tool = await slowTool(rig);
      const ids = await Promise.all(Array.from({ length: 46 }, () => rig.request(tool)));
      return ids.map((id) => rig.run(id).finally(() => (ended += 1)));
    }),
  );
  const all = calls.flat();
  // A request that a busy machine has kept waiting for longer than a tool may take has ended.
  const open = () => held.filter(({ closed }) => !closed).length;
  await waitUntil("the rest is sent or waits", () => open() + shares.waitingCount() + ended === all.length);
  expect(all.length - ended).toBeLessThan(TOOL_CALLS_AT_A_TIME);

  receiver.answer = (_request, response) => respond(response, 200, {});
  const newcomer = await createToolRig(test, { deps: { toolShares: shares } });
  expect(await newcomer.run(await newcomer.request(await slowTool(newcomer)))).toEqual({ state: "done" });
  for (const response of held) respond(response, 200, {});
  await Promise.all(all);
});

it("a confirmed action, which nobody waits for, is left as it is and tried again", async () => {
  const noneFree = createToolShares({ permitsOfKey: 0, mostWaiting: { ofKey: 0, inAll: 0 } });
  const id = await ours.request(await slowTool(ours));
  const input = { organizationId: ours.tenant.organizationId, toolCallId: id };
  await expect(runToolInShare({ ...ours.deps, toolShares: noneFree }, input)).rejects.toThrow(ToolShareError);
  expect(await ours.row(id)).toMatchObject({ state: "requested", attempts: 0 });
  expect(await runToolInShare(ours.deps, input)).toEqual({ state: "done" });
});
