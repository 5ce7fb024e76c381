import { expect, it } from "@jest/globals";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { goTo, type StoryRig, seeingSaved } from "./rig.ts";

export const rulePackStories = (rig: () => StoryRig): void => {
  it.concurrent("chooses rule packs and own rules, looks whom they would stop, and says in the viewer's language which rule stops a call", async () => {
    const opened = await rig().openAsOwner({});
    const { page, client } = opened;
    await goTo(page, "Settings");
    const card = page.getByRole("region", { name: "Rule packs" });
    await card.waitFor();
    await card.getByRole("checkbox", { name: "United Kingdom (2026-11)" }).click();
    await card.getByText("An automated call needs the consent of the person at this number.").waitFor();
    await card.getByRole("checkbox", { name: /^Calls from 8:00 to 21:00 on weekdays/ }).click();
    const own = card.getByLabel("Own rules, one a line");
    await own.fill("Evenings hour < 18");
    await card.getByText("Line 1 needs a name, a colon and an expression").waitFor();
    await own.fill("Evenings: hours < 18");
    await card.getByRole("button", { name: "Look whom it would stop" }).click();
    await card.getByText("Line 1, column 1: There is no variable hours").first().waitFor();
    await own.fill("!Never: false");
    await card.getByRole("button", { name: "Look whom it would stop" }).click();
    await card.getByText("Nobody would be stopped.").waitFor();
    await card.getByText("Every past call would have been made.").waitFor();
    await card.getByText(/^Looked at: 0 calls from /).waitFor();
    await card.getByRole("combobox", { name: "Past calls to look at" }).click();
    await page.getByRole("option", { name: "None" }).click();
    await card.getByText("Look first whom it would stop").waitFor();
    await card.getByRole("button", { name: "Look whom it would stop" }).click();
    await card.getByText("Nobody would be stopped.").waitFor();
    expect(await card.getByText("Every past call would have been made.").count()).toBe(0);
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await seeingSaved(page, () => card.getByRole("button", { name: "Save" }).click());
    await page.reload();
    await card.waitFor();
    expect(await own.inputValue()).toBe("!Never: false");
    expect(await client.get("/organizations/preferences")).toMatchObject({
      rule_packs: ["uk@2026-11"],
      unconfirmed_rules: ["uk/hours"],
      own_rules: [{ name: "Never", expression: "false", if_false: "refuse" }],
    });
    await goTo(page, "Do not call");
    await page.getByRole("textbox", { name: "Number required" }).fill("+447700900123");
    await page.keyboard.press("Enter");
    const law = "uk@2026-11/automated_calls (PECR 2003, regulation 19)";
    await page.getByText(`Rule ${law} does not allow it.`).first().waitFor();
    await page.evaluate("localStorage.setItem('language', 'de')");
    await page.goto(`${rig().stack.running.addresses.console ?? ""}do-not-call`);
    await page.getByRole("textbox", { name: "Nummer" }).first().fill("+447700900123");
    await page.keyboard.press("Enter");
    await page.getByText(`Die Regel ${law} erlaubt ihn nicht.`).first().waitFor();
    await opened.close();
  });
};
