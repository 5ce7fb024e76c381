import { it } from "@jest/globals";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig } from "./rig.ts";

const PICTURES = process.env["PERSON_PICTURES"];

export const personStories = (rig: () => StoryRig): void => {
  it.concurrent("shows everything that happened with a person, and what may happen next", async () => {
    const opened = await rig().openAsOwner({ rows: makeList });
    const { page, client } = opened;
    const shoot = async (name: string) =>
      PICTURES && page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
    await goTo(page, "Contacts");
    await page.getByRole("link", { name: "Patients" }).click();
    const number = await page.getByRole("button", { name: /^\+1/ }).first().innerText();
    const agent = await makeTalkingAgent(client, { name: "Reminders" });
    await client.post("/consents", { phone_number: number, status: "granted", source: "The web form" });
    await client.post("/telephony/initiate-call", { workflow_id: agent, phone_number: number });
    await page.getByRole("link", { name: "Ada Example" }).click();
    await page.getByRole("heading", { level: 1, name: "Ada Example" }).waitFor();
    const history = page.getByRole("list", { name: "Everything that happened" });
    await history.getByRole("link", { name: "Imported into the list Patients" }).waitFor();
    await history.getByText(/^The web form · /).waitFor();
    await history.getByRole("link", { name: "Outbound: Reminders" }).waitFor();
    await page.getByText("No campaign calls them any more.").waitFor();
    await page.getByRole("button", { name: "Write a text" }).click();
    const dialog = page.getByRole("dialog", { name: "Write a text" });
    await dialog.getByLabel("Words").fill("Your visit is tomorrow at ten");
    await expectFlawless(opened);
    await shoot("text-en");
    await dialog.getByRole("button", { name: "Send" }).click();
    await history.getByText("Your visit is tomorrow at ten", { exact: false }).waitFor();
    await client.post("/do-not-call", { phone_numbers: [number], reason: "A letter" });
    await page.getByText("The number is on the do-not-call list.", { exact: false }).waitFor();
    await history.getByText(/A letter/).waitFor();
    await shoot("person-en");
    await expectFlawless(opened);
    await page.getByRole("button", { name: "Rule by rule" }).click();
    await page.getByRole("dialog").getByRole("list", { name: "Rule by rule" }).waitFor();
    await page.keyboard.press("Escape");
    await page.evaluate(() => localStorage.setItem("language", "de"));
    await page.reload();
    await page.getByRole("heading", { name: "Was als Nächstes kommen kann" }).waitFor();
    await page.getByRole("link", { name: "In die Liste Patients importiert" }).waitFor();
    await shoot("person-de");
    await expectFlawless(opened);
    await opened.close();
  });
};
