import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sealCredentials } from "../../../../infra/postgres/telephony/telephony.repository.ts";
import { createPhoneNumberRow } from "../../../factories/telephony.ts";
import { testSecrets } from "../../../harness/test-secrets.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import { signWebhook } from "../../../infra/telephony/vonage/vonage-account.ts";
import { startVonageStandIn, type Talk, type VonageStandIn } from "../../../infra/telephony/vonage-stand-in.ts";
import {
  type AgentSettings,
  openTalkingOrganization,
  untilOver,
  wordsOf,
} from "../../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "../calling-platform.ts";

let vonage: VonageStandIn;
let platform: CallingPlatform;

beforeAll(async () => {
  vonage = await startVonageStandIn();
  platform = await startCallingPlatform({}, { CARRIER_VONAGE_BASE_URL: vonage.baseUrl });
});
afterAll(async () => {
  await platform.close();
  await vonage.close();
});

const CALLER_ID = "+12025550100";

/** An organization whose carrier account is Vonage's. */
const openOrganization = async (settings: AgentSettings = {}) => {
  const { test } = platform;
  const organization = await openTalkingOrganization(platform, settings);
  const { organizationId, simulatorAccountId: telephonyAccountId } = organization;
  const credentials = { ...vonage.credentials, amd_enabled: true };
  await test.everything
    .updateTable("telephony_configurations")
    .set({ provider: "vonage", ...sealCredentials(credentials, { organizationId, secrets: testSecrets }) })
    .where("id", "=", telephonyAccountId)
    .execute();
  await createPhoneNumberRow(test, { organizationId, telephonyAccountId, e164: CALLER_ID, isDefault: true });
  return organization;
};

let lastNumber = 0;
const callSomebody = async (settings: AgentSettings, person: Talk["talks"]) => {
  const organization = await openOrganization(settings);
  const number = `+1415555${String(2000 + ++lastNumber)}`;
  vonage.prepare(number, { talks: person });
  const runId = await organization.call({}, number);
  const run = await untilOver(platform, runId);
  const call = vonage.calls.find(({ uuid }) => uuid === run.carrier_call_id);
  if (!call) throw new Error("Vonage knows no such call");
  return { run, runId, call };
};

describe("a conversation through Vonage", () => {
  it("goes through the agent's steps in turns, and its end is Vonage's own", async () => {
    const { run, runId, call } = await callSomebody({}, [
      { says: "I want to book an appointment" },
      { says: "Monday, and that is finished" },
    ]);
    expect(run).toMatchObject({ state: "completed", outcome: "answered", answered_by: "person", duration_seconds: 61 });
    expect(call.heard[0]).toBe("Hello Ada, this is Mira.");
    expect(call.heard.join(" ")).toContain("One second, Ada.");
    expect(call.heard.join(" ")).toContain("Thank you for calling.");
    const words = await wordsOf(platform, runId);
    expect(words[0]).toBe("agent: Hello Ada, this is Mira.");
    expect(words).toContain("person: I want to book an appointment");
    // Vonage tells the price when it is asked again.
    expect(run).toMatchObject({ cost_minor: null, currency: null });
  });

  it("records from the first word on, and hears of the recording", async () => {
    const { runId, call } = await callSomebody({ configurations: { call_recording_enabled: true } }, [
      { says: "That is finished" },
    ]);
    expect(call.ncco?.[0]).toMatchObject({ action: "record" });
    const told = await waitUntil("the recording is told of", async () => {
      const rows = await platform.test.everything
        .selectFrom("carrier_events")
        .select("recording")
        .where("run_id", "=", runId)
        .execute();
      return rows.find(({ recording }) => recording !== null)?.recording;
    });
    expect(told).toMatchObject({ recordingId: call.recordings[0]?.id });
  });

  it("is not taken up by a stranger's request", async () => {
    const { run } = await callSomebody({}, [{ says: "That is finished" }]);
    const url = `${platform.api.baseUrl}/api/v1/telephony/callbacks/vonage/${run.organization_id}/${run.uuid}/answer`;
    const body = JSON.stringify({ to: "14155552001", from: "12025550100", uuid: run.carrier_call_id });
    const another = { ...vonage.account, signatureSecret: "another" };
    const { headers } = await signWebhook(another, { url, body });
    const authorization = headers["authorization"] ?? "";
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body,
    });
    expect(answer.status).toBe(403);
  });
});
