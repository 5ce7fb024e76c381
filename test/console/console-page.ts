import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { PATIENCE_MS } from "../harness/patience.ts";

const AXE = readFileSync(join(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export interface ConsolePage {
  context: BrowserContext;
  page: Page;
  /** All that the browser complained of: errors of scripts, refusals of the content policy. */
  complaints: string[];
  /** Everything that axe finds on the page as it is; by these rules alone where some are named. */
  faults(rules?: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens a page as a person in New York sees it. */
export const openConsole = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> => {
  const context = await browser.newContext({
    locale: "en-US",
    timezoneId: "America/New_York",
    reducedMotion: "reduce",
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  // Applies to every page, including those that a page opens.
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !isOfNetwork(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(url);
  return { context, page, complaints, faults: (rules) => findFaults(page, rules), close: () => context.close() };
};

/** Tells whether a text is the browser's own note of an answer with an error status or none; the page says what it makes of it. */
const isOfNetwork = (text: string) => text.startsWith("Failed to load resource");

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const findFaults = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: RULES };
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const violations: Violation[] = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] }).then((result) => result.violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
};
