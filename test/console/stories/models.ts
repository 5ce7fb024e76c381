import { it } from "@jest/globals";
import { expectFlawless } from "./expectations.ts";
import { goTo, type StoryRig } from "./rig.ts";

export const modelStories = (rig: () => StoryRig): void => {
  it("tries a sentence on the model that is set", async () => {
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
};
