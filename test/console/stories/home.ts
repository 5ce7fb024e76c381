import { expect, it } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { importFile } from "../../../infra/local/demo/import-file.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent, PATIENT } from "./made-organization.ts";
import { goTo, inTurn, type StoryRig } from "./rig.ts";

/** More than a page of the API's list, and as many at a time as hurt nobody. */
const [NEWER, AT_ONCE] = [104, 8];

const OTHERS = Buffer.from("phone_number,name\n+12125550177,Cleo Example\n");

/** The place of the palette that Enter leads to. */
const highlighted = (page: Page, name: RegExp): Locator =>
  page.getByRole("option", { name }).and(page.locator("[data-highlighted]"));

export const homeStories = (rig: () => StoryRig): void => {
  it.concurrent(
    "finds what dials now and what a contact waits for, however many campaigns are newer",
    inTurn(async () => {
      await rig().scriptCalls({ defaults: { weights: { answered: 1 }, talk: [{ waits_seconds: 3_600 }] } });
      let running = 0;
      const opened = await rig().openAsOwner({
        rows: async (client) => {
          const [agentId, { listId }] = await Promise.all([
            makeTalkingAgent(client, { name: "Reminder", configurations: PATIENT }),
            makeList(client),
          ]);
          const { listId: otherList } = await importFile(client, { list: "Others", name: "others.csv", file: OTHERS });
          const draft = { workflow_id: agentId, contact_list_id: listId, consent_attested: true };
          const start = async (campaign: object) => {
            const id = readNumber(await client.post("/campaigns/create", { ...draft, ...campaign }), "id");
            await client.post(`/campaigns/${id}/start`);
            return id;
          };
          await start({ name: "Without money", budget: { total_minor: 1, currency: "USD" } });
          running = await start({ name: "Dials all day", max_concurrency: 2 });
          await client.post("/campaigns/create", { ...draft, name: "The only one", contact_list_id: otherList });
          for (let made = 0; made < NEWER; made += AT_ONCE) {
            await Promise.all(
              Array.from({ length: AT_ONCE }, (_, index) =>
                client.post("/campaigns/create", { ...draft, name: `Later ${made + index}` }),
              ),
            );
          }
        },
      });
      const { page } = opened;
      await page.getByRole("link", { name: "Dials all day" }).waitFor();
      await expectFlawless(opened);
      const callsToday = page.getByText("Calls today").locator("..").getByRole("link");
      await callsToday.getByText("2", { exact: true }).waitFor();
      await callsToday.click();
      await page.getByRole("heading", { name: "Calls", level: 1 }).waitFor();
      await page.getByText("2 calls", { exact: true }).waitFor();
      // A day that is typed is the viewer's, not that of the server: New York's midnight.
      const [asked] = await Promise.all([
        page.waitForRequest((request) => request.url().includes("start_date=2026-07-04")),
        page.getByLabel("Since").fill("2026-07-04"),
      ]);
      expect(new URL(asked.url()).searchParams.get("start_date")).toBe("2026-07-04T04:00:00.000Z");
      const [until] = await Promise.all([
        page.waitForRequest((request) => request.url().includes("end_date=2026-07-0")),
        page.getByLabel("Until").fill("2026-07-05"),
      ]);
      expect(new URL(until.url()).searchParams.get("end_date")).toBe("2026-07-06T03:59:59.999Z");
      // Entries that need a person come first, and running campaigns before later ones.
      await goTo(page, "Campaigns");
      await page.getByRole("row").nth(1).getByRole("link", { name: "Without money" }).waitFor();
      await page.getByRole("row").nth(2).getByRole("link", { name: "Dials all day" }).waitFor();
      // The question why a contact is not called offers the campaign of their list, however many are newer.
      await goTo(page, "Contacts");
      await page.getByRole("link", { name: "Others" }).click();
      await page.getByRole("button", { name: "+12125550177" }).click();
      const campaign = page.getByRole("dialog").getByRole("combobox", { name: "Campaign" });
      await campaign.getByText("The only one").waitFor();
      // So is whoever types its name.
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Go to …" }).fill("only on");
      await highlighted(page, /^The only one/).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "The only one", level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Go to …" }).fill("555 0177");
      await highlighted(page, /^Calls with 555 0177/).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(/calls\?number=.*5550177/);
      await page.getByRole("heading", { name: "Calls", level: 1 }).waitFor();
      await opened.client.post(`/campaigns/${running}/pause`);
      await rig().endCalls();
      await opened.close();
    }),
  );
};
