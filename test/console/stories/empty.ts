import { expect, it } from "@jest/globals";
import type { DemoClient } from "../../../infra/local/demo/demo-client.ts";
import { expectFlawless } from "./expectations.ts";
import type { StoryRig } from "./rig.ts";
import { countRequests, walkTo } from "./walked-page.ts";

/** The screens that are empty in a new organization. */
const EMPTY = [
  "inbox",
  "campaigns",
  "campaigns/new",
  "calls",
  "contacts",
  "do-not-call",
  "agents",
  "tools",
  "documents",
  "keys",
  "webhooks",
  "credentials",
] as const;

/** Readers of these pages write programs; the API page says nothing to others. */
const FOR_PROGRAMMERS: ReadonlySet<string> = new Set(["keys", "webhooks", "credentials"]);

/** Returns the parts of the API page. */
const areasOf = async (client: DemoClient): Promise<Set<string>> => {
  const document: { paths: Record<string, Record<string, { tags?: string[] }>> } = JSON.parse(
    JSON.stringify(await client.get("/openapi.json")),
  );
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  return new Set(operations.flatMap(({ tags = [] }) => tags));
};

export const emptyStories = (rig: () => StoryRig): void => {
  it.concurrent("teaches on every empty screen what it is and one thing to do, and programmers where to read more", async () => {
    const opened = await rig().openAsOwner({ watch: countRequests });
    const { page, context } = opened;
    const areas = await areasOf(opened.client);
    const docs = page.getByRole("link", { name: "Read more in the API page" });
    // The lesson stands where the list will be, which is last; the first page, which is left for it, has steps in a list.
    const regions = page
      .getByRole("main")
      .getByRole("region")
      .filter({ hasNot: page.getByRole("listitem") });
    const lesson = regions.filter({ has: page.getByRole("heading", { level: 2 }) }).last();
    const things = lesson.getByRole("button").or(lesson.getByRole("link")).and(page.locator(":not([href^='/docs/'])"));
    for (const screen of EMPTY) {
      await walkTo(page, `/console/${screen}`);
      await lesson.getByRole("heading", { level: 2 }).waitFor();
      const [text, thingsToDo, links] = [
        await lesson.getByRole("paragraph").innerText(),
        await things.count(),
        await Promise.all((await docs.all()).map((link) => link.getAttribute("href"))),
      ];
      const areasNamed = links.map((href) => areas.has(decodeURIComponent(href ?? "").replace("/docs/api/#/", "")));
      expect({ screen, text, thingsToDo, areasNamed }).toEqual({
        screen,
        text: expect.stringMatching(/^.{20,}[.]$/s),
        thingsToDo: 1,
        areasNamed: FOR_PROGRAMMERS.has(screen) ? [true] : [],
      });
    }
    await expectFlawless(opened);
    const [apiPage] = await Promise.all([context.waitForEvent("page"), docs.click()]);
    // The part about credentials is open there, and no other.
    await apiPage.getByText("Every credential, by name and hint").waitFor();
    expect(await apiPage.getByText("Pause; calls in progress finish").count()).toBe(0);
    await opened.close();
  });
};
