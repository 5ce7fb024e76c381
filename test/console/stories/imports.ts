import { it } from "@jest/globals";
import { expectFlawless } from "./expectations.ts";
import { goTo, type StoryRig } from "./rig.ts";

const FILE = [
  "Telefon,Vorname,Termin",
  "+12125550110,Ada,Monday",
  "+12125550111,Ben,Tuesday",
  "nonsense,Cleo,Friday",
  "",
].join("\n");

export const importStories = (rig: () => StoryRig): void => {
  it.concurrent("matches the columns of a file, shows the refused rows, and finds the import again after its page was left", async () => {
    const opened = await rig().openAsOwner();
    const { page } = opened;
    await goTo(page, "Contacts");
    await page.getByRole("link", { name: "Import a file" }).first().click();
    await page
      .getByLabel("CSV or Excel file")
      .setInputFiles({ name: "patients.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
    await page.getByRole("cell", { name: "Tuesday" }).waitFor();
    // The console has guessed the number by itself; the name is chosen.
    await page.getByRole("combobox", { name: "Person" }).click();
    await page.getByRole("option", { name: "Vorname" }).click();
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByText("2 new, 0 updated").waitFor();
    await page.getByRole("link", { name: "Download the refused rows", exact: true }).waitFor();
    // The figure leads to what it counts.
    await page.getByRole("definition").getByRole("link", { name: "Download the refused rows: 1" }).waitFor();
    await goTo(page, "Contacts");
    await page.getByRole("link", { name: "patients" }).click();
    await page.getByRole("button", { name: "+12125550111" }).waitFor();
    const imports = page.getByRole("group", { name: "Imports" });
    await imports.getByRole("link", { name: "Download the refused rows: 1" }).waitFor();
    await expectFlawless(opened);
    await imports.getByRole("row").nth(1).getByRole("link").first().click();
    await page.getByText("2 new, 0 updated").waitFor();
    await opened.close();
  });
};
