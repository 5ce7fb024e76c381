import { expect, it } from "@jest/globals";
import type { Locator, Page, Request } from "playwright-core";
import { type DemoClient, numberOf, textOf } from "../../../infra/local/demo/demo-client.ts";
import { importExample, logIn, makeAgent, signUp, startCampaign } from "../person.ts";
import { makeAskingAgent, sayTo } from "./asking.ts";
import type { StoryRig } from "./rig.ts";

const VIEWER = { password: "a viewer's long password" };

/** Follows what a page asks the API for, but its streams: what was refused for the role, and what is under way. */
const watchRequests = (page: Page) => {
  const underWay = new Set<Request>();
  const refused: string[] = [];
  const isOurs = (request: Request) => request.url().includes("/api/v1/") && request.resourceType() !== "eventsource";
  page.on("request", (request) => isOurs(request) && underWay.add(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${new URL(response.url()).pathname}`);
    underWay.delete(response.request());
  });
  return {
    refused,
    /** What a click sets off is under way as soon as the page has had its turn. */
    settled: async () => {
      await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
      while (underWay.size > 0) {
        await Promise.race([
          page.waitForEvent("response", { timeout: 10_000 }).catch(() => undefined),
          page.waitForEvent("requestfailed", { timeout: 10_000 }).catch(() => undefined),
        ]);
      }
    },
  };
};

/** The owner's address of every screen with rows of the organization on it. */
const screensOf = async (owner: Page, client: DemoClient): Promise<string[]> => {
  const links = owner.getByRole("navigation", { name: "Main" }).getByRole("link");
  const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const first = async (path: string, field: string) => {
    const answer: unknown = Object.values(await client.get(path)).find(Array.isArray);
    return Array.isArray(answer) ? String(Object(answer[0])[field]) : "";
  };
  const agent = await first("/organizations/usage/runs", "workflow_id");
  const call = await first("/organizations/usage/runs", "id");
  return [
    ...new Set(places),
    "/console/account",
    "/console/campaigns/new",
    "/console/contacts/import",
    `/console/agents/${agent}`,
    `/console/calls/${agent}/${call}`,
  ];
};

/** Presses every button that can be pressed on the page as it is, and what it opens. */
const pressEverything = async (page: Page, part: Locator, { settled }: ReturnType<typeof watchRequests>) => {
  const address = page.url();
  const enabled = part.locator("button:enabled:not([aria-disabled=true]):visible");
  const count = await enabled.count();
  for (let index = 0; index < count; index += 1) {
    const button = enabled.nth(index);
    if (!(await button.isVisible())) continue;
    await button.click({ timeout: 5_000 }).catch(() => undefined);
    await settled();
    const opened = page.locator("[role=dialog], [role=menu], [role=alertdialog]").last();
    if (await opened.isVisible()) {
      const inside = opened.locator(
        "button[type=submit]:enabled:not([aria-disabled=true]), [role=menuitem]:not([aria-disabled=true])",
      );
      const names = await inside.allInnerTexts();
      if (!names.some((name) => name.includes("Log out") || name.includes("Deutsch"))) {
        for (const each of await inside.all()) {
          await each.click({ timeout: 5_000 }).catch(() => undefined);
          await settled();
        }
      }
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    }
    if (page.url() !== address) {
      await page.goto(address);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await settled();
    }
  }
};

export const viewerStories = (rig: () => StoryRig): void => {
  it("lets a viewer see every screen, and offers nothing that would be refused", async () => {
    const opened = await rig().open();
    const owner = opened.page;
    const client = await rig().client(await signUp(owner));
    await makeAgent(owner, "Reminder");
    await importExample(owner);
    await startCampaign(owner, "Watched by a viewer");
    await sayTo(client, await makeAskingAgent(client), "Do I get a discount?");
    await owner.getByRole("status").getByText("Over").waitFor({ timeout: 240_000 });
    const campaign = owner.url().replace(/^.*(?=\/console\/)/, "");
    const screens = [...(await screensOf(owner, client)), campaign];
    const email = `viewer-${process.pid}-${numberOf(await client.get("/auth/me"), "id")}@example.com`;
    const invitation = await client.post("/team/invitations", { email, role: "viewer" });
    await client.post("/auth/accept-invitation", { token: textOf(invitation, "token"), ...VIEWER });
    const viewing = await rig().open();
    const { page } = viewing;
    await logIn(page, { email, ...VIEWER });
    const watched = watchRequests(page);
    for (const screen of screens) {
      await page.goto(new URL(screen, page.url()).href);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await watched.settled();
      await pressEverything(page, page.getByRole("main"), watched);
      expect({ screen, refused: watched.refused }).toEqual({ screen, refused: [] });
    }
    expect(viewing.complaints).toEqual([]);
    await viewing.close();
    await opened.close();
  });
};
