import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { type DemoClient, readNumber } from "../../../infra/local/demo/demo-client.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { expectCounts, expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { type StoryRig, seeing } from "./rig.ts";

const GREETED = "Hello {{name}}, this is Mira.";
/** It forgets the name of the person, which the scenario expects. */
const BROKEN = "Good day.";

export const rehearsalStories = (rig: () => StoryRig): void => {
  it.concurrent("makes a scenario, sees a rehearsal go red at the step that fails, and publishes once it is green", async () => {
    let agentId = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        agentId = await makeReception(client);
      },
    });
    const { page, client } = opened;
    const agentAddress = `${rig().stack.running.addresses.console ?? ""}agents/${agentId}`;
    await page.goto(agentAddress);
    await page.getByRole("link", { name: "Rehearsals" }).click();
    await page.getByRole("heading", { name: "No scenario yet" }).waitFor();
    await expectFlawless(opened);
    await page.getByRole("link", { name: "New scenario" }).click();
    await fillScenario(page);
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("row", { name: "Books for Friday 2 lines 3 checks 2 Must be green" }).waitFor();
    await page.getByRole("switch", { name: "Publishing needs a rehearsal" }).click();
    await page.getByText("Saved", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Rehearse" }).click();
    await page.getByText("2 conversations, free of charge with the built-in model").waitFor();
    await expectFlawless(opened);
    await page.getByRole("dialog").getByRole("button", { name: "Rehearse" }).click();
    await page.getByRole("heading", { name: "Rehearsal of version 1", level: 1 }).waitFor();
    await page.getByText("All green", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Run 2: Green" }).click();
    const conversation = page.getByRole("region", { name: "Conversation", exact: true });
    await conversation.getByText("I want to book an appointment.").waitFor();
    await conversation.getByText("Way taken: Book appointment").waitFor();
    await conversation.getByText('The agent says "Hello Ada"').waitFor();
    await expectFlawless(opened);
    await expectCounts(page);
    // Broken, it is not published before it is rehearsed, and not while it is red.
    await draft(client, agentId, BROKEN);
    await page.goto(agentAddress);
    const refusal = page.getByRole("dialog").getByRole("alert");
    await publish(page);
    await refusal.getByText("This version has to be rehearsed first").waitFor();
    await refusal.getByText("Not rehearsed with this version: Books for Friday").waitFor();
    await expectFlawless(opened);
    await refusal.getByRole("link", { name: "Rehearse" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rehearse" }).click();
    await page.getByText("Not all green", { exact: true }).waitFor();
    await fact(page, "Became red").getByText("Books for Friday").waitFor();
    const failed = conversation.getByRole("listitem").filter({ hasText: "It never said that" });
    await failed.getByText("Not as expected").waitFor();
    await failed.getByRole("button", { name: "Show the step Goodbye" }).click();
    await conversation.locator("li[aria-current=step]").getByText("Goodbye").waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.goto(agentAddress);
    await publish(page);
    await refusal.getByText("The last rehearsal of this version is red").waitFor();
    await refusal.getByText('Books for Friday: The agent says "Hello Ada" (It never said that)').first().waitFor();
    await expectFlawless(opened);
    await refusal.getByRole("link", { name: "Read the conversation" }).first().click();
    await failed.first().waitFor();
    // Mended, what was red is rehearsed again, and the version is published.
    await draft(client, agentId, `${GREETED} How are you?`);
    await page.getByRole("button", { name: "Run again what is red" }).click();
    await page.getByText("All green", { exact: true }).waitFor();
    await fact(page, "Became green").getByText("Books for Friday").waitFor();
    const [report] = await Promise.all([
      page.waitForEvent("download"),
      (async () => {
        await page.getByRole("button", { name: "More" }).click();
        await page.getByRole("menuitem", { name: "As JUnit" }).click();
      })(),
    ]);
    expect(report.suggestedFilename()).toMatch(/^rehearsal-\d+\.xml$/);
    await page.goto(agentAddress);
    await publish(page);
    await page.getByText("Published 2").waitFor();
    await opened.close();
  });

  it.concurrent("makes a scenario from a conversation, breaks the agent, sees it red, mends it and publishes", async () => {
    let [agentId, runId] = [0, 0];
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        agentId = await makeReception(client);
        runId = await holdConversation(client, agentId);
        await client.put(`/workflows/${agentId}`, { publish_needs_rehearsal: true });
      },
    });
    const { page } = opened;
    const console = rig().stack.running.addresses.console ?? "";
    await page.goto(`${console}calls/${agentId}/${runId}`);
    await page.getByRole("button", { name: "Make a scenario" }).click();
    await page.getByRole("heading", { name: `From run ${runId}`, level: 1 }).waitFor();
    const first = page.getByRole("group", { name: "Line 1" }).getByRole("textbox", { name: /^Words/ });
    expect(await first.inputValue()).toBe("I want to book an appointment.");
    await expectFlawless(opened);
    // A persona is played by a model, which this organization has not: that is said, and what was typed stays.
    await page.getByRole("combobox", { name: "Caller", exact: true }).click();
    await page.getByRole("option", { name: "Is played by a model" }).click();
    await page.getByRole("combobox", { name: "A persona ready to use" }).click();
    await page.getByRole("option", { name: "In a hurry" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("alert").getByText("A persona is played by a language model").waitFor();
    await expectFlawless(opened);
    page.once("dialog", (question) => void question.accept());
    await page.reload();
    await changeGreeting(page, { console, agentId, from: GREETED, to: "Hello {{name}}, I am a real person." });
    await publish(page);
    await page.getByRole("dialog").getByRole("link", { name: "Rehearse" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rehearse" }).click();
    await page.getByText("Not all green", { exact: true }).waitFor();
    const failed = page.getByRole("listitem").filter({ hasText: "It said that it is a person" });
    await failed.getByRole("button", { name: "Show the step Greeting" }).waitFor();
    await page.locator("li[aria-current=step]").getByText("Greeting").waitFor();
    const red = page.url();
    const mended = "Hello {{name}}, this is Mira!";
    await changeGreeting(page, { console, agentId, from: "Hello {{name}}, I am a real person.", to: mended });
    await page.goto(red);
    await page.getByRole("button", { name: "Run again what is red" }).click();
    await page.getByText("All green", { exact: true }).waitFor();
    await page.goto(`${console}agents/${agentId}`);
    await publish(page);
    await page.getByText("Published 2").waitFor();
    await opened.close();
  });

  it.concurrent("changes a scenario, and what its fields leave keeps its type and its second", async () => {
    const address = { agent: 0, scenario: 0 };
    const context = { name: "Ada", age: 41, member: true, order: { id: 7, items: ["tea"] }, visits: 3, zip: "01067" };
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        address.agent = await makeReception(client);
        const caller = { kind: "scripted", lines: [{ hang_up: true }] };
        const scenario = { name: "Typed", caller, context, now: "2026-11-02T10:00:30Z" };
        address.scenario = readNumber(await client.post(`/workflows/${address.agent}/scenarios`, scenario), "id");
      },
    });
    const { page, client } = opened;
    const path = `${address.agent}/scenarios/${address.scenario}`;
    await page.goto(`${rig().stack.running.addresses.console ?? ""}agents/${path}`);
    await page.getByLabel("Name required").fill("Typed anew");
    const field = page.getByRole("textbox", { name: /^Variables/ });
    const shown = await field.inputValue();
    expect(shown).toContain("age = 41");
    await field.fill(shown.replace("visits = 3", "visits = 4"));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("row", { name: /Typed anew/ }).waitFor();
    expect(await client.get(`/workflows/${path}`)).toMatchObject({
      name: "Typed anew",
      context: { ...context, visits: 4 },
      now: "2026-11-02T10:00:30Z",
    });
    await opened.close();
  });

  it.concurrent("lets an owner publish without a rehearsal, with a reason that is kept", async () => {
    let agentId = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        agentId = await makeReception(client);
        await client.put(`/workflows/${agentId}`, { publish_needs_rehearsal: true });
        await draft(client, agentId, BROKEN);
      },
    });
    const { page, client } = opened;
    await page.goto(`${rig().stack.running.addresses.console ?? ""}agents/${agentId}`);
    await publish(page);
    const dialog = page.getByRole("dialog");
    await dialog.getByText("No scenario must be green yet: make one, or mark one.").waitFor();
    const override = dialog.getByRole("button", { name: "Publish all the same" });
    await dialog.getByLabel("Reason").fill("too short");
    expect(await override.isDisabled()).toBe(true);
    await dialog.getByLabel("Reason").fill("The greeting was agreed with the practice");
    await override.click();
    await page.getByText("Published 2").waitFor();
    const events = JSON.stringify(await client.get(`/timeline?workflow_id=${agentId}`));
    expect(events).toContain("The greeting was agreed with the practice");
    await opened.close();
  });

  it.concurrent("pauses a rehearsal, goes on with it and cancels it, in German", async () => {
    let agentId = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        agentId = await makeReception(client);
        const caller = { kind: "scripted", lines: [{ say: "Hello?" }, { silence_seconds: 600 }] };
        for (let number = 1; number <= 20; number += 1)
          await client.post(`/workflows/${agentId}/scenarios`, { name: `Waits ${number}`, caller, runs: 10 });
      },
    });
    const { page } = opened;
    await page.evaluate("localStorage.setItem('language', 'de')");
    await page.goto(`${rig().stack.running.addresses.console ?? ""}agents/${agentId}/rehearsals?start=true`);
    await page.getByRole("dialog").getByRole("button", { name: "Proben" }).click();
    await page.getByRole("heading", { name: "Probe von Version 1", level: 1 }).waitFor();
    await seeing(page.getByText("Kein weiteres Gespräch beginnt"), () =>
      page.getByRole("button", { name: "Anhalten" }).click(),
    );
    await expectFlawless(opened);
    await page.getByRole("button", { name: "Fortsetzen" }).click();
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Abbrechen" }).click();
    await page.getByText("Abgebrochen", { exact: true }).waitFor();
    await page
      .getByRole("link", { name: /^Durchgang 10: Nicht gespielt$/ })
      .first()
      .waitFor();
    await opened.close();
  });
};

const makeReception = async (client: DemoClient): Promise<number> => {
  const agent = await client.post("/workflows/create/definition", {
    name: "Reception",
    workflow_definition: receptionDefinition({ start: { greeting: GREETED } }),
  });
  const id = readNumber(agent, "id");
  await client.post(`/workflows/${id}/publish`);
  return id;
};

/** A conversation in writing to its end; returns its run. */
const holdConversation = async (client: DemoClient, agentId: number): Promise<number> => {
  const sessions = `/workflows/${agentId}/text-chat/sessions`;
  const session = await client.post(sessions, { initial_context: { name: "Ada" } });
  const runId = readNumber(session, "workflow_run_id");
  for (const text of ["I want to book an appointment.", "Friday. That is all, we are finished."])
    await client.post(`${sessions}/${runId}/messages`, { text });
  return runId;
};

interface GreetingChange {
  console: string;
  agentId: number;
  from: string;
  to: string;
}

/** By hand, in the graph; the draft is saved. */
const changeGreeting = async (page: Page, { console, agentId, from, to }: GreetingChange): Promise<void> => {
  await page.goto(`${console}agents/${agentId}`);
  await page.getByText(from, { exact: true }).click();
  await page
    .getByRole("complementary")
    .getByRole("textbox", { name: /^Greeting/ })
    .fill(to);
  await page.keyboard.press("Control+s");
  await page.getByText("Draft 2", { exact: true }).waitFor();
};

const draft = (client: DemoClient, agentId: number, greeting: string) =>
  client.put(`/workflows/${agentId}`, { definition: receptionDefinition({ start: { greeting } }) });

const fact = (page: Page, name: string) =>
  page
    .getByRole("term")
    .and(page.getByText(name, { exact: true }))
    .locator("xpath=following-sibling::dd");

const publish = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
};

/** A caller who books for Friday, what is expected, and the variables of the call. */
const fillScenario = async (page: Page): Promise<void> => {
  const line = (number: number) => page.getByRole("group", { name: `Line ${number}` });
  const check = (number: number) => page.getByRole("group", { name: `Check ${number}` });
  await page.getByLabel("Name required").fill("Books for Friday");
  await line(1)
    .getByRole("textbox", { name: /^Words/ })
    .fill("I want to book an appointment.");
  await page.getByRole("button", { name: "Add a line" }).click();
  await line(2)
    .getByRole("textbox", { name: /^Words/ })
    .fill("Friday. That is all, we are finished.");
  await line(2)
    .getByRole("textbox", { name: /^Only when/ })
    .fill("which day");
  await check(1).getByRole("textbox", { name: /^Text/ }).fill("Hello Ada");
  await page.getByRole("button", { name: "Add a check" }).click();
  await choose(page, { label: "Expected", within: "Check 2", option: "The conversation ends at the step" });
  await check(2).getByRole("combobox", { name: /^Step/ }).fill("Goodbye");
  await page.getByRole("button", { name: "Add a check" }).click();
  await choose(page, { label: "Expected", within: "Check 3", option: "A tool is not called" });
  await check(3).getByRole("combobox", { name: /^Tool/ }).fill("cancel booking");
  await page.getByLabel("Variables of the call").fill("name = Ada");
  await page.getByLabel("Runs").fill("2");
};

const choose = async (page: Page, choice: { label: string; within: string; option: string }): Promise<void> => {
  await page.getByRole("group", { name: choice.within }).getByRole("combobox", { name: choice.label }).click();
  await page.getByRole("option", { name: choice.option, exact: true }).click();
};
