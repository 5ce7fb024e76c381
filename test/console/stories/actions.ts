import { expect, it } from "@jest/globals";
import { respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { holdTimers, letTimersGo } from "../held-time.ts";
import { makeAskingAgent, makeBookingTool, sayTo } from "./asking.ts";
import { expectFlawless } from "./expectations.ts";
import { goTo, type StoryRig, seeing } from "./rig.ts";

export const actionStories = (rig: () => StoryRig): void => {
  it.concurrent("confirms an action, takes that back before it is sent, confirms it again and undoes it afterwards", async () => {
    const restaurant = await startHttpReceiver();
    restaurant.answer = (_request, response) => respond(response, 201, { id: 17 });
    const sent = () => restaurant.requests.map(({ method, url }) => `${method} ${url}`);
    let talk = "";
    const opened = await rig().openAsOwner({
      watch: (page) => holdTimers(page, [5_000]),
      rows: async (client) => {
        const tool = await makeBookingTool(client, restaurant.url.replace("127.0.0.1", "localhost"));
        talk = await sayTo(client, await makeAskingAgent(client, [tool]), "I want a table");
      },
    });
    const { page, client } = opened;
    await goTo(page, "Inbox");
    await page.getByRole("heading", { name: "A table for two" }).waitFor();
    await page.getByText("Monday").waitFor();
    await expectFlawless(opened);
    await page.keyboard.press("a");
    await page.getByText("Confirmed. It is sent in a moment.").first().waitFor();
    await seeing(page.getByText("Taken back: it is open again"), () => page.keyboard.press("u"));
    await page.getByRole("link", { name: /A table for two/ }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(sent()).toEqual([]);
    await letTimersGo(page);
    await waitUntil("the agent says that it is done", async () =>
      JSON.stringify(await client.get(talk)).includes("Your table is booked."),
    );
    expect(sent()).toEqual(["POST /"]);
    await page.getByRole("link", { name: "Decided" }).click();
    await page.getByRole("link", { name: /A table for two/ }).click();
    await page.getByRole("button", { name: "Undo it" }).click();
    await page.getByText("Taken back afterwards").first().waitFor();
    await waitUntil("it is undone", () => sent().includes("DELETE /17"));
    await expectFlawless(opened);
    await opened.close();
    await restaurant.close();
  });
};
