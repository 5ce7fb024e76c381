import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Client } from "@temporalio/client";
import {
  CALLS_HANDED_OVER_WITHIN_TASKS,
  createCallRunActivities,
} from "../../../activities/call-run/call-run.activities.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DiallingRig, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

/** A client whose signals arrive when it is told so. */
const slowListener = () => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const told: string[] = [];
  const getHandle = (workflowId: string) => ({
    signal: () => {
      told.push(workflowId);
      return arrival;
    },
  });
  const client: Client = Object.assign(Object.create(null), { workflow: { getHandle } });
  return { client, told, arrive };
};

it("a call that is over at once gives its place up before its shard knows of it", async () => {
  const { client, told, arrive } = slowListener();
  const { placeCallAtOnce } = createCallRunActivities({ ...rig.deps, temporal: client });
  let shard = 0;
  // A run without a row was deleted: it is released.
  const place = () =>
    placeCallAtOnce({ organizationId: 1, runUuid: randomUUID(), shardId: `org-1/shard-${(shard += 1)}` });
  const placed = Array.from({ length: CALLS_HANDED_OVER_WITHIN_TASKS }, place);
  await waitUntil("all shards are being told", () => told.length === CALLS_HANDED_OVER_WITHIN_TASKS);
  const next = place();
  await waitUntil("the next one's shard is being told", () => told.length === CALLS_HANDED_OVER_WITHIN_TASKS + 1);
  arrive();
  expect(await next).toEqual({ kind: "released" });
  expect(new Set((await Promise.all(placed)).map((placement) => placement?.kind))).toEqual(new Set(["released"]));
});
