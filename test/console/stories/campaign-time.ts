import { expect, it } from "@jest/globals";
import type { DemoClient } from "../../../infra/local/demo/demo-client.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { makeCampaign } from "./made-organization.ts";
import { goTo, inTurn, type StoryRig } from "./rig.ts";

const PEOPLE = 8;

export const campaignTimeStories = (rig: () => StoryRig): void => {
  it.concurrent(
    "shows what was true of a campaign at an instant that the arrow keys choose, in both languages",
    inTurn(async () => {
      await rig().scriptCalls({ speed: 20, defaults: { ring_seconds: 0, weights: { answered: 1 } } });
      const opened = await rig().openAsOwner({
        rows: async (client: DemoClient) => {
          const { campaignId } = await makeCampaign(client, "Looked back", PEOPLE);
          await client.post(`/campaigns/${campaignId}/start`);
        },
      });
      const { page } = opened;
      await goTo(page, "Campaigns");
      await page.getByRole("link", { name: "Looked back" }).click();
      await page.getByRole("status").getByText("Over").waitFor();
      await page.getByText(`${PEOPLE} of ${PEOPLE} contacts`).first().waitFor();
      const slider = page.getByRole("slider", { name: "As of" });
      await slider.focus();
      await page.keyboard.press("Home");
      await page.getByText("The figures are those of").waitFor();
      await page.getByText(`0 of ${PEOPLE} contacts`).or(page.getByText("0 of 0 contacts")).first().waitFor();
      expect(await slider.getAttribute("aria-valuetext")).toMatch(/\d\d:\d\d:\d\d/);
      await expectFlawless(opened);
      await expectToFitTelephone(page);
      await page.keyboard.press("End");
      await page.getByText("The figures are those of").waitFor({ state: "hidden" });
      await page.getByText(`${PEOPLE} of ${PEOPLE} contacts`).first().waitFor();
      await page.evaluate("localStorage.setItem('language', 'de')");
      await page.reload();
      const stand = page.getByRole("slider", { name: "Stand" });
      await stand.focus();
      await page.keyboard.press("ArrowLeft");
      await page.getByText("Die Zahlen sind die von").waitFor();
      await expectFlawless(opened);
      await page.getByRole("button", { name: "Zurück zu jetzt" }).click();
      await page.getByText("Die Zahlen sind die von").waitFor({ state: "hidden" });
      await opened.close();
    }),
  );
};
