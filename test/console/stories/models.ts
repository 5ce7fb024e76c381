import { expect, it } from "@jest/globals";
import { expectFlawless } from "./expectations.ts";
import { goTo, type StoryRig } from "./rig.ts";

export const modelStories = (rig: () => StoryRig): void => {
  it.concurrent("tries a sentence on the model that is set", async () => {
    const opened = await rig().openAsOwner();
    const { page, client } = opened;
    await client.put("/organizations/model-configurations/v2", {
      llm: { provider: "local", model: "scripted", script: [{ when: "open", say: "We open at eight." }] },
    });
    await goTo(page, "Models");
    await page.getByRole("textbox", { name: "Sentence" }).fill("When do you open?");
    await page.getByRole("button", { name: "Ask it" }).click();
    await page.getByText("We open at eight.").waitFor();
    await expectFlawless(opened);
    await opened.close();
  });

  it.concurrent("offers who speaks and hears, and says why neither is set where no conversation has audio", async () => {
    const opened = await rig().openAsOwner();
    const { page } = opened;
    await goTo(page, "Models");
    const speaking = page.getByRole("region", { name: "Speaking" });
    await speaking.getByRole("combobox", { name: "Provider" }).click();
    await page.getByRole("option", { name: "Deepgram" }).click();
    expect(await speaking.getByLabel("Model").inputValue()).toBe("aura-2-thalia-en");
    await speaking.getByRole("button", { name: "Save" }).click();
    await page.getByText("There are no conversations with audio here").first().waitFor();
    await opened.close();
  });
};
