import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import type { OwnersPage, StoryRig } from "./rig.ts";

export const refusalStories = (rig: () => StoryRig): void => {
  it.concurrent("says on every list what the API refuses, of an agent that nobody knows its faults, and where to go on from nothing", async () => {
    const made = { list: 0, agent: 0 };
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        made.list = (await makeList(client, 1)).listId;
        made.agent = await makeTalkingAgent(client, { name: "Reminder" });
      },
    });
    const { page } = opened;
    await askWrongly(page);
    for (const address of ["calls?since=abc", `contacts/${made.list}?page=0`, "inbox?page=0", "documents"]) {
      await page.goto(new URL(`/console/${address}`, page.url()).href);
      await page.getByRole("alert").first().waitFor();
      await page.getByRole("heading", { name: "Loading" }).waitFor({ state: "detached" });
    }
    await expectFlawless(opened);
    await page.goto(new URL(`/console/agents/${made.agent}`, page.url()).href);
    await page.getByRole("complementary").getByRole("alert").waitFor();
    await page.getByText(/^It (can be|is) published\.$/).waitFor({ state: "detached" });
    await leadOnFromNothing(opened);
    await showOnceAnswered(page);
    await opened.close();
  });
};

/** A page of something missing offers the list in which it would be, and home. */
const leadOnFromNothing = async ({ page, faults }: OwnersPage): Promise<void> => {
  const ways = page.getByRole("navigation", { name: "Where to go from here" });
  await page.goto(new URL("/console/campaigns/999999", page.url()).href);
  await page.getByRole("heading", { name: "This page does not exist" }).waitFor();
  expect(await faults()).toEqual([]);
  await ways.getByRole("link", { name: "Home" }).waitFor();
  await ways.getByRole("link", { name: "Campaigns" }).click();
  await page.getByRole("heading", { name: "Campaigns", level: 1 }).waitFor();
  await page.goto(new URL("/console/agents/mira", page.url()).href);
  await ways.getByRole("link", { name: "Agents" }).waitFor();
  await page.goto(new URL("/console/nowhere", page.url()).href);
  await page.getByText("There is nothing at /console/nowhere.").waitFor();
  await ways.getByRole("link", { name: "Home" }).click();
  await page.getByRole("heading", { name: /^Hello, / }).waitFor();
};

/** What is asked before a page is shown, and what it asks by itself. */
const showOnceAnswered = async (page: Page): Promise<void> => {
  for (const [name, asked] of [
    ["Campaigns", "**/api/v1/campaigns?*"],
    ["Agents", "**/api/v1/workflows"],
  ] as const) {
    const answer = { status: 503, json: { detail: "The database is away" } };
    await page.route(asked, (route) => route.fulfill(answer), { times: 1 });
    await page.goto(new URL(`/console/${name.toLowerCase()}`, page.url()).href);
    await page.getByRole("alert").getByText("The database is away").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  }
};

/** What the console never asks in a way that is refused is asked so here. */
const askWrongly = async (page: Page): Promise<void> => {
  await page.route("**/knowledge-base/documents?*", (route) =>
    route.continue({ url: route.request().url().replace("limit=100", "limit=0") }),
  );
  await page.route("**/validate", (route) => route.continue({ postData: JSON.stringify({ definition: "none" }) }));
};
