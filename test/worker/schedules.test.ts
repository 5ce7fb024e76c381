import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { type Client, ScheduleNotFoundError } from "@temporalio/client";
import { readConfig } from "../../infra/config/config.ts";
import { createLogger } from "../../infra/logger.ts";
import { connectTemporalClient } from "../../infra/temporal/connect-temporal.ts";
import { ensureSchedules, keepEnsuringSchedules } from "../../worker/schedules.ts";
import { maintenanceContract } from "../../workflows/maintenance/maintenance.contract.ts";
import { retentionContract } from "../../workflows/retention/retention.contract.ts";
import { testEnvironment } from "../harness/environment.ts";
import { createTestNamespace } from "../harness/test-temporal.ts";
import { waitUntil } from "../harness/wait-until.ts";

let temporal: Client;

beforeAll(async () => {
  // A namespace of its own: it has one schedule of each kind.
  const TEMPORAL_NAMESPACE = await createTestNamespace();
  const TEMPORAL_ADDRESS = testEnvironment.temporalAddress();
  temporal = await connectTemporalClient(readConfig({ TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE }));
});
afterAll(async () => {
  await temporal.connection.close();
});
beforeEach(() => ensureSchedules(temporal));

const scheduleOf = ({ scheduleId }: { scheduleId: string }) => temporal.schedule.getHandle(scheduleId);
const listed = async () => {
  const ids: string[] = [];
  for await (const { scheduleId } of temporal.schedule.list()) ids.push(scheduleId);
  return ids.sort();
};

it("each is made once, and what an operator has set stays", async () => {
  const handle = scheduleOf(retentionContract);
  await handle.pause("not this week");
  await ensureSchedules(temporal);
  const { state, action, spec } = await handle.describe();
  expect(state).toMatchObject({ paused: true, note: "not this week" });
  expect(action).toMatchObject({ workflowType: "retention", taskQueue: "ringdown" });
  expect(spec.calendars).toMatchObject([{ hour: [{ start: 3 }], minute: [{ start: 17 }] }]);
  await waitUntil("both are listed", async () => (await listed()).length === 2);
  expect(await listed()).toEqual([maintenanceContract.scheduleId, retentionContract.scheduleId]);
});

it("maintenance is started every minute, one at a time, and ended by the server when it does not end", async () => {
  const { action, spec, policies } = await scheduleOf(maintenanceContract).describe();
  expect(spec.intervals).toMatchObject([{ every: 60_000 }]);
  expect(policies).toMatchObject({ overlap: "SKIP", catchupWindow: 60_000 });
  expect(action).toMatchObject({
    workflowType: "maintenance",
    taskQueue: "ringdown",
    workflowExecutionTimeout: 20 * 60_000,
  });
});

it("maintenance is skipped while one runs, and one that was terminated is followed by the next", async () => {
  const handle = scheduleOf(maintenanceContract);
  // A minute takes a second. While a schedule is asked for again and again, the server leaves a trigger until the minute
  // is over, so that the test does without one.
  await handle.update((made) => ({ ...made, spec: { intervals: [{ every: "1 second" }] } }));
  const started = async () => (await handle.describe()).info.runningActions.map(({ workflow }) => workflow);
  const first = await waitUntil("one is started", async () => (await started())[0]);
  await waitUntil("the next is skipped", async () => (await handle.describe()).info.numActionsSkippedOverlap > 0);
  expect(await started()).toEqual([first]);
  await temporal.workflow.getHandle(first.workflowId).terminate();
  // One of the same second has the same id, as another run.
  await waitUntil("another is started", async () =>
    (await started()).find(({ firstExecutionRunId }) => firstExecutionRunId !== first.firstExecutionRunId),
  );
});

it("one that is lost is made again, until the process stops", async () => {
  const stopping = new AbortController();
  const handle = scheduleOf(maintenanceContract);
  const kept = keepEnsuringSchedules(temporal, {
    logger: createLogger("test", { level: "silent" }),
    stopping: stopping.signal,
    everyMs: 50,
  });
  await handle.delete();
  await waitUntil("it is there again", () =>
    handle.describe().catch((error: unknown) => {
      if (error instanceof ScheduleNotFoundError) return null;
      throw error;
    }),
  );
  stopping.abort();
  await kept;
});
