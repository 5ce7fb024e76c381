import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getRunOperation } from "../../../api/calls/calls.operations.ts";
import { setPreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import { ensureSchedules } from "../../../worker/schedules.ts";
import { callRunContract } from "../../../workflows/call-run/call-run.contract.ts";
import { retentionContract } from "../../../workflows/retention/retention.contract.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import {
  openTalkingOrganization,
  type RunRow,
  type TalkingOrganization,
  untilOver,
  wordsOf,
} from "../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";

let platform: CallingPlatform;
let organization: TalkingOrganization;
let run: RunRow;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 60, defaults: { outcomes: ["answered"], ring_seconds: 1 } });
  await platform.api.dependencies.objectStore.ensureBucket();
  organization = await openTalkingOrganization(platform, { configurations: { call_recording_enabled: true } });
  const id = await organization.call({
    talk: [{ says: "I want to book an appointment" }, { says: "Monday, and that is finished" }],
  });
  run = await untilOver(platform, id);
});
afterAll(() => platform.close());

const read = async () => {
  const params = { workflow_id: run.agent_id, run_id: run.id };
  return (await platform.api.client(organization.viewer).call(getRunOperation, { params })).body;
};
const download = async (url: string | null) => Buffer.from(await (await fetch(url ?? "")).arrayBuffer());

describe("files and figures of a call", () => {
  it("is there when its workflow has ended: transcript, recording, conclusions and price", async () => {
    const workflowId = callRunContract.workflowId({ organizationId: run.organization_id, runUuid: run.uuid });
    await platform.api.dependencies.temporal.workflow.getHandle(workflowId).result();
    const kept = await read();
    expect(kept).toMatchObject({ state: "completed", error: null, cost_minor: expect.any(Number), currency: "USD" });
    const transcript = (await download(kept.transcript_public_url)).toString();
    expect(transcript).toContain("[00:00] Agent: Hello Ada, this is Mira.\n");
    expect(transcript).toContain("Person: I want to book an appointment\n");
    const entries = JSON.parse((await download(`${kept.transcript_public_url}?format=json`)).toString());
    expect(entries).toMatchObject({ run_uuid: run.uuid, entries: expect.any(Array) });
    const sounds = [kept.recording_public_url, kept.user_recording_public_url, kept.bot_recording_public_url];
    const [both, person, agent] = await Promise.all(sounds.map(download));
    // The length of the call, of both sides together and of each alone.
    const seconds = ((both?.length ?? 0) - 44) / 32_000;
    expect(Number.isInteger(seconds) && seconds > 0).toBe(true);
    expect([both, person, agent].map((sound) => [sound?.toString("latin1", 0, 4), sound?.length])).toEqual([
      ["RIFF", 44 + seconds * 32_000],
      ["RIFF", 44 + seconds * 16_000],
      ["RIFF", 44 + seconds * 16_000],
    ]);
    expect(person).not.toEqual(agent);
  });

  it("is removed by the schedule when its organization keeps it no longer", async () => {
    const { everything } = platform.test;
    const old = new Date(Date.now() - 3 * 86_400_000);
    await everything.updateTable("call_artifacts").set({ created_at: old }).execute();
    await everything.updateTable("conversations").set({ started_at: old }).execute();
    await everything.updateTable("call_runs").set({ ended_at: old }).where("id", "=", run.id).execute();
    await platform.api.client(organization.admin).call(setPreferencesOperation, { body: { retention_days: 2 } });
    const { temporal } = platform.api.dependencies;
    await ensureSchedules(temporal);
    await temporal.schedule.getHandle(retentionContract.scheduleId).trigger();
    const isGone = async () =>
      (await read()).transcript_public_url === null && (await wordsOf(platform, run.id)).length === 0;
    await waitUntil("the call's words are gone", isGone);
    expect(await read()).toMatchObject({ recording_public_url: null, public_access_token: null, outcome: "answered" });
  });
});
