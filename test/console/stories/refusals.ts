import { it } from "@jest/globals";
import type { Page } from "playwright-core";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import type { StoryRig } from "./rig.ts";

export const refusalStories = (rig: () => StoryRig): void => {
  it.concurrent("says on every list what the API refuses, and of an agent that nobody knows its faults", async () => {
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
    await opened.close();
  });
};

/** What the console never asks in a way that is refused is asked so here. */
const askWrongly = async (page: Page): Promise<void> => {
  await page.route("**/knowledge-base/documents?*", (route) =>
    route.continue({ url: route.request().url().replace("limit=100", "limit=0") }),
  );
  await page.route("**/validate", (route) => route.continue({ postData: JSON.stringify({ definition: "none" }) }));
};
