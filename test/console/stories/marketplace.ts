import { it } from "@jest/globals";
import { signUp } from "../person.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { goTo, type StoryRig } from "./rig.ts";

export const marketplaceStories = (rig: () => StoryRig): void => {
  it("hires an agent from the shelf, shows each step, and leads to its first talk", async () => {
    const opened = await rig().open();
    const { page } = opened;
    await signUp(page);
    await goTo(page, "Marketplace");
    await page.getByRole("searchbox", { name: "What should it do?" }).fill("nobody has ever asked for this");
    await page.getByRole("heading", { name: "Nothing on the shelf does that yet" }).waitFor();
    await page.getByRole("searchbox", { name: "What should it do?" }).fill("tickets");
    await page.getByRole("link", { name: "Help desk" }).click();
    await page.getByRole("heading", { name: "Help desk", level: 1 }).waitFor();
    await expectFlawless(opened);
    await goTo(page, "Marketplace");
    await page.getByRole("heading", { name: "Every agent on the shelf" }).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.getByRole("link", { name: "Hire Order status" }).click();
    await page.getByLabel("What it is called").fill("Robin");
    await page.getByRole("button", { name: "Hire", exact: true }).click();
    await page
      .getByLabel(/business/i)
      .first()
      .fill("Example Shop");
    await page
      .getByLabel(/https?|address|url|system/i)
      .last()
      .fill("http://127.0.0.1:9/orders");
    await page.getByRole("button", { name: "Hire", exact: true }).click();
    await page.getByRole("alert").getByText("127.0.0.1 is inside a private network").waitFor();
    await expectFlawless(opened);
    await page.getByLabel(/^Which address answers/).fill("https://shop.example.com/orders");
    await page.getByRole("button", { name: "Hire", exact: true }).click();
    await page.getByRole("heading", { name: "Robin works for you" }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Its documents" }).getByText("done").waitFor();
    await expectFlawless(opened);
    await page.getByRole("link", { name: "Open the agent" }).click();
    await page.getByRole("heading", { name: "Robin", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Test in text" }).waitFor();
    await opened.close();
  });
};
