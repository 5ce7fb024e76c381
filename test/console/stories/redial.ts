import { expect, it } from "@jest/globals";
import type { Locator } from "playwright-core";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import { goTo, inTurn, type OwnersPage, type StoryRig, seeing } from "./rig.ts";

/** Each is called once, and once more by the redial. */
const PEOPLE = 6;

export const redialStories = (rig: () => StoryRig): void => {
  it.concurrent(
    "says before a redial how many contacts it dials, and which were not reached",
    inTurn(async () => {
      await rig().scriptCalls({ defaults: { ring_seconds: 0, weights: { busy: 1 } } });
      const opened = await rig().openAsOwner({
        rows: async (client) => {
          const [agentId, { listId }] = await Promise.all([
            makeTalkingAgent(client, { name: "Reminder" }),
            makeList(client, PEOPLE),
          ]);
          const campaign = await client.post("/campaigns/create", {
            name: "Nobody was free",
            workflow_id: agentId,
            contact_list_id: listId,
            retry_config: { enabled: false },
            consent_attested: true,
          });
          await client.post(`/campaigns/${readNumber(campaign, "id")}/start`);
        },
      });
      const { page } = opened;
      await goTo(page, "Campaigns");
      await page.getByRole("link", { name: "Nobody was free" }).click();
      await page.getByRole("status").getByText("Over").waitFor();
      await askWhatIf(opened);
      await lookAtContacts(opened);
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Redial those not reached" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(`Dials ${PEOPLE} contacts`).waitFor();
      await expectFlawless(opened);
      await dialog.getByRole("checkbox", { name: "Busy" }).click();
      await dialog.getByText("Dials 0 contacts").waitFor();
      await dialog.getByRole("checkbox", { name: "Busy" }).click();
      await seeing(page.getByText("The redial campaign is made"), () =>
        dialog.getByRole("button", { name: "Redial those not reached" }).click(),
      );
      await opened.close();
    }),
  );
};

/** What two more tries would have done: nobody is ever free, so everybody is called three times. */
const askWhatIf = async (opened: OwnersPage): Promise<void> => {
  const { page } = opened;
  const card = page.getByRole("region", { name: "What if" });
  await card.getByRole("slider", { name: "Further tries" }).fill("2");
  await card.getByRole("button", { name: "Ask" }).click();
  await card.getByRole("img", { name: `${PEOPLE} calls as it was, ${3 * PEOPLE} as it would have been` }).waitFor();
  await card.getByRole("row", { name: new RegExp(`^Calls ${PEOPLE} ${3 * PEOPLE} `) }).waitFor();
  // Once a day at most, and one of them on the list from the beginning: it takes days, and three calls fewer.
  await card.getByRole("slider", { name: "Attempts for a number within 24 hours" }).fill("1");
  await card.getByRole("textbox", { name: "Do not call" }).fill("+12125550110");
  await card.getByRole("button", { name: "Ask" }).click();
  await card.getByRole("row", { name: new RegExp(`^Calls ${PEOPLE} ${3 * (PEOPLE - 1)} `) }).waitFor();
  await askWithPacks(card);
  await expectFlawless(opened);
};

/** By a pack whose rule about consent would have held, nobody had agreed to be called. */
const askWithPacks = async (card: Locator): Promise<void> => {
  await card.getByText("Rule packs that would have held: none").click();
  await card.getByRole("checkbox", { name: "United States, federal (2026-11)" }).click();
  await card.getByText("Rule packs that would have held: United States, federal").waitFor();
  await card.getByRole("checkbox", { name: /^A call with an artificial voice needs/ }).click();
  await card.getByRole("button", { name: "Ask" }).click();
  await card.getByRole("row", { name: new RegExp(`^Calls ${PEOPLE} 0 `) }).waitFor();
};

/** From a figure of the campaign to the contacts that it counts, to what keeps one of them from being called, and back. */
const lookAtContacts = async (opened: OwnersPage): Promise<void> => {
  const { page } = opened;
  const where = page.getByRole("figure", { name: "Where every contact is" }).getByRole("listitem");
  await where
    .filter({ hasText: "Not reached" })
    .getByRole("link", { name: String(PEOPLE), exact: true })
    .click();
  await page.getByRole("heading", { name: "Contacts of Nobody was free", level: 1 }).waitFor();
  await page.getByRole("heading", { name: `${PEOPLE} contacts` }).waitFor();
  await page.getByRole("row", { name: /Ada Example Not reached 1 Busy/ }).waitFor();
  await page.getByRole("searchbox", { name: "Name or number" }).fill("ada");
  await page.getByRole("heading", { name: "1 contact", exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe("?state=unreached&q=ada");
  await expectFlawless(opened);
  await expectToFitTelephone(page);
  await page.getByRole("button", { name: "Ada Example: why not now?" }).click();
  const rules = page.getByRole("dialog").getByRole("list", { name: "Rule by rule" });
  await rules.getByText("Campaign", { exact: true }).waitFor();
  await rules.getByText("done, last: Busy").waitFor();
  await rules.getByText("The campaign is done with them.").waitFor();
  await page.keyboard.press("Escape");
  // The focus goes back to the button, and would take what is typed along.
  await page.locator("button:focus").filter({ hasText: "Why not now?" }).waitFor();
  await page.getByRole("searchbox", { name: "Name or number" }).fill("");
  await page.getByRole("heading", { name: `${PEOPLE} contacts` }).waitFor();
  // A refusal is shown, and not an empty list.
  await page.route(/\/contacts\?.*state=pending/, (route) =>
    route.continue({ url: route.request().url().replace("state=pending", "state=nowhere") }),
  );
  await page.getByRole("link", { name: "Not dialled yet", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "Must be pending" }).waitFor();
  expect(await page.getByRole("heading", { name: /^\d+ contacts?$/ }).count()).toBe(0);
  await page.getByRole("link", { name: "Answered", exact: true }).click();
  await page.getByRole("heading", { name: "0 contacts" }).waitFor();
  expect(new URL(page.url()).search).toBe("?state=answered");
  await page.getByRole("main").getByRole("link", { name: "Nobody was free" }).click();
  await page.getByRole("heading", { name: "Nobody was free", level: 1 }).waitFor();
};
