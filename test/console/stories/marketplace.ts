import { it } from "@jest/globals";
import { Client } from "pg";
import type { Page } from "playwright-core";
import type { DemoClient } from "../../../infra/local/demo/demo-client.ts";
import { speakingBrowser } from "../speaking-browser.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { goTo, type StoryRig } from "./rig.ts";

export const marketplaceStories = (rig: () => StoryRig): void => {
  it.concurrent("hires an agent from the shelf, shows each step, and leads to its first talk", async () => {
    const voice = speakingBrowser();
    const opened = await rig().openAsOwner({ watch: (each) => voice.install(each.context()) });
    const { page } = opened;
    await goTo(page, "Marketplace");
    await page.getByRole("searchbox", { name: "What should it do?" }).fill("nobody has ever asked for this");
    await page.getByRole("heading", { name: "Nothing on the shelf does that yet" }).waitFor();
    await page.getByRole("searchbox", { name: "What should it do?" }).fill("tickets");
    await page.getByRole("link", { name: "Help desk" }).click();
    await page.getByRole("heading", { name: "Help desk", level: 1 }).waitFor();
    await hearSample(page, voice);
    await expectFlawless(opened);
    await goTo(page, "Marketplace");
    await page.getByRole("heading", { name: "Every agent on the shelf" }).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.getByRole("link", { name: "Hire Order status" }).click();
    await page.getByLabel("What it is called").fill("Robin");
    await page.getByRole("button", { name: "Hire", exact: true }).click();
    await page.getByLabel("What is your shop called?").fill("Example Shop");
    await page.getByLabel(/^Which address answers/).fill("http://127.0.0.1:9/orders");
    await page.getByRole("button", { name: "Hire", exact: true }).click();
    await page.getByRole("alert").getByText("127.0.0.1 is inside a private network").waitFor();
    await expectFlawless(opened);
    await page.getByLabel(/^Which address answers/).fill("https://shop.example.com/orders");
    await page.getByRole("button", { name: "Hire", exact: true }).click();
    await page.getByRole("heading", { name: "Robin works for you" }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Its documents" }).getByText("done").waitFor();
    await page.getByRole("note").filter({ hasText: "It still needs" }).getByText("Order system").waitFor();
    await page
      .getByRole("note")
      .filter({ hasText: "It still needs" })
      .getByText(/^A language model: until/)
      .waitFor();
    await expectFlawless(opened);
    await page.getByRole("button", { name: "Talk", exact: true }).click();
    const [talk] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("link", { name: "Open the page to talk" }).click(),
    ]);
    await talk.getByRole("button", { name: "Start talking" }).click();
    await talk.getByRole("log").getByText("Example Shop").waitFor();
    await talk.close();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Open the agent" }).click();
    await page.getByRole("heading", { name: "Robin", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Test in text" }).waitFor();
    await opened.close();
  });

  it.concurrent("says why an agent could not be hired, and that nothing of it is left", async () => {
    const opened = await rig().openAsOwner({ rows: (client) => leaveNoStorage(rig(), client) });
    const { page } = opened;
    await goTo(page, "Marketplace");
    await page.getByRole("link", { name: "Hire Order status" }).click();
    await page.getByLabel("What it is called").fill("Robin");
    await page.getByLabel("What is your shop called?").fill("Example Shop");
    await page.getByLabel(/^Which address answers/).fill("https://shop.example.com/orders");
    await page.getByRole("button", { name: "Hire", exact: true }).click();
    const notice = page.getByRole("alert").filter({ hasText: "It could not be hired; nothing of it is left" });
    await notice.getByText(/storage/i).waitFor();
    await page.getByRole("heading", { name: "Robin", exact: true, level: 1 }).waitFor();
    await expectFlawless(opened);
    await opened.close();
  });
};

/** A sample call of the pack's agent is read aloud line by line, stopped, and read on by eye. */
const hearSample = async (page: Page, voice: ReturnType<typeof speakingBrowser>): Promise<void> => {
  const lines = page.getByRole("region", { name: "Hear it first" }).getByRole("list").getByRole("listitem");
  await page.getByRole("button", { name: "Listen" }).click();
  const greeting = await lines.first().getByRole("paragraph").innerText();
  await voice.startsToSay(page, greeting);
  await voice.finishes(page);
  await lines.nth(1).and(page.locator("[aria-current=true]")).waitFor();
  await voice.startsToSay(page, await lines.nth(1).getByRole("paragraph").innerText());
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Next line" }).click();
  await lines.nth(2).getByText("Agent").waitFor();
  // The first sample has no more lines; another one is chosen, and shown whole.
  await page.getByRole("button", { name: "Next line", disabled: true }).waitFor();
  await page.getByRole("combobox", { name: /^A sample call of/ }).click();
  await page.getByRole("option").nth(1).click();
  await page.getByRole("button", { name: "The whole call" }).click();
  await page.getByRole("button", { name: "Next line", disabled: true }).waitFor();
  await lines.last().getByText("Agent").waitFor();
};

/** The organization has no room for a document, as its operator has set it. */
const leaveNoStorage = async ({ stack }: StoryRig, client: DemoClient): Promise<void> => {
  const { organization_id: organizationId } = await client.get("/auth/me");
  const database = new Client({ connectionString: stack.running.environment["DATABASE_MIGRATIONS_URL"] });
  await database.connect();
  try {
    await database.query("insert into knowledge_usage (organization_id, limit_bytes) values ($1, 1)", [organizationId]);
  } finally {
    await database.end();
  }
};
