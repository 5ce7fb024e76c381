import { it } from "@jest/globals";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig } from "./rig.ts";

export const channelStories = (rig: () => StoryRig): void => {
  it("asks the assistant, whose reply comes in the thread", async () => {
    const opened = await rig().openAsOwner();
    const { page } = opened;
    await goTo(page, "Channels");
    await page.getByText("The assistant looks things up in your organization").waitFor();
    await expectFlawless(opened);
    await page.getByLabel("Write to Assistant").fill("How many calls today?");
    await page.getByRole("button", { name: "Send" }).click();
    const posts = page.getByRole("list", { name: "Thread", exact: true }).getByRole("listitem");
    await posts.filter({ hasText: "Ada Example" }).getByText("How many calls today?").waitFor();
    // Its post, not the draft of it: that one has no time.
    await posts.filter({ hasText: "Assistant" }).locator("time").waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await opened.close();
  });

  it("writes with the agent of a channel, in a thread that is found again", async () => {
    const opened = await rig().openAsOwner({ rows: (client) => makeTalkingAgent(client, { name: "Reception" }) });
    const { page } = opened;
    await goTo(page, "Channels");
    await page.getByRole("button", { name: "New channel" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Front desk");
    await page.getByRole("dialog").getByRole("button", { name: "New channel" }).click();
    await page.getByRole("heading", { name: "Front desk", level: 2 }).waitFor();
    await page.getByText("Nobody is in it yet").waitFor();
    await page.getByRole("button", { name: "People and agents" }).click();
    const members = page.getByRole("dialog", { name: "People and agents" });
    await members.getByRole("checkbox", { name: "Reception" }).click();
    await members.getByRole("checkbox", { name: "Ada Example" }).click();
    await expectFlawless(opened);
    await members.getByRole("button", { name: "Save" }).click();
    await page.getByText("Reception, Ada Example").waitFor();
    await page.getByLabel("Write to Front desk").fill("@Reception who are you?");
    await page.getByRole("button", { name: "Send" }).click();
    const posts = page.getByRole("list", { name: "Thread", exact: true }).getByRole("listitem");
    await posts.filter({ hasText: "Ada Example" }).getByText("@Reception who are you?").waitFor();
    await posts.filter({ hasText: "Reception", hasNotText: "Ada Example" }).locator("time").waitFor();
    await expectFlawless(opened);
    await page.getByRole("link", { name: "All threads" }).click();
    await page.getByRole("list", { name: "Threads" }).getByText("2 posts").waitFor();
    await opened.close();
  });
};
