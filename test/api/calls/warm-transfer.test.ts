import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { callRunContract } from "../../../workflows/call-run/call-run.contract.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { runRow } from "../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";
import {
  COLLEAGUE,
  callSomebodyInTime,
  legsOf,
  listenTo,
  type Manner,
  SECOND_COLLEAGUE,
  transferOf,
  untilSettled,
} from "./transferring-organization.ts";

let platform: CallingPlatform;
beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 10 });
});
afterAll(async () => platform.close());

const storyOf = async (runId: number, organizationId: number) => {
  const run = await untilSettled(platform, runId);
  const transfer = await transferOf(platform, runId);
  const legs = await waitUntil("the calls to colleagues are over", async () => {
    const rows = await legsOf(platform, organizationId);
    return rows.every(({ ended_at }) => ended_at !== null) ? rows : undefined;
  });
  const heard = await listenTo(platform, run.carrier_call_id);
  const heardByColleague = legs[0]?.carrier_call_id ? await listenTo(platform, legs[0].carrier_call_id) : [];
  const words = (list: typeof heard) => list.map(({ who, what, text }) => `${who} ${what}: ${text}`);
  return { run, transfer, legs, heard: words(heard), heardByColleague: words(heardByColleague) };
};

/** The record has the attempt to the person as it has every other. */
const recordedOf = async (runUuid: string | undefined): Promise<string[]> => {
  const [waiting, sealed] = await Promise.all(
    (["unsealed_entries", "record_entries"] as const).map((table) =>
      platform.test.everything
        .selectFrom(table)
        .select("kind")
        .where("run_uuid", "=", runUuid ?? "")
        .execute(),
    ),
  );
  return [...(sealed ?? []), ...(waiting ?? [])].map(({ kind }) => kind);
};

const keepHistory = async (run: { organization_id: number; uuid: string }, name: string): Promise<void> => {
  if (!process.env["RECORD_HISTORIES"]) return;
  const { temporal } = platform.api.dependencies;
  const workflowId = callRunContract.workflowId({ organizationId: run.organization_id, runUuid: run.uuid });
  await temporal.workflow.getHandle(workflowId).result();
  await recordHistory({ client: temporal }, workflowId, name);
};

const eventsOf = async (runId: number): Promise<string[]> => {
  const rows = await platform.test.everything
    .selectFrom("timeline_events")
    .select("summary")
    .where("run_id", "=", runId)
    .where("kind", "=", "system")
    .orderBy("id")
    .execute();
  return rows.map(({ summary }) => summary);
};

describe.each([{ turnByTurn: false }, { turnByTurn: true }])("a warm transfer (turn by turn: $turnByTurn)", (how) => {
  it.each<Manner>(["yes", "sayingYes"])("connects a person who takes the caller: %s", async (manner) => {
    const { organization, runId } = await callSomebodyInTime(platform, { ...how, manner });
    const { run, transfer, legs, heard, heardByColleague } = await storyOf(runId, organization.organizationId);
    expect(run).toMatchObject({ state: "completed", outcome: "answered" });
    expect(transfer).toMatchObject({ state: "over", outcome: "connected", targets: [COLLEAGUE] });
    expect(legs).toHaveLength(1);
    expect(legs[0]).toMatchObject({ called_number: COLLEAGUE, state: "completed", outcome: "answered" });
    expect(legs[0]?.cost_minor).toBeGreaterThan(0);
    expect(await recordedOf(legs[0]?.uuid)).toEqual(
      expect.arrayContaining(["attempt.requested", "attempt.answered", "attempt.settled"]),
    );
    if (manner === "yes" && !how.turnByTurn) await keepHistory(run, "call-run-played-warm-transfer");
    expect(heard.join("\n")).toContain("I am trying to reach somebody for you");
    expect(heard.filter((line) => line === `agent joined: ${transfer?.uuid}`)).toHaveLength(1);
    expect(heardByColleague.join("\n")).toContain("Ada asks about her invoice.");
    expect(heardByColleague.filter((line) => line === `agent joined: ${transfer?.uuid}`)).toHaveLength(1);
    const conversation = await platform.test.everything
      .selectFrom("conversations")
      .select("end_reason")
      .where("run_id", "=", runId)
      .executeTakeFirstOrThrow();
    expect(conversation.end_reason).toBe("call_transferred");
    expect(await eventsOf(runId)).toEqual([
      "Somebody is called to take the caller, who is on hold",
      "The person who was called has answered and hears what the call is about",
      "The person who was called takes the caller",
      "The caller is connected with the person who was called",
    ]);
  });

  it.each<[Manner, ...string[]]>([
    ["no", "declined"],
    ["silent", "no_answer"],
    ["hangingUp", "hung_up"],
    // Gone before the caller came, or with them.
    ["gone", "hung_up", "connected"],
    ["noAnswer", "no_answer"],
    ["busy", "busy"],
    ["mailbox", "voicemail"],
  ])("goes back to the caller and says so: %s", async (manner, ...outcomes) => {
    const { organization, runId } = await callSomebodyInTime(platform, { ...how, manner });
    const { run, transfer, legs, heard, heardByColleague } = await storyOf(runId, organization.organizationId);
    expect(transfer?.state).toBe("over");
    expect(outcomes).toContain(transfer?.outcome);
    expect(legs).toHaveLength(1);
    expect(heard.join("\n")).toContain("agent said: I am sorry, nobody can take your call now.");
    expect(heard.join("\n")).toContain("person said: Thank you");
    expect(run).toMatchObject({ state: "completed", outcome: "answered" });
    // Nothing about the caller is left on a mailbox.
    if (manner === "mailbox") expect(heardByColleague.join("\n")).not.toContain("invoice");
  });

  it("calls the next person when the first does not take the caller", async () => {
    const { organization, runId } = await callSomebodyInTime(platform, { ...how, manner: "no", second: "yes" });
    const { transfer, legs } = await storyOf(runId, organization.organizationId);
    expect(transfer).toMatchObject({ state: "over", outcome: "connected", position: 1 });
    expect(legs.map(({ called_number }) => called_number)).toEqual([COLLEAGUE, SECOND_COLLEAGUE]);
  });

  it("hangs up on the person when the caller leaves meanwhile", async () => {
    const { organization, runId } = await callSomebodyInTime(platform, { ...how, manner: "silent" });
    await waitUntil("the person is told", async () => (await transferOf(platform, runId))?.state === "briefing");
    const { carrier_call_id: id } = await runRow(platform, runId);
    await platform.simulator.ask("POST", `/v1/calls/${id}/hangup`);
    const { transfer, legs } = await storyOf(runId, organization.organizationId);
    expect(transfer).toMatchObject({ state: "over", outcome: "caller_left" });
    expect(legs).toHaveLength(1);
  });
});

it("plays what the organization wants on hold, and calls nobody who must not be called", async () => {
  const { organization, runId } = await callSomebodyInTime(platform, {
    manner: "noAnswer",
    hold: { text: "You are in good hands.", recording_id: null },
  });
  const { heard } = await storyOf(runId, organization.organizationId);
  expect(heard.join("\n")).toContain("agent said: You are in good hands.");
});
