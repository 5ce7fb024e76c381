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
    const theirs = await saveElsewhere(client, agentId, { greeting: "Good evening!", asks: ["day"] });
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
    // Nobody loses a drawing.
    await page.getByRole("button", { name: "Undo (Ctrl Z)" }).click();
    await page.getByText("Not saved").waitFor();
    await page.getByText("Wish a nice day.").first().waitFor();
    await page.getByRole("button", { name: "Redo (Ctrl Shift Z)" }).click();
    await page.getByText("Say farewell.").click();
    await prompt.fill("Wish a nice day.");
    // Both add to one list.
    await page.getByText("Good evening!").first().click();
    const variables = page.getByRole("group", { name: "Variables" });
    await variables.getByRole("button", { name: "Add one" }).click();
    await variables.getByRole("textbox", { name: "Name" }).last().fill("time");
    await saveElsewhere(client, agentId, { greeting: "Good night!", asks: ["day", "place"] });
    await page.keyboard.press("Control+s");
    await dialog.getByRole("region", { name: "What they have saved" }).getByText("Good night!").waitFor();
    expect(await disputed.count()).toBe(0);
    await dialog.getByRole("button", { name: "Put both together" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+s");
    await page.getByText("Draft 102").waitFor();
    expect(await textsOf(client, agentId)).toEqual(["Good night!", "Wish a nice day.", ["day", "place", "time"]]);
    // Nobody publishes what they have not seen.
    await saveElsewhere(client, agentId, { greeting: "Good morning!" });
    await page.getByRole("button", { name: "Publish" }).click();
    const publication = page.getByRole("dialog", { name: "Publish this version?" });
    await publication.getByText("Good night!").waitFor();
    await publication.getByRole("button", { name: "Publish" }).click();
    await publication.getByText("Good morning!").waitFor();
    await publication.getByRole("button", { name: "Publish" }).click();
    await page.getByText("Published 102").waitFor();
    expect(await textsOf(client, agentId)).toEqual(["Good morning!", "Say farewell.", []]);
    await expectSettingsOfTwo(page, client, agentId);
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
  drawn: { greeting: string; asks?: readonly string[] },
): Promise<Record<string, unknown>> => {
  const definition = talkingDefinition({ ...drawn, farewell: "Say farewell." });
  return readObject(await client.put(`/workflows/${agentId}`, { definition }), "definition");
};

const textsOf = async (client: DemoClient, agentId: number): Promise<unknown[]> => {
  const definition = readObject(await client.get(`/workflows/${agentId}`), "definition");
  const { nodes }: { nodes: { data: Drawn }[] } = JSON.parse(JSON.stringify(definition));
  const [start, end] = nodes.map(({ data }) => data);
  return [start?.greeting, end?.prompt, start?.extraction_variables?.map(({ name }) => name)];
};

interface Drawn {
  greeting?: string;
  prompt?: string;
  extraction_variables?: { name: string }[];
}

/** Changes of name and variables that somebody else has saved are put into the form, and shown, before they are saved over. */
const expectSettingsOfTwo = async (page: Page, client: DemoClient, agentId: number): Promise<void> => {
  const path = `/workflows/${agentId}`;
  await client.put(path, { template_context_variables: { tries: 3, house: "Nord 1\nFloor = 2", open: "nine" } });
  await page.reload();
  const dialog = page.getByRole("dialog", { name: "Name and variables" });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Name and variables" }).click();
  const variables = dialog.getByRole("textbox", { name: "Variables" });
  expect(await variables.inputValue()).toContain("house = Nord 1\n  Floor = 2");
  await variables.fill("tries = 3\nhouse = Nord 1\n  Floor = 2\nopen = ten");
  const theirs = { tries: 3, house: "West 1\n\nFloor = 3", open: "nine" };
  await client.put(path, { name: "Front desk", template_context_variables: theirs });
  await dialog.getByRole("button", { name: "Save" }).click();
  const saved = dialog.getByRole("region", { name: "What they have saved" });
  await saved.getByText("Front desk").waitFor();
  await saved.getByText("West").waitFor();
  expect(await dialog.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Front desk");
  expect(await variables.inputValue()).toBe("tries = 3\nhouse = West 1\n  \n  Floor = 3\nopen = ten");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await client.get(path)).toMatchObject({
    name: "Front desk",
    template_context_variables: { ...theirs, open: "ten" },
  });
};
