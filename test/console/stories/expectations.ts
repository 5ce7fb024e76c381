import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import type { ConsolePage } from "../console-page.ts";

/** All that another colour scheme can change. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Neither axe nor the browser has anything to say, in either colour scheme. */
export const expectFlawless = async ({ page, faults, complaints }: ConsolePage): Promise<void> => {
  await page.getByRole("heading", { level: 1, includeHidden: true }).first().waitFor();
  await page.emulateMedia({ colorScheme: "light" });
  expect({ at: page.url(), faults: await faults() }).toMatchObject({ faults: [] });
  await page.emulateMedia({ colorScheme: "dark" });
  expect({ at: page.url(), inDark: await faults(RULES_OF_COLOUR) }).toMatchObject({ inDark: [] });
  expect(complaints).toEqual([]);
};

/** What sticks out of a page or of its card: whatever lies beside it and is in no part that can be scrolled sideways. */
const STICKING_OUT = `(() => {
  const main = document.querySelector("main") ?? document.body;
  const width = document.documentElement.clientWidth;
  const canScroll = (each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowX);
  const isHidden = (each) => each.closest(".visually-hidden, [aria-hidden=true], svg, canvas, .react-flow") !== null;
  const isScrolledTo = (each) => {
    // The page itself can be scrolled downwards, and by that sideways, too.
    for (let part = each.parentElement; part && part !== main; part = part.parentElement) if (canScroll(part)) return true;
    return false;
  };
  const found = document.documentElement.scrollWidth > width ? ["the page itself"] : [];
  for (const each of main.querySelectorAll("*")) {
    if (isHidden(each) || !each.checkVisibility({ visibilityProperty: true })) continue;
    const { right, left, width: own } = each.getBoundingClientRect();
    const end = Math.min(width, each.parentElement.closest("section")?.getBoundingClientRect().right ?? width);
    if (own > 0 && (right > end + 1 || left < -1) && !isScrolledTo(each)) found.push(each.outerHTML.slice(0, 120));
  }
  return found;
})()`;

/** The cells of a page whose day or time is broken over two lines. */
const BROKEN_TIMES = `[...document.querySelectorAll("main td")].flatMap((cell) => {
  if (!/^[A-Z][a-z]{2} \\d{1,2}, \\d[\\d:]+$/.test(cell.innerText.trim().replaceAll(/\\s/g, " "))) return [];
  const text = document.createRange();
  text.selectNodeContents(cell);
  const lines = new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom)));
  return lines.size > 1 ? [cell.innerText] : [];
})`;

/** Tables that are wider than their place, of which only a part is seen, without fading out at the side where there is more. */
const WITHOUT_SIGN = `[...document.querySelectorAll("main table")].flatMap((table) => {
  const place = table.parentElement;
  const isCut = place.scrollWidth > place.clientWidth + 1 && place.checkVisibility({ visibilityProperty: true });
  return isCut && getComputedStyle(place).maskImage === "none" ? [place.getAttribute("aria-label")] : [];
})`;

/** The page as it is, 390 pixels wide: nothing sticks out of it or of its card, or is cut off without a sign, and no time is broken. */
export const expectToFitTelephone = async (page: Page): Promise<void> => {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect({ at: page.url(), sticksOut: await page.evaluate(STICKING_OUT) }).toMatchObject({ sticksOut: [] });
  expect({ at: page.url(), broken: await page.evaluate(BROKEN_TIMES) }).toMatchObject({ broken: [] });
  // The browser tells of the new width with its next picture.
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
  expect({ at: page.url(), withoutSign: await page.evaluate(WITHOUT_SIGN) }).toMatchObject({ withoutSign: [] });
  if (before) await page.setViewportSize(before);
};

/** The tables of a page whose card does not say how many rows there are. */
const UNCOUNTED = `[...document.querySelectorAll("main table")].flatMap((table) => {
  const around = (table.closest("section") ?? document.querySelector("main")).innerText.replace(table.innerText, "");
  return /\\d/.test(around) ? [] : [around.slice(0, 80)];
})`;

/** Every list of the page says how many it has. */
export const expectCounts = async (page: Page): Promise<void> => {
  expect({ at: page.url(), uncounted: await page.evaluate(UNCOUNTED) }).toMatchObject({ uncounted: [] });
};

/**
 * The names of a page's figures that lead nowhere: counts and shares in facts, legends and cells that are no link, in rows
 * that have none either.
 */
const UNLINKED = `[...document.querySelectorAll("main td, main dd, main li strong")].flatMap((figure) => {
  if (!/^\\d[\\d,.]*%?$/.test(figure.innerText.trim())) return [];
  if ((figure.closest("tr") ?? figure).querySelector("a")) return [];
  const named = figure.closest("td")
    ? figure.closest("table").querySelectorAll("th")[figure.cellIndex]
    : (figure.closest("div")?.querySelector("dt") ?? figure.parentElement);
  return [named.innerText.replaceAll(/[\\d,.%]+/g, "").trim()];
})`;

/** Returns the figures of the page as it is that lead nowhere, by name. */
export const findUnlinkedFigures = (page: Page): Promise<string[]> => page.evaluate(UNLINKED);
