import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openTestStack } from "../harness/test-stack.ts";
import { openBrowser } from "./browser.ts";
import { openConsole } from "./console-page.ts";
import { importExample, makeAgent, signUp, startCampaign } from "./person.ts";

const FOLDER = join(import.meta.dirname, "../../docs/console");

/** Writes a picture of every screen into docs/console, in both colour schemes, from a platform that really dials. */
const main = async (): Promise<void> => {
  mkdirSync(FOLDER, { recursive: true });
  const stack = await openTestStack();
  const browser = await openBrowser();
  try {
    const { page } = await openConsole(browser, stack.running.addresses.console ?? "", {
      viewport: { width: 1280, height: 800 },
    });
    page.setDefaultTimeout(120_000);
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
    await signUp(page);
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await picture("first-steps");
    await makeAgent(page, "Appointment reminder");
    await page.getByRole("button", { name: "Test in text" }).click();
    await page.getByRole("button", { name: "Start the talk" }).click();
    await page.getByRole("complementary").getByText("this is a reminder of your appointment").waitFor();
    await picture("agent");
    await importExample(page);
    await picture("import");
    await startCampaign(page, "November reminders");
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
    for (const name of ["Contacts", "Do not call", "Agents", "Models", "Carriers", "Settings"]) {
      await go(name);
      await picture(name.toLowerCase().replaceAll(" ", "-"));
    }
    await go("Carriers");
    await page.getByRole("link", { name: "Simulator" }).click();
    await page.getByRole("heading", { name: "What it needs" }).waitFor();
    await picture("carrier");
  } finally {
    await browser.close();
    await stack.close();
  }
};

await main();
