import { expect, it } from "@jest/globals";
import { createDemoClient, type DemoClient, numberOf } from "../../../infra/local/demo/demo-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { signUp } from "../person.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { goTo, type StoryRig } from "./rig.ts";

const NUMBER = "+12125559017";

/** Somebody always answers this number; all others keep the fate that they had. */
const answerAt = async ({ stack: { running } }: StoryRig, number: string): Promise<void> => {
  const key = running.environment["SIMULATOR_SIGNING_KEY"] ?? "";
  const simulator = createDemoClient(running.addresses.simulator ?? "", { authorization: `Bearer ${key}` });
  await simulator.put("/v1/script", { rules: [{ match: number.replace("+", "\\+"), outcomes: ["answered"] }] });
};

/** An agent whose calls are recorded; gives its id. */
const makeRecordedAgent = async (client: DemoClient): Promise<number> => {
  const agent = await client.post("/workflows/create/definition", {
    name: "Recorded",
    workflow_definition: {
      nodes: [
        {
          id: "start",
          type: "startCall",
          position: { x: 0, y: 0 },
          data: { name: "Greeting", prompt: "Remind them.", greeting: "Hello, this is Mira of the practice." },
        },
        { id: "end", type: "endCall", position: { x: 0, y: 200 }, data: { name: "Goodbye", prompt: "Say goodbye." } },
      ],
      edges: [
        { id: "done", source: "start", target: "end", data: { label: "Goodbye", condition: "They say goodbye." } },
      ],
    },
  });
  const id = numberOf(agent, "id");
  await client.put(`/workflows/${id}`, { workflow_configurations: { call_recording_enabled: true } });
  await client.post(`/workflows/${id}/publish`);
  return id;
};

export const callStories = (rig: () => StoryRig): void => {
  it("runs a recording and its words together, and shows the way through the graph", async () => {
    const opened = await rig().open();
    const { page } = opened;
    await answerAt(rig(), NUMBER);
    const client = await rig().client(await signUp(page));
    const agentId = await makeRecordedAgent(client);
    const call = await client.post("/telephony/initiate-call", { workflow_id: agentId, phone_number: NUMBER });
    const path = `/workflows/${agentId}/runs/${numberOf(call, "workflow_run_id")}`;
    await waitUntil("the recording is kept", async () => (await client.get(path))["recording_public_url"] !== null);
    await goTo(page, "Calls");
    await page.getByRole("link", { name: NUMBER }).click();
    const way = page.getByRole("list", { name: "The way through the agent" });
    await way.getByText("Greeting").waitFor();
    const position = page.getByRole("slider", { name: "Where the recording is" });
    await position.waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    const lines = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Hear it from/ }) });
    const greeting = lines.filter({ hasText: "Hello, this is Mira of the practice." });
    await greeting.getByRole("button", { name: "Hear it from 0:00" }).press("Enter");
    // It plays: the player's own time goes on, and the line that is heard is marked.
    await waitUntil("it is heard", async () => Number(await position.inputValue()) > 0);
    await page.locator("[aria-current=true]").first().waitFor();
    // Moved to its end, the last line is the one.
    await position.press("End");
    await lines.last().and(page.locator("[aria-current=true]")).waitFor();
    expect(await lines.count()).toBeGreaterThan(1);
    await opened.close();
  });
};
