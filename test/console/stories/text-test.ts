import { expect, it } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { type DemoClient, readNumber, readText } from "../../../infra/local/demo/demo-client.ts";
import { respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import type { StoryRig } from "./rig.ts";

export const textTestStories = (rig: () => StoryRig): void => {
  it.concurrent("takes a test in text back to an earlier turn, and shows afterwards what the agent used and gathered", async () => {
    const desk = await startHttpReceiver();
    desk.answer = (_request, response) => respond(response, 200, { found: true });
    let agentId = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        agentId = await makeBookingAgent(client, desk.url.replace("127.0.0.1", "localhost"));
      },
    });
    const { page } = opened;
    const url = rig().stack.running.addresses.console ?? "";
    await page.goto(`${url}agents/${agentId}`);
    await page.getByRole("button", { name: "Test in text" }).click();
    const [begun] = await Promise.all([
      page.waitForResponse("**/text-chat/sessions"),
      page.getByRole("button", { name: "Start the conversation" }).click(),
    ]);
    const runId = readNumber(await begun.json(), "workflow_run_id");
    const test = page.getByRole("complementary", { name: "Test in text" });
    const lit = page.getByRole("region", { name: "Conversation graph" }).locator("[aria-current=step]");
    await test.getByText("Hello, how can I help you?").waitFor();
    const decision = test.getByText("took the decision “another time”");
    await say(test, "Please look up my order");
    await test.getByText("used the tool “look up”").waitFor();
    await say(test, "I want another time");
    await decision.waitFor();
    await lit.getByText("Ask the day").waitFor();
    await expectFlawless(opened);
    // Later turns are gone, and the conversation is in its step again.
    const turn = test.getByRole("listitem").filter({ hasText: "Please look up my order" });
    await turn.getByRole("button", { name: "Go back to here" }).click();
    await decision.waitFor({ state: "hidden" });
    await test.getByText("I want another time").waitFor({ state: "hidden" });
    await lit.getByText("Greeting").waitFor();
    await say(test, "Sorry, I do want another time");
    await decision.waitFor();
    await lit.getByText("Ask the day").waitFor();
    await say(test, "The day is Monday");
    await test.getByText("The conversation is over.").waitFor();
    await fact(test.getByRole("region", { name: "Gathered so far" }), "day")
      .getByText("Monday")
      .waitFor();
    // Among the calls it is what it is, by its name and its state.
    await page.goto(`${url}calls`);
    await page.getByRole("row", { name: /^Text test Over Booking In text/ }).waitFor();
    await expectFoundByWords(page);
    await expectFlawless(opened);
    await page.getByRole("link", { name: "Text test" }).click();
    await page.getByRole("heading", { name: "Text test", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/calls/${agentId}/${runId}`);
    await expectUsedAndGathered(page);
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await opened.close();
    await desk.close();
  });
};

const say = async (test: Locator, words: string): Promise<void> => {
  await test.getByRole("textbox", { name: "Say something" }).fill(words);
  await test.getByRole("button", { name: "Send" }).click();
};

const fact = (part: Locator, name: string): Locator =>
  part.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");

/** What was said leads to its place; what nobody said, or was taken back, leads nowhere. */
const expectFoundByWords = async (page: Page): Promise<void> => {
  const search = page.getByRole("searchbox", { name: "Was said" });
  await search.fill("I want another helicopter");
  await search.fill("Monday");
  const found = page.getByRole("list", { name: "Calls in which it was said" }).getByRole("listitem");
  await found.getByText("The day is Monday").waitFor();
  await found.getByRole("link", { name: "Text test" }).click();
  await page.getByRole("listitem").and(page.locator(":focus")).getByText("The day is Monday").waitFor();
  await page.goBack();
  await search.fill("zeppelin");
  await page.getByRole("heading", { name: "Nobody said that" }).waitFor();
  await search.fill("");
  await page.getByRole("row", { name: /^Text test Over Booking In text/ }).waitFor();
};

const expectUsedAndGathered = async (page: Page): Promise<void> => {
  const timeline = page.getByRole("region", { name: "Timeline", exact: true });
  await timeline.getByText("Tool used: look up").waitFor();
  await timeline.getByText("Way taken: another time").last().waitFor();
  await timeline.getByText("The last words were taken back").waitFor();
  // Beside the value are the person's own words, which lead to their place.
  const day = fact(page.getByRole("region", { name: "What the agent gathered" }), "day");
  await day.getByText("The day is Monday").waitFor();
  await day.getByRole("button", { name: "Show the words that say day" }).click();
  await page.getByRole("listitem").filter({ hasText: "The day is Monday" }).and(page.locator(":focus")).waitFor();
  // Neither the API's own keys among what was gathered, nor facts that only what is dialled has.
  const terms = await page.getByRole("term").allInnerTexts();
  expect(terms.filter((term) => /_|^(Attempt|Answered|Direction|Carrier)$/.test(term))).toEqual([]);
};

/** Makes an agent that looks something up at this address, and writes a day down in its second step; returns its id. */
const makeBookingAgent = async (client: DemoClient, url: string): Promise<number> => {
  const tool = await client.post("/tools/", {
    name: "Look up",
    description: "Looks the order up",
    definition: { type: "http_api", config: { method: "GET", url } },
  });
  const start = {
    prompt: "Help them.",
    greeting: "Hello, how can I help you?",
    tool_uuids: [readText(tool, "tool_uuid")],
  };
  const ask = {
    prompt: "Ask which day suits them.",
    extraction_enabled: true,
    extraction_variables: [{ name: "day", type: "string", prompt: "The day" }],
  };
  const step = (type: string, data: { name: string; prompt: string }, y: number) => ({
    id: data.name.toLowerCase().replaceAll(" ", "-"),
    type,
    position: { x: 0, y },
    data,
  });
  const agent = await client.post("/workflows/create/definition", {
    name: "Booking",
    workflow_definition: {
      nodes: [
        step("startCall", { name: "Greeting", ...start }, 0),
        step("agentNode", { name: "Ask the day", ...ask }, 200),
        step("endCall", { name: "Goodbye", prompt: "Say goodbye." }, 400),
      ],
      edges: [
        edge("greeting", "ask-the-day", { label: "Another time", condition: "They want another time." }),
        edge("ask-the-day", "goodbye", { label: "Day named", condition: "They have named a day." }),
      ],
    },
  });
  const id = readNumber(agent, "id");
  await client.post(`/workflows/${id}/publish`);
  return id;
};

const edge = (source: string, target: string, data: { label: string; condition: string }) => ({
  id: `${source}-${target}`,
  source,
  target,
  data,
});
