import { expect, it } from "@jest/globals";
import { xlsxOf } from "../../factories/document-files.ts";
import { expectFlawless } from "./expectations.ts";
import { goTo, type StoryRig } from "./rig.ts";

const FILE = [
  "Telefon,Vorname,Termin",
  "+12125550110,Ada,Monday",
  "+12125550111,Ben,Tuesday",
  "nonsense,Cleo,Friday",
  "",
].join("\n");

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const SHEET = [
  ["Rückruf", "Vorname", "Termin"],
  ["030 123456", "Ada", "Monday"],
  ["030 123457", "Ben", "Tuesday"],
];

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
    // As long as the file is on its way, the button says so.
    const sent = Promise.withResolvers<void>();
    await page.route("**/presigned-upload-url", async (route) => {
      await sent.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByRole("button", { name: "Uploading …", disabled: true }).waitFor();
    sent.resolve();
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

  it.concurrent("matches the columns of a workbook by their titles, and makes no list while the API refuses", async () => {
    const opened = await rig().openAsOwner();
    const { page, client } = opened;
    const uploads: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/presigned-upload-url")) uploads.push(request.url());
    });
    await goTo(page, "Contacts");
    await page.getByRole("link", { name: "Import a file" }).first().click();
    const buffer = await xlsxOf(SHEET, "Patienten");
    await page.getByLabel("CSV or Excel file").setInputFiles({ name: "patienten.xlsx", mimeType: XLSX, buffer });
    await page.getByLabel("Title of the column: Number").fill("Rückruf");
    await page.getByLabel("Title of the column: Person").fill("Vorname");
    const country = page.getByLabel("Country of numbers without a country code");
    const start = page.getByRole("button", { name: "Import" });
    for (const refused of ["XX", "QQ"]) {
      await country.fill(refused);
      await Promise.all([page.waitForResponse(/\/import$/), start.click()]);
      await page.getByRole("alert").getByText("This is no country code").waitFor();
      expect(await client.get("/contact-lists")).toEqual({ contact_lists: [] });
    }
    await expectFlawless(opened);
    await page.getByLabel("Name of the list").fill("Patients of Monday");
    await country.fill("DE");
    await start.click();
    await page.getByText("2 new, 0 updated").waitFor();
    await page.getByRole("link", { name: "See the list" }).click();
    await page.getByRole("row", { name: /Ada \+4930123456/ }).waitFor();
    expect(await client.get("/contact-lists")).toMatchObject({ contact_lists: [{ name: "Patients of Monday" }] });
    expect(uploads).toHaveLength(1);
    await opened.close();
  });
};
