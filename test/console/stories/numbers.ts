import { expect, it } from "@jest/globals";
import { waitUntil } from "../../harness/wait-until.ts";
import { expectFlawless } from "./expectations.ts";
import { goTo, inTurn, type StoryRig } from "./rig.ts";

const NUMBER = "+12125550177";

/** The six digits of the code that a call says. */
const codeSaidTo = (rig: StoryRig, number: string): Promise<string> =>
  waitUntil("a call has said the code", async () => {
    const [, digits] = /is: ([\d. ]+)\. Once more/.exec(await rig.wordsSaidTo(number)) ?? [];
    return digits?.replaceAll(". ", "");
  });

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

export const numberStories = (rig: () => StoryRig): void => {
  it.concurrent(
    "proves that a number is theirs by the code that a call says",
    inTurn(async () => {
      await rig().scriptCalls({ speed: 20, defaults: { outcomes: ["answered"], ring_seconds: 1 } });
      const opened = await rig().openAsOwner();
      const { page } = opened;
      const dialog = page.getByRole("dialog", { name: "Verify a number" });
      await goTo(page, "Carriers");
      await page.getByRole("button", { name: "Verify a number" }).click();
      await dialog.getByLabel("Number").fill(NUMBER);
      await dialog.getByRole("button", { name: "Begin" }).click();
      const code = await codeSaidTo(rig(), NUMBER);
      await dialog.getByLabel("The code that the call said").fill(wrong(code));
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await dialog.getByRole("alert").waitFor();
      await expectFlawless(opened);
      await dialog.getByLabel("The code that the call said").fill(code);
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("cell", { name: NUMBER, exact: true }).waitFor();
      await opened.close();
    }),
  );

  it.concurrent("says which account takes calls while a carrier fails, and of which countries", async () => {
    const opened = await rig().openAsOwner();
    const { page } = opened;
    await goTo(page, "Carriers");
    await page.getByRole("button", { name: "Connect a carrier" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect a carrier" });
    await dialog.getByLabel(/^Name of the account/).fill("Second carrier");
    await dialog.getByRole("button", { name: "Connect a carrier" }).click();
    await page.getByRole("heading", { name: "Second carrier", level: 1 }).waitFor();
    await goTo(page, "Carriers");
    await page.getByRole("link", { name: "Simulator" }).click();
    await page.getByText("No account follows").waitFor();
    await page.getByRole("combobox", { name: "Add an account" }).click();
    await page.getByRole("option", { name: "Second carrier" }).click();
    const countries = page.getByLabel("1. Second carrier: Countries it takes");
    await countries.fill("de at");
    const card = page.getByRole("region", { name: "When this carrier fails" });
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").first().waitFor();
    await page.reload();
    await countries.waitFor();
    expect(await countries.inputValue()).toBe("DE, AT");
    await expectFlawless(opened);
    await opened.close();
  });
};
