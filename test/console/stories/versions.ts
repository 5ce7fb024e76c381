import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { type DemoClient, readObject } from "../../../infra/local/demo/demo-client.ts";
import { runStatement } from "./database.ts";
import { expectFlawless } from "./expectations.ts";
import { makeTalkingAgent, talkingDefinition } from "./made-organization.ts";
import type { StoryRig } from "./rig.ts";

/** One more than a page of versions holds. */
const VERSIONS = 101;

export const versionStories = (rig: () => StoryRig): void => {
  it.concurrent("shows every version, and what two people have drawn at a time", async () => {
    let agentId = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        agentId = await makeTalkingAgent(client, { name: "Reception" });
        await addVersions(rig(), agentId);
      },
    });
    const { page, client } = opened;
    await page.goto(`${rig().stack.running.addresses.console ?? ""}agents/${agentId}`);
    await expectAllVersions(page);
    await page.getByText("Say goodbye.").click();
    const prompt = page.getByRole("textbox", { name: "Prompt" });
    await prompt.fill("Wish a nice day.");
    const theirs = await saveElsewhere(client, agentId, "Good evening!");
    const dialog = page.getByRole("dialog", { name: "Somebody else has changed this agent meanwhile" });
    await page.keyboard.press("Control+s");
    await dialog.getByRole("region", { name: "What they have saved" }).getByText("Good evening!").waitFor();
    await dialog.getByRole("region", { name: "What you have drawn" }).getByText("Wish a nice day.").waitFor();
    const disputed = dialog.getByRole("region", { name: /^Changed by both/ });
    await disputed.getByText("Say farewell.").waitFor();
    expect(await disputed.getByText("Good evening!").count()).toBe(0);
    expect(readObject(await client.get(`/workflows/${agentId}`), "definition")).toEqual(theirs);
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "Take theirs" }).click();
    await page.getByText("Say farewell.").waitFor();
    await page.getByText("Draft 102").waitFor();
    // What was drawn is lost for nobody.
    await page.getByRole("button", { name: "Undo (Ctrl Z)" }).click();
    await page.getByText("Not saved").waitFor();
    await page.getByText("Wish a nice day.").first().waitFor();
    await page.getByRole("button", { name: "Redo (Ctrl Shift Z)" }).click();
    await page.getByText("Say farewell.").click();
    await prompt.fill("Wish a nice day.");
    await saveElsewhere(client, agentId, "Good night!");
    await page.keyboard.press("Control+s");
    await dialog.getByRole("region", { name: "What they have saved" }).getByText("Good night!").waitFor();
    expect(await disputed.count()).toBe(0);
    await dialog.getByRole("button", { name: "Put both together" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+s");
    await page.getByText("Draft 102").waitFor();
    expect(await textsOf(client, agentId)).toEqual(["Good night!", "Wish a nice day."]);
    // Nobody publishes what they have not seen.
    await saveElsewhere(client, agentId, "Good morning!");
    await page.getByRole("button", { name: "Publish" }).click();
    const publication = page.getByRole("dialog", { name: "Publish this version?" });
    await publication.getByText("Good night!").waitFor();
    await publication.getByRole("button", { name: "Publish" }).click();
    await publication.getByText("Good morning!").waitFor();
    await publication.getByRole("button", { name: "Publish" }).click();
    await page.getByText("Published 102").waitFor();
    expect(await textsOf(client, agentId)).toEqual(["Good morning!", "Say farewell."]);
    await opened.close();
  });
};

/** Gives an agent further versions, archived ones, behind the published one. */
const addVersions = (rig: StoryRig, agentId: number): Promise<void> =>
  runStatement(
    rig,
    `insert into agent_versions
       (organization_id, agent_id, version_number, status, definition, configurations, template_context_variables)
     select organization_id, agent_id, number, 'archived', definition, configurations, template_context_variables
     from agent_versions, generate_series(2, $2::integer) as number where agent_id = $1`,
    [agentId, VERSIONS],
  );

/** The oldest version stands behind a page of newer ones, and is compared with what is drawn. */
const expectAllVersions = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Versions" }).click();
  const dialog = page.getByRole("dialog", { name: "Versions" });
  const oldest = dialog.getByRole("listitem").filter({ hasText: /^Version 1Published/ });
  await dialog.getByText("Version 2", { exact: true }).waitFor();
  expect(await oldest.count()).toBe(0);
  await dialog.getByRole("button", { name: "Show more" }).click();
  await oldest.getByRole("button", { name: "Difference from 1" }).click();
  await dialog.getByText("They are the same.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
};

/** Somebody else changes the greeting, which nobody else does, and the farewell, which the page's person has changed. */
const saveElsewhere = async (
  client: DemoClient,
  agentId: number,
  greeting: string,
): Promise<Record<string, unknown>> => {
  const definition = talkingDefinition({ greeting, farewell: "Say farewell." });
  return readObject(await client.put(`/workflows/${agentId}`, { definition }), "definition");
};

const textsOf = async (client: DemoClient, agentId: number): Promise<unknown[]> => {
  const definition = readObject(await client.get(`/workflows/${agentId}`), "definition");
  const { nodes }: { nodes: { data: Record<string, unknown> }[] } = JSON.parse(JSON.stringify(definition));
  return [nodes[0]?.data["greeting"], nodes[1]?.data["prompt"]];
};
