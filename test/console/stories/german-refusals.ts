import { expect, it } from "@jest/globals";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import type { StoryRig } from "./rig.ts";

export const germanRefusalStories = (rig: () => StoryRig): void => {
  it.concurrent("says in German what is refused, which file is chosen and which day it is, though the browser speaks English", async () => {
    const opened = await rig().openAsOwner();
    const { page, person, faults } = opened;
    await page.evaluate("localStorage.setItem('language', 'de')");
    const url = rig().stack.running.addresses.console ?? "";
    await page.goto(`${url}team`);
    await page.getByRole("button", { name: "Jemanden einladen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-Mail").fill(person.email);
    await dialog.getByRole("button", { name: "Jemanden einladen" }).click();
    await dialog.getByRole("alert").getByText("Diese Person gehört schon zum Team").waitFor();
    // The API's own words stand below, for whoever looks for them.
    await dialog.getByRole("alert").getByText("Wortlaut der API: This person is a member already").waitFor();
    await expectFlawless(opened);
    await page.goto(`${url}calls?since=2026-07-04`);
    await page.getByText("Samstag, 4. Juli 2026").waitFor();
    await expectToFitTelephone(page);
    await page.goto(`${url}settings`);
    await page.getByLabel("Bis").fill("21:30");
    await page.getByText("21:30", { exact: true }).waitFor();
    await page.goto(`${url}contacts/import`);
    await page.getByText("Datei wählen").waitFor();
    await page.getByText("Noch keine gewählt").waitFor();
    await expectFlawless(opened);
    const file = {
      name: "patienten.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Telefon,Name\n+4930123456,Ada\n"),
    };
    await page.getByLabel("CSV- oder Excel-Datei").setInputFiles(file);
    await page.getByText("patienten.csv", { exact: true }).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.goto(`${url}campaigns/999999`);
    await page.getByRole("alert").getByText("Diese Kampagne gibt es nicht, oder nicht mehr").waitFor();
    await page.getByRole("alert").getByText("Campaign not found").waitFor();
    expect(await faults()).toEqual([]);
    await opened.close();
  });
};
