import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type DemoClient, readNumber, readObject, readText } from "../../infra/local/demo/demo-client.ts";
import { importExample, makeAgent, signUp, startCampaign } from "./person.ts";
import { makeAskingAgent, sayTo } from "./stories/asking.ts";
import { NUMBER, placeRecordedCall } from "./stories/recorded-call.ts";
import { goTo, openRig } from "./stories/rig.ts";
import { countRequests, walkTo } from "./stories/walked-page.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, ".cache/console-screens");
/** A few are shown in the guides; they are taken anew, and no other is added. */
const SHOWN = join(ROOT, "docs/console");

/** The screens that a link of the side bar leads to and that need no more. */
const REST = [
  "Contacts",
  "Texts",
  "Do not call",
  "Agents",
  "Tools",
  "Documents",
  "API keys",
  "Models",
  "Carriers",
  "Team",
  "Webhooks",
  "Connected apps",
  "Credentials",
  "Analytics",
  "Usage and budget",
  "Settings",
] as const;

/** The screens that links of mails lead to, and the one that asks for such a mail. */
const LINKS = ["forgot-password", "reset-password", "confirm-sign-up", "accept-invitation"] as const;

/** Something on each of the screens that would else be empty. */
const connectOrganization = async (client: DemoClient): Promise<void> => {
  await client.post("/do-not-call", { phone_numbers: ["+12125550199"], reason: "Asked in writing" });
  await client.post("/users/api-keys", { name: "Nightly import" });
  await client.post("/credentials/", {
    name: "CRM",
    credential_type: "bearer_token",
    credential_data: { token: "a-token-that-nobody-reads-again" },
  });
  await client.post("/organizations/webhooks", { url: "https://hooks.example/ringdown", events: ["call_ended"] });
  await client.post("/tools/", {
    name: "Look up",
    description: "Looks the customer up by their number",
    definition: { type: "http_api", config: { method: "GET", url: "https://crm.example/customers" } },
  });
};

/** Writes a picture of every screen, in both colour schemes, from a platform that really dials. */
const main = async (): Promise<void> => {
  mkdirSync(FOLDER, { recursive: true });
  const rig = await openRig();
  try {
    const opened = await rig.open({ viewport: { width: 1280, height: 800 } }, countRequests);
    const { page } = opened;
    const picture = async (name: string) => {
      // Nothing looks pointed at.
      await page.mouse.move(0, 0);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate("settled()");
        await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) });
      }
      console.log(name);
    };
    await page.getByRole("heading", { name: "Log in to Ringdown" }).waitFor();
    await picture("sign-in");
    for (const link of LINKS) {
      await walkTo(page, `/console/${link}#the-token-of-a-mail`);
      await picture(link);
    }
    await walkTo(page, "/console/sign-in");
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByRole("heading", { name: "Make an account" }).waitFor();
    await picture("sign-up");
    await page.goBack();
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
    await page.getByRole("button", { name: "Start the conversation" }).click();
    await page.getByRole("complementary").getByText("this is a reminder of your appointment").waitFor();
    await picture("agent");
    await importExample(page, () => picture("import-form"));
    await picture("import");
    await startCampaign(page, "November reminders", () => picture("new-campaign"));
    await page.getByRole("status").getByText("Live").waitFor();
    await page.getByRole("heading", { name: "Outcomes" }).waitFor();
    await page.getByRole("cell", { name: "Answered" }).nth(2).waitFor();
    await picture("campaign");
    await page.getByRole("figure", { name: "Where every contact is" }).getByRole("link").first().click();
    await page.getByRole("navigation", { name: "By state" }).getByRole("link", { name: "All", exact: true }).click();
    await page.getByRole("heading", { name: "24 contacts" }).waitFor();
    await picture("campaign-contacts");
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "November reminders" }).waitFor();
    await picture("campaigns");
    await goTo(page, "Calls");
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
    await goTo(page, "Calls");
    await page.getByRole("link", { name: NUMBER }).click();
    await page.getByRole("list", { name: "Steps of the conversation" }).getByText("Greeting").waitFor();
    await page.getByRole("slider", { name: "Position in the recording" }).press("End");
    await page.locator("[aria-current=true]").last().waitFor();
    await picture("recording");
    await goTo(page, "Channels");
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
    await connectOrganization(client);
    for (const name of REST) {
      await goTo(page, name);
      await picture(name.toLowerCase().replaceAll(" ", "-"));
    }
    await goTo(page, "Contacts");
    await page.getByRole("link", { name: "Example contacts" }).click();
    await page.getByRole("group", { name: "Imports" }).waitFor();
    await picture("contact-list");
    await goTo(page, "Marketplace");
    await page
      .getByRole("link", { name: /Help desk/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: /Help desk/ }).waitFor();
    await page.getByRole("button", { name: "The whole call" }).click();
    await picture("pack");
    const hired = await client.post("/agent-templates/satisfaction-survey/create", {
      agent_name: "Robin",
      variables: { business_name: "Example Dental", survey_topic: "the last visit" },
    });
    await walkTo(page, `/console/marketplace/hired/${readNumber(hired, "id")}`);
    await page.getByRole("heading", { name: "Robin works for you" }).waitFor();
    await picture("hired");
    await goTo(page, "Carriers");
    await page.getByRole("link", { name: "Simulator" }).click();
    await page.getByRole("heading", { name: "What it needs" }).waitFor();
    await picture("carrier");
    const run = await client.post(`/workflows/${agentId}/runs`, { mode: "smallwebrtc", name: "A talk" });
    await page.goto(readText(readObject(run, "join"), "page_url"));
    await page.getByRole("button", { name: "Start talking" }).click();
    await page.getByRole("log").getByText("Hello, this is Mira.").waitFor();
    await picture("talk");
    await opened.close();
  } finally {
    await rig.close();
  }
};

const replaceShown = (): void => {
  for (const file of readdirSync(SHOWN).filter((each) => each.endsWith(".png")))
    copyFileSync(join(FOLDER, file), join(SHOWN, file));
};

await main();
replaceShown();
