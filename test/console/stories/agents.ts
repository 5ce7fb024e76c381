import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { type DemoClient, readObject } from "../../../infra/local/demo/demo-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { expectFlawless } from "./expectations.ts";
import { chooseByKey, goByPalette, pressByKey, tabTo, typeInto } from "./keyboard.ts";
import { makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig, seeing, seeingSaved } from "./rig.ts";

export const agentStories = (rig: () => StoryRig): void => {
  it.concurrent("lets an agent be built by keyboard alone: steps, decisions, undo, publication", async () => {
    const opened = await rig().openAsOwner();
    const { page, client } = opened;
    await makeAgentByKey(page);
    const panel = page.getByRole("complementary");
    const addStep = page.getByRole("button", { name: "Add a step" });
    await chooseByKey(page, addStep, page.getByRole("menuitem", { name: "Step", exact: true }));
    await typeInto(page, panel.getByRole("textbox", { name: /^Name/ }), "Ask the day");
    await typeInto(page, panel.getByRole("textbox", { name: /^Prompt/ }), "Ask which day suits them.");
    await chooseByKey(page, addStep, page.getByRole("menuitem", { name: "Webhook", exact: true }));
    const webhook = page.getByRole("complementary", { name: "Webhook: Webhook" });
    await webhook.waitFor();
    await page.keyboard.press("Control+z");
    await webhook.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+Shift+z");
    await webhook.waitFor();
    await page.keyboard.press("Control+z");
    await webhook.waitFor({ state: "hidden" });
    await connectByKey(page, { from: "Greeting", to: "Ask the day", when: "They want another day." });
    await connectByKey(page, { from: "Ask the day", to: "Goodbye", when: "They have named a day." });
    await pressByKey(page, page.getByRole("button", { name: "Arrange" }));
    await expectFlawless(opened);
    await seeing(page.getByText("The draft is saved").first(), () => page.keyboard.press("Control+s"));
    const publish = page.getByRole("button", { name: "Publish" });
    // It can have the focus while it cannot be pressed.
    await publish.and(page.locator(':not([aria-disabled="true"])')).waitFor();
    await pressByKey(page, publish);
    await pressByKey(page, page.getByRole("dialog").getByRole("button", { name: "Publish" }));
    await page.getByText("Published 2").waitFor();
    expect(await drawnAgent(client, page)).toEqual({
      // The conversation reads downwards.
      steps: ["Greeting", "Ask the day", "Goodbye"],
      decisions: ["Done", "They want another day", "They have named a day"],
    });
    await opened.close();
  });

  it.concurrent("asks before unsaved work is left: a graph, a form, a dialog", async () => {
    const opened = await rig().openAsOwner({ rows: (client) => makeTalkingAgent(client, { name: "Reception" }) });
    const { page } = opened;
    const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
    const stay = () => leaving.getByRole("button", { name: "Keep it" }).click();
    const leave = () => leaving.getByRole("button", { name: "Leave" }).click();
    const away = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Campaigns" });
    await goTo(page, "Agents");
    await page.getByRole("link", { name: "Reception" }).click();
    await page.getByText("Say goodbye.").click();
    await page.getByRole("textbox", { name: "Prompt" }).fill("Wish a nice day.");
    await page.getByText("Not saved").waitFor();
    await away.click();
    await expectFlawless(opened);
    await stay();
    await leaving.waitFor({ state: "hidden" });
    expect(await page.getByRole("textbox", { name: "Prompt" }).inputValue()).toBe("Wish a nice day.");
    await away.click();
    await leave();
    await page.getByRole("heading", { name: "Campaigns", level: 1 }).waitFor();
    await goTo(page, "Settings");
    const atATime = page.getByLabel("Calls at a time");
    await atATime.fill("13");
    await away.click();
    await stay();
    await leaving.waitFor({ state: "hidden" });
    expect(await atATime.inputValue()).toBe("13");
    await seeingSaved(page, () => page.getByRole("button", { name: "Save" }).first().click());
    // A saved graph is left without a question.
    await goTo(page, "API keys");
    await page.getByRole("button", { name: "New key" }).click();
    const name = page.getByRole("dialog").getByLabel("What it is for");
    await name.fill("Nightly import");
    await page.keyboard.press("Escape");
    await stay();
    await leaving.waitFor({ state: "hidden" });
    expect(await name.inputValue()).toBe("Nightly import");
    await page.keyboard.press("Escape");
    await leave();
    await name.waitFor({ state: "hidden" });
    await opened.close();
  });
};

/** Says what the variables of the open agent stand for, one a line. */
export const giveVariables = async (page: Page, lines: string): Promise<void> => {
  const dialog = page.getByRole("dialog", { name: "Name and variables" });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Name and variables" }).click();
  await dialog.getByRole("textbox", { name: "Variables" }).fill(lines);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
};

/** Brings a former version of the open agent back as its draft. */
export const restoreVersion = async (page: Page, version: number): Promise<void> => {
  const dialog = page.getByRole("dialog", { name: "Versions" });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Versions" }).click();
  const former = dialog.getByRole("listitem").filter({ hasText: `Version ${version}` });
  await former.getByRole("button", { name: "Restore this version as the draft" }).click();
  await page.getByText("Not saved").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Save the draft" }).click();
};

const makeAgentByKey = async (page: Page): Promise<void> => {
  await goByPalette(page, "agents", /^Agents/);
  await page.getByRole("heading", { name: "Agents", level: 1 }).waitFor();
  await pressByKey(page, page.getByRole("button", { name: "New agent" }));
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByLabel("Name"), "Front desk");
  await pressByKey(page, dialog.getByRole("button", { name: "Create" }));
  await page.getByText("It is published.").waitFor();
};

/** Adds a step from the menu, drags a decision to it, arranges the graph, and takes all of that back. */
export const drawByMouse = async (page: Page): Promise<void> => {
  const graph = page.getByRole("region", { name: "Conversation graph" });
  const point = (step: string, kind: "source" | "target") =>
    graph.getByRole("group", { name: step, exact: true }).locator(`.react-flow__handle.${kind}`);
  const view = () => graph.locator(".react-flow__viewport").getAttribute("style");
  const closer = await view();
  await page.getByRole("button", { name: "Add a step" }).click();
  await page
    .getByRole("menuitem", { disabled: true })
    .getByText("It already has one, and cannot have more")
    .first()
    .waitFor();
  await page.getByRole("menuitem", { name: "Step", exact: true }).click();
  await page.getByRole("complementary", { name: /: Step$/ }).waitFor();
  // The view moves once the new step is measured; pressed before that, the mouse would miss the point.
  await waitUntil("all steps are in view", async () => (await view()) !== closer);
  await point("Greeting", "source").dragTo(point("Step", "target"));
  await page.getByRole("complementary", { name: /^Decision: / }).waitFor();
  // Where the step lies in the graph, which moves by itself to show all of it.
  const place = () => graph.getByRole("group", { name: "Step", exact: true }).evaluate(({ style }) => style.transform);
  const before = await place();
  await page.getByRole("button", { name: "Arrange" }).click();
  await waitUntil("the steps are arranged", async () => (await place()) !== before);
  for (let undone = 0; undone < 3; undone += 1) {
    await page.getByRole("button", { name: "Undo (Ctrl Z)" }).click();
  }
  await page.getByText("Not saved").waitFor({ state: "hidden" });
  await graph.getByRole("group", { name: "Step", exact: true }).waitFor({ state: "hidden" });
};

interface Decision {
  from: string;
  to: string;
  when: string;
}

const connectByKey = async (page: Page, { from, to, when }: Decision): Promise<void> => {
  const graph = page.getByRole("region", { name: "Conversation graph" });
  await pressByKey(page, graph.getByRole("group", { name: from, exact: true }));
  const panel = page.getByRole("complementary", { name: new RegExp(`: ${from}$`) });
  const target = panel.getByRole("combobox", { name: "Add a decision to" });
  await target.waitFor();
  if ((await target.innerText()) !== to) {
    await chooseByKey(page, target, page.getByRole("option", { name: to, exact: true }));
  }
  await pressByKey(page, panel.getByRole("button", { name: "Add", exact: true }));
  // The keyboard is in the new decision at once.
  const decision = page.getByRole("complementary", { name: /^Decision: / });
  await decision.getByLabel("Label").and(page.locator(":focus")).waitFor();
  await typeInto(page, decision.getByLabel("Label"), when.slice(0, -1));
  await typeInto(page, decision.getByLabel("Condition"), when);
  await tabTo(page, decision.getByLabel("Said on the way"));
};

/** Returns the published steps from the top of the graph down, and the decisions in the order in which they were made. */
const drawnAgent = async (client: DemoClient, page: Page): Promise<{ steps: string[]; decisions: string[] }> => {
  const [agentId] = /\d+$/.exec(new URL(page.url()).pathname) ?? [];
  const definition = readObject(await client.get(`/workflows/${agentId}`), "definition");
  const { nodes, edges }: { nodes: Drawn[]; edges: Drawn[] } = JSON.parse(JSON.stringify(definition));
  const downwards = nodes.toSorted((a, b) => (a.position?.y ?? 0) - (b.position?.y ?? 0));
  return {
    steps: downwards.map(({ data }) => data.name ?? ""),
    decisions: edges.map(({ data }) => data.label ?? ""),
  };
};

interface Drawn {
  position?: { y: number };
  data: { name?: string; label?: string };
}
