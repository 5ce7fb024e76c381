import { it } from "@jest/globals";
import { readObject } from "../../../infra/local/demo/demo-client.ts";
import { SLUG } from "../../api/connectors/own-app.ts";
import { startMcpProtectedServer } from "../../harness/mcp-protected-server.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { goTo, type OwnersPage, type StoryRig } from "./rig.ts";

export const connectorStories = (rig: () => StoryRig): void => {
  it.concurrent("signs in to an app in its own window, shows what was done there, and signs in again once it has expired", async () => {
    const opened = await rig().openAsOwner();
    const { page, client } = opened;
    await goTo(page, "Connected apps");
    await page.getByText("Nobody is signed in anywhere yet.").waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    // Excludes the notifications, which are dialogs to the browser, too.
    const dialog = page.getByRole("dialog", { name: /^(Connect |Your own client of )/ });
    await page.getByRole("button", { name: "Own client: HubSpot" }).click();
    await dialog.getByLabel("Client ID").fill("a-client");
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Connect HubSpot" }).and(page.locator(":enabled")).waitFor();
    const signIn = async () => {
      await dialog.getByRole("button", { name: "Begin" }).click();
      const [app] = await Promise.all([
        page.waitForEvent("popup"),
        dialog.getByRole("link", { name: "Sign in to Example Desk" }).click(),
      ]);
      await app.getByRole("heading", { name: "Example Desk is connected" }).waitFor();
      await app.close();
      await dialog.waitFor({ state: "hidden" });
      await page
        .getByRole("row", { name: /ada@example\.com/ })
        .getByText("Connected", { exact: true })
        .waitFor();
    };
    await page.getByRole("button", { name: "Connect Example Desk" }).click();
    await signIn();
    await expectFlawless(opened);
    const [account] = Object.values(await client.get("/connectors/accounts")).flat();
    const accountId = Object(account).id;
    const config = { slug: SLUG, account_id: accountId, action: "add_note" };
    const tool = await client.post("/tools/", {
      name: "Write a note",
      description: "Writes a note",
      category: "connector",
      definition: { type: "connector", config },
    });
    await rig().oauth.withdrawConsent();
    const tried = await client.post(`/tools/${String(tool["tool_uuid"])}/test`, { arguments: { text: "Call back" } });
    if (tried["state"] !== "failed")
      throw new Error(`the app was reached: ${JSON.stringify(readObject(tried, "result"))}`);
    await page.reload();
    const row = page.getByRole("row", { name: /ada@example\.com/ }).first();
    await row.getByRole("button", { name: "Sign in again" }).waitFor();
    await expectFlawless(opened);
    await row.getByRole("button", { name: "Sign in again" }).click();
    await signIn();
    await page.getByRole("button", { name: "Disconnect: ada@example.com" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect", exact: true }).click();
    await page.getByText("Disconnected: agents no longer act there").first().waitFor();
    await opened.close();
  });

  it.concurrent("signs in to the server of an MCP tool, which acts by that account then, and again when it is disconnected", async () => {
    const { addresses } = rig().stack.running;
    const server = await startMcpProtectedServer(`${addresses.api}/api/v1/connectors/callback`, "localhost");
    const tool = (name: string, url: string) => ({
      name,
      description: name,
      category: "mcp",
      definition: { type: "mcp", config: { url } },
    });
    try {
      const opened = await rig().openAsOwner({
        rows: async (client) => {
          await client.post("/tools/", tool("Bookings", server.url));
          await client.post("/tools/", tool("Elsewhere", "http://localhost:9/mcp"));
        },
      });
      await signInToTool(opened);
      await opened.close();
    } finally {
      await server.close();
    }
  });
};

/** Signs in to the server of the tool Bookings, disconnects the account, and signs in again. */
const signInToTool = async (opened: OwnersPage): Promise<void> => {
  const { page } = opened;
  await goTo(page, "Tools");
  const dialog = page.getByRole("dialog", { name: /^Sign in to the server of / });
  // A server that is not there is said, and nothing is opened.
  await page.getByRole("button", { name: "Sign in: Elsewhere" }).click();
  await dialog.getByRole("button", { name: "Begin" }).click();
  await dialog.getByRole("alert").waitFor();
  await page.keyboard.press("Escape");
  const signIn = async () => {
    await dialog.getByRole("button", { name: "Begin" }).click();
    const [window] = await Promise.all([
      page.waitForEvent("popup"),
      dialog.getByRole("link", { name: "Sign in to Bookings" }).click(),
    ]);
    await window.getByRole("heading", { name: /is connected$/ }).waitFor();
    await window.close();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText(/^Signed in as /).waitFor();
  };
  await page.getByRole("button", { name: "Sign in: Bookings" }).click();
  await expectFlawless(opened);
  await signIn();
  await expectFlawless(opened);
  await expectToFitTelephone(page);
  await goTo(page, "Connected apps");
  await page.getByRole("button", { name: /^Disconnect: / }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect", exact: true }).click();
  await page.getByText("Disconnected: agents no longer act there").first().waitFor();
  await goTo(page, "Tools");
  await page.getByText(/^The sign-in has ended/).waitFor();
  await page.getByRole("button", { name: "Sign in again: Bookings" }).click();
  await signIn();
};
