import { it } from "@jest/globals";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import type { StoryRig } from "./rig.ts";

/** The pages before the log-in, and the button of those to which mailed links lead. */
const PAGES = {
  "sign-up": undefined,
  "forgot-password": undefined,
  "reset-password#x": "Set the password",
  "confirm-sign-up#x": "Make the account",
  "accept-invitation#x": "Join",
};

export const entryStories = (rig: () => StoryRig): void => {
  it.concurrent("fits everybody before the log-in, and says which links are no longer valid", async () => {
    const opened = await rig().open();
    const { page } = opened;
    await page.getByRole("heading", { name: "Log in to Ringdown" }).waitFor();
    const origin = new URL(page.url()).origin;
    for (const [path, button] of Object.entries(PAGES)) {
      await page.goto(`${origin}/console/${path}`);
      await expectFlawless(opened);
      await expectToFitTelephone(page);
      if (button === undefined) continue;
      await page.getByLabel(/assword/).fill("a password of some length");
      await page.getByRole("button", { name: button }).click();
      await page
        .getByRole("alert")
        .getByText(/link|invitation/i)
        .waitFor();
      await expectFlawless(opened);
    }
    await opened.close();
  });
};
