import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { type DemoClient, readNumber } from "../../../infra/local/demo/demo-client.ts";
import { importFile } from "../../../infra/local/demo/import-file.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { makeTalkingAgent } from "./made-organization.ts";
import { goTo, type OwnersPage, type StoryRig, seeingSaved } from "./rig.ts";

const [MOBILE, PREMIUM, SATELLITE] = ["+4915123456789", "+19005550123", "+881612345678"];
const FILE = Buffer.from(`phone_number\n${MOBILE}\n${PREMIUM}\n${SATELLITE}\n`);

export const allowedNumberStories = (rig: () => StoryRig): void => {
  it.concurrent("allows kinds and countries of numbers, and says in the viewer's language why others are not called", async () => {
    let campaignId = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        campaignId = await makeDraft(client);
      },
    });
    const { page } = opened;
    await check(page, PREMIUM);
    await page.getByText("The settings do not allow numbers of this kind.").first().waitFor();
    await page.getByText("Premium-rate numbers, United States", { exact: true }).waitFor();
    await allowPremiumInGermany(opened);
    await check(page, PREMIUM);
    await page.getByText("The settings do not allow numbers of this country.").first().waitFor();
    await check(page, SATELLITE);
    await page.getByText("Satellite and international networks, no country", { exact: true }).waitFor();
    await page.evaluate("localStorage.setItem('language', 'de')");
    await page.goto(`${rig().stack.running.addresses.console ?? ""}do-not-call`);
    await page.getByRole("textbox", { name: "Nummer" }).first().fill(PREMIUM);
    await page.keyboard.press("Enter");
    await page.getByText("Die Einstellungen erlauben Nummern dieses Landes nicht.").first().waitFor();
    await page.getByText("Nummern mit erhöhtem Tarif, Vereinigte Staaten", { exact: true }).waitFor();
    await page.goto(`${rig().stack.running.addresses.console ?? ""}campaigns/${campaignId}`);
    await page.getByRole("button", { name: "Wählen beginnen" }).click();
    const start = page.getByRole("dialog");
    const kinds =
      "Satelliten- und internationale Netze, kein Land: 1; Nummern mit erhöhtem Tarif, Vereinigte Staaten: 1";
    await start.getByText(`erlauben die Art oder das Land der Nummer nicht (${kinds})`).waitFor();
    await expectFlawless(opened);
    await opened.close();
  });
};

const makeDraft = async (client: DemoClient): Promise<number> => {
  const [workflow_id, { listId: contact_list_id }] = await Promise.all([
    makeTalkingAgent(client, { name: "Reminder" }),
    importFile(client, { list: "Kinds", name: "kinds.csv", file: FILE }),
  ]);
  return readNumber(await client.post("/campaigns/create", { name: "Kinds", workflow_id, contact_list_id }), "id");
};

const check = async (page: Page, number: string | undefined): Promise<void> => {
  await goTo(page, "Do not call");
  await page.getByRole("textbox", { name: "Number required" }).fill(number ?? "");
  await page.keyboard.press("Enter");
};

/** A country that does not exist is refused at its field; what is saved is there again. */
const allowPremiumInGermany = async (opened: OwnersPage): Promise<void> => {
  const { page, client } = opened;
  const card = page.getByRole("region", { name: "Numbers that are called" });
  const countries = card.getByLabel("Only these countries");
  const isOn = (kind: string) => card.getByRole("checkbox", { name: kind, exact: true }).isChecked();
  await goTo(page, "Settings");
  await card.waitFor();
  expect([await isOn("Premium-rate numbers"), await isOn("Mobile numbers")]).toEqual([false, true]);
  await countries.fill("de, XX");
  await card.getByRole("button", { name: "Save" }).click();
  await card.getByText("No country has this code").first().waitFor();
  await expectFlawless(opened);
  await expectToFitTelephone(page);
  await countries.fill("de");
  await card.getByRole("checkbox", { name: "Premium-rate numbers" }).click();
  await seeingSaved(page, () => card.getByRole("button", { name: "Save" }).click());
  await page.reload();
  await card.waitFor();
  expect([await countries.inputValue(), await isOn("Premium-rate numbers"), await isOn("Shared-cost numbers")]).toEqual(
    ["DE", true, false],
  );
  expect(await client.get("/organizations/preferences")).toMatchObject({
    allowed_countries: ["DE"],
    allowed_number_kinds: expect.arrayContaining(["mobile", "premium_rate", "unknown"]),
  });
};
