import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { askAboutQuietCalls } from "../../../activities/maintenance/ask-about-quiet-calls.ts";
import { createExpectedEnds } from "../../../api/calls/remember-expected-ends.ts";
import type { EndingCall } from "../../../domain/call/expected-ends.ts";
import { ASKED_OFTEN_FOR_SECONDS, QUIET_AFTER_SECONDS } from "../../../domain/call/silent-call.rules.ts";
import { listQuietCalls } from "../../../infra/postgres/call/quiet-calls.repository.ts";
import { callRunContract } from "../../../workflows/call-run/call-run.contract.ts";
import { type PlainProxy, startPlainProxy } from "../../harness/plain-proxy.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { openTalkingOrganization, type RunRow } from "../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";

let proxy: PlainProxy;
let platform: CallingPlatform;
/** What the API has noted of calls, by their uuids. */
let noted: Record<"expected" | "settled", string[]>;
let isKilled: boolean;

beforeAll(async () => {
  proxy = await startPlainProxy();
  platform = await startCallingPlatform({}, { PUBLIC_BASE_URL: proxy.url });
  proxy.serve(platform.api.baseUrl);
  const { dependencies } = platform.api;
  const ends = createExpectedEnds(dependencies, { afterMs: 200 });
  const expectedEnds = {
    ...ends,
    expect: (run: EndingCall) => {
      noted.expected.push(run.uuid);
      if (!isKilled) ends.expect(run);
    },
    settle: (run: Pick<EndingCall, "uuid">) => {
      noted.settled.push(run.uuid);
      ends.settle(run);
    },
  };
  Object.assign(dependencies, { expectedEnds });
});
afterAll(async () => {
  await platform.close();
  await proxy.close();
});
beforeEach(async () => {
  noted = { expected: [], settled: [] };
  isKilled = false;
  proxy.passUpgrades(true);
  await platform.api.dependencies.publicAddress.check();
});

const rowOf = (runId: number): Promise<RunRow> =>
  platform.test.everything.selectFrom("call_runs").selectAll().where("id", "=", runId).executeTakeFirstOrThrow();

const ended = (runId: number) =>
  waitUntil("the call is over", async () => {
    const run = await rowOf(runId);
    return run.ended_at !== null && run;
  });

/** How a call's workflow came to ask: by the signal, or because a timer had fired. */
const askedBy = async ({ organization_id: organizationId, uuid: runUuid }: RunRow) => {
  const handle = platform.api.dependencies.temporal.workflow.getHandle(
    callRunContract.workflowId({ organizationId, runUuid }),
  );
  const { events } = await handle.fetchHistory();
  return {
    isTold: events?.some((event) => event.workflowExecutionSignaledEventAttributes?.signalName === "talk-ended"),
    byTimer: events?.some((event) => event.timerFiredEventAttributes),
  };
};

const HANGS_UP = { talk: [{ says: "No." }, { hangs_up: true as const }], speed: 200 };
const LAST_LOST = { behaviour: { misbehaviours: { last_callback_lost: 1 } } };

describe("a call whose last callback is lost", () => {
  it("is asked about when the person has hung up and the relay has closed, long before its time limit", async () => {
    const organization = await openTalkingOrganization(platform);
    const run = await ended(await organization.call({ ...HANGS_UP, ...LAST_LOST }));
    expect(run).toMatchObject({ state: "completed", outcome: "answered" });
    expect(await askedBy(run)).toEqual({ isTold: true, byTimer: false });
  });

  it("is asked about when its carrier was told to hang up, where it goes by webhook turns", async () => {
    proxy.passUpgrades(false);
    await platform.api.dependencies.publicAddress.check();
    const organization = await openTalkingOrganization(platform);
    // The agent says goodbye then.
    const talk = [{ says: "I would like to book an appointment." }, { says: "We are finished." }];
    const run = await ended(await organization.call({ talk, speed: 60, ...LAST_LOST }));
    expect(noted.expected).toContain(run.uuid);
    expect(await askedBy(run)).toEqual({ isTold: true, byTimer: false });
  });

  it("is found by its rows where the process that carried it was killed", async () => {
    isKilled = true;
    const organization = await openTalkingOrganization(platform);
    const runId = await organization.call({ ...HANGS_UP, ...LAST_LOST });
    const { uuid } = await rowOf(runId);
    await waitUntil("the relay has closed", async () => noted.expected.includes(uuid));
    const lastSaid = (secondsAgo: number) =>
      platform.test.everything
        .updateTable("conversations")
        .set({ last_activity_at: new Date(Date.now() - secondsAgo * 1000) })
        .where("run_id", "=", runId)
        .execute();
    const { dependencies } = platform.api;
    const isQuiet = async () => (await listQuietCalls(dependencies.database)).some((call) => call.uuid === uuid);
    expect(await isQuiet()).toBe(false);
    await lastSaid(ASKED_OFTEN_FOR_SECONDS + 60);
    expect(await isQuiet()).toBe(false);
    await lastSaid(QUIET_AFTER_SECONDS + 10);
    expect(await isQuiet()).toBe(true);
    await askAboutQuietCalls(dependencies);
    const run = await ended(runId);
    expect(await askedBy(run)).toEqual({ isTold: true, byTimer: false });
    expect(await isQuiet()).toBe(false);
  });
});

describe("a call whose callbacks come", () => {
  it("costs nothing more: what was expected is settled by the last of them", async () => {
    const organization = await openTalkingOrganization(platform);
    const run = await ended(await organization.call(HANGS_UP));
    await waitUntil("the relay has closed", async () => noted.expected.includes(run.uuid));
    await waitUntil("the callback has come", async () => noted.settled.lastIndexOf(run.uuid) > 0);
    expect(await askedBy(run)).toEqual({ isTold: false, byTimer: false });
  });
});
