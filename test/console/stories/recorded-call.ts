import { createDemoClient, type DemoClient, readNumber } from "../../../infra/local/demo/demo-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { makeTalkingAgent } from "./made-organization.ts";
import type { StoryRig } from "./rig.ts";

export const NUMBER = "+12125559017";

/** Somebody always answers this number; all others keep the fate that they had. */
const answerAt = async ({ stack: { running } }: StoryRig, number: string): Promise<void> => {
  const key = running.environment["SIMULATOR_SIGNING_KEY"] ?? "";
  const simulator = createDemoClient(running.addresses.simulator ?? "", { authorization: `Bearer ${key}` });
  await simulator.put("/v1/script", { rules: [{ match: number.replace("+", "\\+"), outcomes: ["answered"] }] });
};

/** Returns the agent, once the recording of a call with it can be heard. */
export const placeRecordedCall = async (rig: StoryRig, client: DemoClient): Promise<number> => {
  await answerAt(rig, NUMBER);
  const agentId = await makeTalkingAgent(client, {
    name: "Recorded",
    greeting: "Hello, this is Mira of the practice.",
    configurations: { call_recording_enabled: true },
  });
  const account = await client.post("/organizations/telephony-configs", {
    name: "Talks",
    config: { provider: "simulator", account: `talks-${agentId}-${Date.now()}`, conversations: true },
  });
  const call = await client.post("/telephony/initiate-call", {
    workflow_id: agentId,
    phone_number: NUMBER,
    telephony_configuration_id: readNumber(account, "id"),
  });
  const path = `/workflows/${agentId}/runs/${readNumber(call, "workflow_run_id")}`;
  await waitUntil("the recording is kept", async () => (await client.get(path))["recording_public_url"] !== null);
  return agentId;
};
