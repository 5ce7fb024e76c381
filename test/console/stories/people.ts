import { expect, it } from "@jest/globals";
import { expectFlawless } from "./expectations.ts";
import { makeList } from "./made-organization.ts";
import { goTo, type StoryRig } from "./rig.ts";

const PICTURES = process.env["PEOPLE_PICTURES"];

export const peopleStories = (rig: () => StoryRig): void => {
  it.concurrent("exports a person's data, erases the person and reads the receipt", async () => {
    const opened = await rig().openAsOwner({ rows: makeList });
    const { page } = opened;
    const shoot = async (name: string) =>
      PICTURES && page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
    await goTo(page, "Contacts");
    await page.getByRole("link", { name: "Patients" }).click();
    const number = await page.getByRole("button", { name: /^\+1/ }).first().innerText();
    await goTo(page, "Contacts");
    await page.getByRole("link", { name: "People's data" }).click();
    await page.getByText("Nobody was erased yet").waitFor();
    const who = page.getByRole("textbox", { name: /^Phone number or e-mail/ });
    await who.fill(number);
    await page.getByRole("button", { name: "Look" }).click();
    const kept = page.getByRole("group", { name: "What is kept, and where" });
    await kept.getByRole("row", { name: /^Contacts 1/ }).waitFor();
    await shoot("found-en");
    await expectFlawless(opened);

    await page.getByRole("button", { name: "Export" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Reason/).fill("A letter of Monday");
    await dialog.getByRole("button", { name: "Export" }).click();
    await page.getByText(/kept until/).waitFor();

    await page.getByRole("button", { name: "Erase …" }).click();
    await shoot("erase-en");
    await dialog.getByLabel(/^Reason/).fill("They asked for it");
    await dialog.getByRole("button", { name: "Erase for good" }).click();
    await page.getByRole("button", { name: "Read the receipt" }).click();
    const receipt = dialog.getByRole("group", { name: "Receipt of the erasure" });
    await receipt.getByRole("row", { name: /^Contacts 1/ }).waitFor();
    await receipt.getByRole("row", { name: /^Exports 1/ }).waitFor();
    await shoot("receipt-en");
    await expectFlawless(opened);
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByText("The file was removed").waitFor();

    await who.fill(number);
    await page.getByRole("button", { name: "Look" }).click();
    await page.getByText("Nothing is kept of this person").waitFor();
    expect(await page.getByRole("group", { name: "What is kept, and where" }).count()).toBe(0);
    await page.evaluate(() => localStorage.setItem("language", "de"));
    await page.reload();
    await page.getByRole("heading", { name: "Daten von Personen" }).waitFor();
    await page.getByRole("button", { name: "Beleg lesen" }).click();
    await dialog
      .getByRole("group", { name: "Beleg der Löschung" })
      .getByRole("row", { name: /^Kontakte 1/ })
      .waitFor();
    await shoot("receipt-de");
    await expectFlawless(opened);
    await opened.close();
  });
};
