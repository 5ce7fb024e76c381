import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { restartLostRequests } from "../../../activities/maintenance/restart-lost-requests.ts";
import { settleActionOperation } from "../../../api/requests/requests.operations.ts";
import type { ApiProcess } from "../../harness/api-process.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { type LostWorkers, watchLostWorkers } from "../../harness/lost-workers.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkerProcess } from "../../harness/worker-process.ts";
import { openStopPoints, type StopPoint, type StopPoints } from "../documents/stop-points.ts";
import { type AskingOrganization, startAskingOrganization } from "./asking-organization.ts";

/** A worker in a process of its own is killed at every place where it writes about an action; the API lives on. */
const SCRIPT = [{ when: "table", call: { name: "book_a_table", arguments: { day: "Monday" } } }];

let ours: AskingOrganization;
let receiver: HttpReceiver;
let points: StopPoints;
let agentId: number;
let worker: ApiProcess | null = null;
let lostWorkers: LostWorkers;

beforeAll(async () => {
  ours = await startAskingOrganization(SCRIPT, { hasWorker: false });
  receiver = await startHttpReceiver();
  receiver.answer = (_request, response) => respond(response, 201, { id: 17 });
  lostWorkers = watchLostWorkers(ours.api.dependencies.temporal);
  points = await openStopPoints(ours.test.superuserUrl);
  agentId = await ours.publish({ tool_uuids: [await ours.bookingTool(receiver.url)] });
});
afterAll(async () => {
  await end();
  await points.close();
  await receiver.close();
  await ours.close();
});

const startWorker = () => {
  worker ??= startWorkerProcess(ours);
};
const end = async () => {
  worker?.child.kill("SIGKILL");
  await worker?.ended;
  worker = null;
};
const kill = async () => {
  await end();
  await lostWorkers.tell();
};
const killAt = async (point: StopPoint) => {
  await points.stopAt(point);
  startWorker();
  await points.reached().catch((cause: unknown) => {
    throw new Error(`the worker said: ${worker?.output().slice(-2000)}`, { cause });
  });
  await kill();
  await points.letGo();
};

const proposed = async () => {
  const session = await ours.talk(agentId);
  await session.send("I want a table");
  return ours.request(({ run_id }) => run_id === session.runId);
};
const settle = (event_id: number, decision: "confirm" | "undo") =>
  ours.operator.call(settleActionOperation, { body: { event_id, decision } });
const finished = async (id: number) => {
  await waitUntil("it is finished", async () => {
    await restartLostRequests(ours.api.dependencies, { olderThanSeconds: 0 });
    return (await ours.request((row) => row.id === id)).finished_at;
  });
};
const sent = () => receiver.requests.map(({ method }) => method);
const stateOf = async (uuid: string | null) =>
  (await ours.test.everything.selectFrom("tool_calls").select("state").where("uuid", "=", uuid).executeTakeFirst())
    ?.state;

const taken = "new.state = 'running'";
const ended = "new.state in ('done', 'failed', 'unknown')";
/** `sends`: how often the other side is asked for it; once where it is known that nothing was sent, else never again. */
const POINTS: { name: string; point: StopPoint; sends: number; state: string }[] = [
  {
    name: "before it is taken",
    point: { table: "tool_calls", event: "update", when: taken, at: "statement" },
    sends: 1,
    state: "done",
  },
  {
    name: "when it is taken, before anything is sent",
    point: { table: "tool_calls", event: "update", when: taken, at: "commit" },
    sends: 1,
    state: "done",
  },
  {
    name: "when it was sent, before its end is written",
    point: { table: "tool_calls", event: "update", when: ended, at: "statement" },
    sends: 1,
    state: "unknown",
  },
  {
    name: "before what came of it is told",
    point: { table: "timeline_events", event: "insert", when: "new.kind = 'action_settled'", at: "statement" },
    sends: 1,
    state: "done",
  },
  {
    name: "before the request is finished",
    point: {
      table: "requests",
      event: "update",
      when: "new.finished_at is not null and old.finished_at is null",
      at: "statement",
    },
    sends: 1,
    state: "done",
  },
];

describe.each(POINTS)("a worker that is killed $name", ({ point, sends, state }) => {
  it("has run the action at most once, and whoever asked hears of it", async () => {
    receiver.requests.length = 0;
    const row = await proposed();
    await settle(row.event_id, "confirm");
    await killAt(point);
    startWorker();
    await finished(row.id);
    expect(sent().length).toBeLessThanOrEqual(sends);
    expect([state, "unknown"]).toContain(await stateOf(row.tool_call_id));
    if ((await stateOf(row.tool_call_id)) === "done") expect(sent()).toEqual(["POST"]);
  });
});

/** Taking back goes the same way: every other place shows it. */
const UNDO_POINTS = POINTS.filter((_point, index) => index % 2 === 0);

describe.each(UNDO_POINTS)("a worker that is killed $name, while an action is taken back", ({ point, state }) => {
  it("takes it back at most once, and whoever asked hears of it", async () => {
    receiver.requests.length = 0;
    const row = await proposed();
    await settle(row.event_id, "confirm");
    startWorker();
    await finished(row.id);
    await kill();
    await settle(row.event_id, "undo");
    await killAt(point);
    startWorker();
    await finished(row.id);
    const { undo_call_id, told_at } = await ours.request(({ id }) => id === row.id);
    expect(told_at).not.toBeNull();
    expect([state, "unknown"]).toContain(await stateOf(undo_call_id));
    const takenBack = (await stateOf(undo_call_id)) === "done" || state === "unknown";
    expect(sent()).toEqual(takenBack ? ["POST", "DELETE"] : expect.arrayContaining(["POST"]));
    expect(sent().length).toBeLessThanOrEqual(2);
  });
});
