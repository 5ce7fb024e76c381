import { expect, it } from "@jest/globals";
import { type DemoClient, readText } from "../../../infra/local/demo/demo-client.ts";
import { startHttpReceiver } from "../../harness/http-receiver.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { goTo, type StoryRig, seeing } from "./rig.ts";

/** Makes a credential that a tool shows to a system, and an agent after each call. */
const makeUsedCredential = async (client: DemoClient): Promise<void> => {
  const credential = await client.post("/credentials/", {
    name: "CRM",
    credential_type: "bearer_token",
    credential_data: { token: "a-token-that-nobody-reads-again" },
  });
  const uuid = readText(credential, "uuid");
  await client.post("/tools/", {
    name: "Look up",
    description: "Looks the customer up",
    definition: {
      type: "http_api",
      config: { method: "GET", url: "https://crm.example/customers", credential_uuid: uuid },
    },
  });
  const [start, end] = [
    { id: "start", type: "startCall", position: { x: 0, y: 0 }, data: { name: "Greeting", prompt: "Greet them." } },
    { id: "end", type: "endCall", position: { x: 0, y: 200 }, data: { name: "Goodbye", prompt: "Say goodbye." } },
  ];
  const report = { name: "Report", endpoint_url: "https://crm.example/calls", credential_uuid: uuid };
  await client.post("/workflows/create/definition", {
    name: "Reception",
    workflow_definition: {
      nodes: [start, end, { id: "report", type: "webhook", position: { x: 300, y: 0 }, data: report }],
      edges: [{ id: "done", source: "start", target: "end", data: { label: "Finished", condition: "All is over." } }],
    },
  });
};

export const integrationStories = (rig: () => StoryRig): void => {
  it.concurrent("sends a webhook's delivery again, and leads from a credential to what uses it", async () => {
    const receiver = await startHttpReceiver();
    const url = receiver.url.replace("127.0.0.1", "localhost");
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        await client.post("/organizations/webhooks", { url, events: ["call_ended"] });
        await makeUsedCredential(client);
      },
    });
    const { page } = opened;
    await goTo(page, "Webhooks");
    await page.getByRole("button", { name: `More: ${url}` }).click();
    await page.getByRole("menuitem", { name: "Send a test" }).click();
    await page.getByRole("cell", { name: "Delivered", exact: true }).waitFor();
    await page.getByRole("cell", { name: "Test", exact: true }).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.getByRole("button", { name: /^Look at it: Test/ }).click();
    const dialog = page.getByRole("dialog", { name: "Test: the last try" });
    await dialog.getByText(/webhook-signature: v1,.{6}\*{3}/).waitFor();
    await dialog.getByText("This is a test of this webhook.").waitFor();
    await dialog.getByText("{}", { exact: true }).waitFor();
    await expectFlawless(opened);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await seeing(page.getByText("It is sent again").first(), () =>
      page.getByRole("button", { name: /^Send again: / }).click(),
    );
    await page.getByRole("checkbox", { name: "Only those that failed" }).click();
    await page.getByText("Deliveries: 0").waitFor();
    await page.getByRole("heading", { name: "None of them failed" }).waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
    const arrived = await waitUntil(
      "it arrived twice",
      () => receiver.requests.length >= 2 && receiver.requests.map(({ headers }) => headers["webhook-id"]),
    );
    // The same event, so that the receiver can tell that it had it.
    expect(arrived[1]).toBe(arrived[0]);
    await goTo(page, "Credentials");
    const row = page.getByRole("row", { name: /CRM/ });
    await row.getByRole("link", { name: "Look up" }).waitFor();
    await expectFlawless(opened);
    await row.getByRole("link", { name: "Reception" }).click();
    await page.getByRole("heading", { name: "Reception", level: 1 }).waitFor();
    await opened.close();
    await receiver.close();
  });
};
