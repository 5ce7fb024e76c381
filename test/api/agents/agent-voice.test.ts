import { beforeEach, describe, expect, it } from "@jest/globals";
import { createAgentOperation, updateAgentOperation } from "../../../api/agents/agents.operations.ts";
import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import { sealCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { createAgent, minimalDefinition } from "../../factories/agents.ts";
import { createRecordingRow } from "../../factories/recordings.ts";
import { createTwilioConfiguration } from "../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

let tenant: Tenant;

const { test, api } = await useTestApi();
beforeEach(async () => {
  tenant = await createTenant(test);
});

const client = () => api.client({ token: tenant.admin.token });
const settingsWith = (voice: AgentVoice) => ({ workflow_configurations: { voice } });
const newAgent = async () => ({ params: { workflow_id: (await createAgent(client())).id } });
const save = async (voice: AgentVoice) =>
  (await client().call(updateAgentOperation, { ...(await newAgent()), body: settingsWith(voice) })).body;
const refuse = async (voice: AgentVoice) =>
  client().refused(updateAgentOperation, { ...(await newAgent()), body: settingsWith(voice) });
const loc = ["body", "workflow_configurations", "voice"];
const ELEVENLABS = { provider: "elevenlabs", voice_id: "UgBBYS2sOqTuMpoF3BR0" };

describe("the voice of an agent", () => {
  it("is kept when a carrier has it", async () => {
    expect((await save({ gender: "male" })).workflow_configurations["voice"]).toEqual({ gender: "male" });
  });

  it("is refused when no carrier at all has it, with what each of them can", async () => {
    const { status, detail } = await refuse({ provider: "clippy" });
    expect(status).toBe(422);
    const msg = expect.stringMatching(/Twilio speaks.*Telnyx speaks.*Plivo speaks.*Vonage speaks/);
    expect(detail).toEqual([{ loc, msg, type: "value_error" }]);
    const body = { name: "A", definition: minimalDefinition(), ...settingsWith({ provider: "clippy" }) };
    expect(await client().refused(createAgentOperation, { body })).toMatchObject({ status: 422, detail: [{ loc }] });
  });

  it("is refused when none of the organization's own carriers has it, and taken once one has", async () => {
    const { organizationId } = tenant;
    await test.everything
      .insertInto("telephony_configurations")
      .values({
        organization_id: organizationId,
        name: "Plivo",
        provider: "plivo",
        ...sealCredentials({ auth_id: "MA1", auth_token: "t" }, { organizationId, secrets: testSecrets }),
      })
      .execute();
    const { detail } = await refuse(ELEVENLABS);
    expect(detail).toEqual([
      expect.objectContaining({ loc, msg: expect.stringMatching(/^Plivo speaks with voices of amazon.*Joanna/) }),
    ]);
    await createTwilioConfiguration(test, { organizationId });
    expect((await save(ELEVENLABS)).workflow_configurations["voice"]).toEqual(ELEVENLABS);
  });
});

describe("the music while a tool works", () => {
  const saveMusic = async (recordingId: string) =>
    client().fetch(`/api/v1/workflows/${(await createAgent(client())).id}`, {
      method: updateAgentOperation.method.toUpperCase(),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ workflow_configurations: { tool_music_recording_id: recordingId } }),
    });

  it("is a WAV file of the organization's own; anything else is refused where it is saved", async () => {
    const { organizationId } = tenant;
    const create = (recordingId: string, given: { type?: "mp3"; lengthMs?: number }) =>
      createRecordingRow(test, { organizationId, recordingId, transcript: "A waltz", ...given });
    await create("waltz", { lengthMs: 4000 });
    await create("march", { type: "mp3" });
    const { organizationId: others } = await createTenant(test);
    await createRecordingRow(test, {
      organizationId: others,
      recordingId: "polka",
      transcript: "A polka",
      lengthMs: 4000,
    });
    expect((await saveMusic("waltz")).status).toBe(200);
    for (const [id, reason] of [
      ["march", "Only a WAV file can be played again and again"],
      ["nothing", "There is no such recording"],
      ["polka", "There is no such recording"],
    ] as const) {
      const refusal = await saveMusic(id);
      expect([refusal.status, JSON.parse(await refusal.text()).detail]).toEqual([
        422,
        [
          {
            loc: ["body", "workflow_configurations", "tool_music_recording_id"],
            msg: expect.stringContaining(reason),
            type: "value_error",
          },
        ],
      ]);
    }
  });
});
