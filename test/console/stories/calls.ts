import { expect, it } from "@jest/globals";
import { waitUntil } from "../../harness/wait-until.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { NUMBER, placeRecordedCall } from "./recorded-call.ts";
import { goTo, type StoryRig } from "./rig.ts";

export const callStories = (rig: () => StoryRig): void => {
  it("runs a recording and its words together, and shows the way through the graph", async () => {
    const opened = await rig().openAsOwner();
    const { page, client } = opened;
    await placeRecordedCall(rig(), client);
    await goTo(page, "Calls");
    await page.getByRole("link", { name: NUMBER }).click();
    const way = page.getByRole("list", { name: "Steps of the conversation" });
    await way.getByText("Greeting").waitFor();
    const position = page.getByRole("slider", { name: "Position in the recording" });
    await position.waitFor();
    await page.getByRole("definition").filter({ hasText: "no limit is set" }).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    const lines = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Hear it from/ }) });
    const greeting = lines.filter({ hasText: "Hello, this is Mira of the practice." });
    await greeting.getByRole("button", { name: /^Hear it from/ }).press("Enter");
    // It plays: the player's own time goes on, and the line that is heard is marked.
    await waitUntil("it is heard", async () => Number(await position.inputValue()) > 0);
    await page.locator("[aria-current=true]").first().waitFor();
    // Moved to its end, another line is.
    await position.press("End");
    const others = lines.filter({ hasNotText: "Hello, this is Mira of the practice." });
    await others.and(page.locator("[aria-current=true]")).waitFor();
    expect(await lines.count()).toBeGreaterThan(1);
    await opened.close();
  });
};
