import { join } from "node:path";
import type { Browser, Page } from "playwright-core";

const PICTURES = join(import.meta.dirname, "../../../.cache/console-failures");
const MOST_CHARACTERS = 1500;

/** Tells of each page that its story has not closed, because it failed: where it was, what it shows, and its picture. */
export const tellOfPagesLeftOpen = async (browser: Browser): Promise<void> => {
  const pages = browser.contexts().flatMap((context) => context.pages());
  await Promise.all(pages.map(tellOfPage));
};

const tellOfPage = async (page: Page, index: number): Promise<void> => {
  const path = join(PICTURES, `${process.pid}-${index}.png`);
  const [text] = await Promise.all([page.locator("body").innerText(), page.screenshot({ path })]);
  const shown = text.replaceAll(/\s+/g, " ").slice(0, MOST_CHARACTERS);
  process.stderr.write(`\n*** a story left ${page.url()} open, which shows (${path}): ${shown}\n`);
};
