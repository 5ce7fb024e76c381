import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Client } from "@temporalio/client";
import { readConfig } from "../../infra/config/config.ts";
import { connectTemporalClient } from "../../infra/temporal/connect-temporal.ts";
import { ensureSchedules } from "../../worker/schedules.ts";
import { retentionContract } from "../../workflows/retention/retention.contract.ts";
import { testEnvironment } from "../harness/environment.ts";
import { createTestNamespace } from "../harness/test-temporal.ts";

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

it("retention is scheduled once, and what an operator has set stays", async () => {
  await ensureSchedules(temporal);
  const handle = temporal.schedule.getHandle(retentionContract.scheduleId);
  await handle.pause("not this week");
  await ensureSchedules(temporal);
  const { state, action, spec } = await handle.describe();
  expect(state).toMatchObject({ paused: true, note: "not this week" });
  expect(action).toMatchObject({ workflowType: "retention", taskQueue: "ringdown" });
  expect(spec.calendars).toMatchObject([{ hour: [{ start: 3 }], minute: [{ start: 17 }] }]);
  const listed: string[] = [];
  for await (const { scheduleId } of temporal.schedule.list()) listed.push(scheduleId);
  expect(listed).toEqual([retentionContract.scheduleId]);
});
