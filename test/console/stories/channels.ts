import { it } from "@jest/globals";
import { signUp } from "../person.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { goTo, type StoryRig } from "./rig.ts";

export const channelStories = (rig: () => StoryRig): void => {
  it("asks the assistant, whose reply comes in the thread", async () => {
    const opened = await rig().open();
    const { page } = opened;
    await signUp(page);
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
};
