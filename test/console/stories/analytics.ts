import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { sayTo } from "./asking.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig } from "./rig.ts";

/** Takes pictures for somebody who looks at the page (`CONSOLE_PICTURES=FOLDER`). */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["CONSOLE_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

const choose = async (page: Page, field: string, option: string): Promise<void> => {
  await page.getByRole("combobox", { name: field, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};

export const analyticsStories = (rig: () => StoryRig): void => {
  it.concurrent("asks for figures of calls, follows one to its calls, keeps the question and finds it again", async () => {
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        for (const [name, conversations] of [
          ["Reception", 2],
          ["Night shift", 1],
        ] as const) {
          const agentId = await makeTalkingAgent(client, { name });
          for (let made = 0; made < conversations; made += 1) {
            await client.post(`${await sayTo(client, agentId, "Good day, do you have a table?")}/end`);
          }
        }
      },
    });
    const { page } = opened;
    await goTo(page, "Analytics");
    const table = page.getByRole("region", { name: /^Figures/ });
    await table.getByRole("row").getByRole("link", { name: "3", exact: true }).waitFor();
    await picture(page, "by-day");
    await choose(page, "By", "Agent");
    await choose(page, "Measure", "Turns");
    const reception = table.getByRole("row", { name: /^Reception 2 2 1\.00/ });
    await reception.waitFor();
    await page.getByRole("list", { name: "Turns (Mean) by Agent" }).getByText("Night shift").waitFor();
    await expectFlawless(opened);
    await picture(page, "by-agent");
    await expectToFitTelephone(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, "narrow");
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole("button", { name: "Save view" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Turns by agent");
    await dialog.getByRole("switch", { name: "Everybody in the organization sees it" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The view is saved").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Figures as CSV" }).click(),
    ]);
    expect(readFileSync(await file.path(), "utf8")).toMatch(/^agent_id,agent,calls,turns calls,/);

    await reception.getByRole("link", { name: "1.00" }).first().click();
    await page.getByRole("heading", { name: "2 calls" }).waitFor();
    await picture(page, "behind");
    await page.getByRole("button", { name: "The calls behind a figure" }).click();
    await page.getByRole("heading", { name: "3 calls" }).waitFor();

    await goTo(page, "Analytics");
    await table.getByRole("row", { name: /^Reception/ }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Turns by agent" }).click();
    await reception.waitFor();
    await page.getByRole("button", { name: "More about Turns by agent" }).click();
    await page.getByRole("menuitem", { name: "Rename or share" }).click();
    await dialog.getByLabel("Name").fill("By agent");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "By agent", exact: true }).waitFor();
    await choose(page, "Environment", "Sandbox");
    await page.getByRole("heading", { name: "No calls in this span" }).waitFor();
    await expectFlawless(opened);
    await page.evaluate("localStorage.setItem('language', 'de')");
    await page.reload();
    await page.getByRole("heading", { name: "Keine Anrufe in diesem Zeitraum" }).waitFor();
    await choose(page, "Umgebung", "Produktion");
    await page.getByRole("row", { name: /^Reception 2 2 1,00/ }).waitFor();
    await expectToFitTelephone(page);
    await picture(page, "german");
    await page.getByRole("button", { name: "Mehr zu By agent" }).click();
    await page.getByRole("menuitem", { name: "Löschen" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Löschen" }).click();
    await page.getByText("Die Ansicht ist gelöscht").waitFor();
    await opened.close();
  });
};
