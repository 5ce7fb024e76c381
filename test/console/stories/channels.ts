import type { ServerResponse } from "node:http";
import { it } from "@jest/globals";
import { startChatServer } from "../../infra/models/chat-server.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig } from "./rig.ts";

export const channelStories = (rig: () => StoryRig): void => {
  it.concurrent("asks the assistant, whose reply comes in the thread", async () => {
    const opened = await rig().openAsOwner();
    const { page } = opened;
    await goTo(page, "Channels");
    await page.getByText("The assistant looks things up in your organization").waitFor();
    await expectFlawless(opened);
    await page.getByLabel("Write to Assistant").fill("How many calls today?");
    await page.getByRole("button", { name: "Send" }).click();
    const posts = page.getByRole("list", { name: "Thread", exact: true }).getByRole("listitem");
    await posts.filter({ hasText: "Ada Example" }).getByText("How many calls today?").waitFor();
    // Its post, not the draft of it: that one has no time.
    await posts.filter({ hasText: "Assistant" }).locator("time").waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await opened.close();
  });

  it.concurrent("shows the reply that forms again when the page is loaded anew in the middle of it", async () => {
    const model = await startSlowModel();
    const llm = { provider: "openai", model: "a-model", base_url: model.baseUrl, api_key: "a key" };
    const opened = await rig().openAsOwner({
      rows: (client) => client.put("/organizations/model-configurations/v2", { llm }),
    });
    const { page } = opened;
    await goTo(page, "Channels");
    await page.getByLabel("Write to Assistant").fill("Good morning!");
    await page.getByRole("button", { name: "Send" }).click();
    const posts = page.getByRole("list", { name: "Thread", exact: true }).getByRole("listitem");
    const forming = posts.filter({ hasNot: page.locator("time") }).getByText("It is a fine");
    await forming.waitFor();
    await page.reload();
    await forming.waitFor();
    model.finish();
    await posts
      .filter({ has: page.locator("time") })
      .getByText(/^It is a fine, fine.* day\.$/)
      .waitFor();
    await opened.close();
    await model.close();
  });

  it.concurrent("writes with the agent of a channel, in a thread that is found again", async () => {
    const opened = await rig().openAsOwner({ rows: (client) => makeTalkingAgent(client, { name: "Reception" }) });
    const { page } = opened;
    await goTo(page, "Channels");
    await page.getByRole("button", { name: "New channel" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Front desk");
    await page.getByRole("dialog").getByRole("button", { name: "New channel" }).click();
    await page.getByRole("heading", { name: "Front desk", level: 2 }).waitFor();
    await page.getByText("Nobody is in it yet").waitFor();
    await page.getByRole("button", { name: "People and agents" }).click();
    const members = page.getByRole("dialog", { name: "People and agents" });
    await members.getByRole("checkbox", { name: "Reception" }).click();
    await members.getByRole("checkbox", { name: "Ada Example" }).click();
    await expectFlawless(opened);
    await members.getByRole("button", { name: "Save" }).click();
    await page.getByText("Reception, Ada Example").waitFor();
    await page.getByLabel("Write to Front desk").fill("@Reception who are you?");
    await page.getByRole("button", { name: "Send" }).click();
    const posts = page.getByRole("list", { name: "Thread", exact: true }).getByRole("listitem");
    await posts.filter({ hasText: "Ada Example" }).getByText("@Reception who are you?").waitFor();
    await posts.filter({ hasText: "Reception", hasNotText: "Ada Example" }).locator("time").waitFor();
    await expectFlawless(opened);
    await page.getByRole("link", { name: "All threads" }).click();
    await page.getByRole("list", { name: "Threads" }).getByText("2 posts").waitFor();
    await opened.close();
  });
};

/** A model that goes on with its reply until it is told to finish, and never pauses for long. */
const startSlowModel = async () => {
  const chat = await startChatServer();
  const finished = Promise.withResolvers<void>();
  chat.answers.push(async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    say(response, "It is a fine, fine");
    const going = setInterval(() => say(response, ", fine"), 500);
    await finished.promise;
    clearInterval(going);
    say(response, " day.", "stop");
    response.end("data: [DONE]\n\n");
  });
  return {
    // By name: the literal address stays refused, as for organizations.
    baseUrl: chat.baseUrl.replace("127.0.0.1", "localhost"),
    finish: () => finished.resolve(),
    close: () => chat.close(),
  };
};

const say = (response: ServerResponse, content: string, finish_reason: string | null = null): void => {
  const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
  response.write(
    `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`,
  );
};
