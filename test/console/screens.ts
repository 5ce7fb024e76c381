import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { importExample, makeAgent, signUp, startCampaign } from "./person.ts";
import { makeAskingAgent, sayTo } from "./stories/asking.ts";
import { NUMBER, placeRecordedCall } from "./stories/recorded-call.ts";
import { goTo, openRig } from "./stories/rig.ts";

const FOLDER = join(import.meta.dirname, "../../docs/console");

/** Writes a picture of every screen into docs/console, in both colour schemes, from a platform that really dials. */
const main = async (): Promise<void> => {
  mkdirSync(FOLDER, { recursive: true });
  const rig = await openRig();
  try {
    const { page } = await rig.open({ viewport: { width: 1280, height: 800 } });
    const picture = async (name: string) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) });
      }
      console.log(name);
    };
    const go = async (name: string) => {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1 }).first().waitFor();
    };
    await page.getByRole("heading", { name: "Log in to Ringdown" }).waitFor();
    await picture("sign-in");
    const person = await signUp(page);
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await picture("first-steps");
    await goTo(page, "Marketplace");
    await page.getByRole("heading", { name: "Every agent on the shelf" }).waitFor();
    await picture("marketplace");
    await page.getByRole("link", { name: "Hire Order status" }).click();
    await page.getByLabel("What it is called").waitFor();
    await picture("hire");
    await makeAgent(page, "Appointment reminder");
    await page.getByRole("button", { name: "Test in text" }).click();
    await page.getByRole("button", { name: "Start the talk" }).click();
    await page.getByRole("complementary").getByText("this is a reminder of your appointment").waitFor();
    await picture("agent");
    await importExample(page);
    await picture("import");
    await startCampaign(page, "November reminders", () => picture("new-campaign"));
    await page.getByRole("status").getByText("Live").waitFor();
    await page.getByRole("heading", { name: "Outcomes" }).waitFor();
    await page.getByRole("cell", { name: "Answered" }).nth(2).waitFor();
    await picture("campaign");
    await go("Campaigns");
    await page.getByRole("link", { name: "November reminders" }).waitFor();
    await picture("campaigns");
    await go("Calls");
    await page.getByRole("link", { name: /^\+1/ }).first().waitFor();
    await picture("calls");
    await page
      .getByRole("row", { name: /Answered/ })
      .getByRole("link")
      .first()
      .click();
    await page.getByRole("heading", { name: "About the call" }).waitFor();
    await picture("call");
    const client = await rig.client(person);
    await placeRecordedCall(rig, client);
    await go("Calls");
    await page.getByRole("link", { name: NUMBER }).click();
    await page.getByRole("list", { name: "The way through the agent" }).getByText("Greeting").waitFor();
    await page.getByRole("slider", { name: "Where the recording is" }).press("End");
    await page.locator("[aria-current=true]").last().waitFor();
    await picture("recording");
    await go("Channels");
    await page.getByLabel("Write to Assistant").fill("How many calls today?");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("list", { name: "Thread", exact: true }).locator("time").nth(1).waitFor();
    await picture("channels");
    await page.getByRole("button", { name: "Appearance and account" }).click();
    await page.getByRole("menuitem", { name: "Your account" }).click();
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await picture("your-account");
    const agentId = await makeAskingAgent(client);
    for (const words of ["Do I get a discount?", "The wrong prompt, I think", "Please look it up"]) {
      await sayTo(client, agentId, words);
    }
    await goTo(page, "Inbox");
    await page.getByText("3 requests").waitFor();
    await page.getByRole("link", { name: /People ask for the price/ }).click();
    await page.getByText("Say the price first.").waitFor();
    await picture("inbox");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
    await page.getByText("On a call").or(page.getByText("Free")).first().waitFor();
    await picture("home");
    const rest = [
      "Contacts",
      "Do not call",
      "Agents",
      "Models",
      "Carriers",
      "Team",
      "Connected apps",
      "Usage and budget",
      "Settings",
    ];
    for (const name of rest) {
      await go(name);
      await picture(name.toLowerCase().replaceAll(" ", "-"));
    }
    await go("Carriers");
    await page.getByRole("link", { name: "Simulator" }).click();
    await page.getByRole("heading", { name: "What it needs" }).waitFor();
    await picture("carrier");
  } finally {
    await rig.close();
  }
};

await main();
