import { expect, it } from "@jest/globals";
import { logIn } from "../person.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import type { StoryRig } from "./rig.ts";

export const accountStories = (rig: () => StoryRig): void => {
  it.concurrent("shows a person where they are logged in, ends a session, and changes the password", async () => {
    const opened = await rig().openAsOwner();
    const { page, person } = opened;
    const other = await rig().open();
    await logIn(other.page, person);
    await page.getByRole("button", { name: "Appearance and account" }).click();
    await page.getByRole("menuitem", { name: "Your account" }).click();
    await page.getByRole("heading", { name: "Where you are logged in (2)" }).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.getByRole("button", { name: /^End it: since/ }).click();
    await page.getByRole("heading", { name: "Where you are logged in (1)" }).waitFor();
    // The row that had the keyboard is gone: the list has it now.
    await page.getByRole("group", { name: "Where you are logged in" }).and(page.locator(":focus")).waitFor();
    await other.page.reload();
    await other.page.getByRole("heading", { name: "Log in to Ringdown" }).waitFor();
    await page.getByLabel("Current password").fill("not the password");
    await page.getByLabel("New password").fill("an even longer password");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Current password").fill(person.password);
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("The password is changed").first().waitFor();
    expect(await page.getByLabel("New password").inputValue()).toBe("");
    await logIn(other.page, { ...person, password: "an even longer password" });
    await other.close();
    await opened.close();
  });
};
