import { it } from "@jest/globals";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import type { StoryRig } from "./rig.ts";

interface EntryPage {
  path: string;
  /** The button of a page to which a mailed link leads, and where one goes on from a link that is no longer valid. */
  link?: { button: string; wayOn: string };
}

/** The pages before the log-in. */
const PAGES: readonly EntryPage[] = [
  { path: "sign-up" },
  { path: "forgot-password" },
  { path: "reset-password#x", link: { button: "Set the password", wayOn: "Ask for another link" } },
  { path: "confirm-sign-up#x", link: { button: "Make the account", wayOn: "Sign up" } },
  { path: "accept-invitation#x", link: { button: "Join", wayOn: "Log in" } },
];

export const entryStories = (rig: () => StoryRig): void => {
  it.concurrent("fits everybody before the log-in, and says which links are no longer valid", async () => {
    const opened = await rig().open();
    const { page } = opened;
    await page.getByRole("heading", { name: "Log in to Ringdown" }).waitFor();
    const origin = new URL(page.url()).origin;
    for (const { path, link } of PAGES) {
      await page.goto(`${origin}/console/${path}`);
      await expectFlawless(opened);
      await expectToFitTelephone(page);
      if (link === undefined) continue;
      await page.getByLabel(/assword/).fill("a password of some length");
      await page.getByRole("button", { name: link.button }).click();
      await page
        .getByRole("alert")
        .getByText(/link|invitation/i)
        .waitFor();
      await page.getByRole("link", { name: link.wayOn }).waitFor();
      await expectFlawless(opened);
    }
    await opened.close();
  });
};
