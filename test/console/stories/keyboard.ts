import type { Locator, Page } from "playwright-core";

/** More than any page has places that Tab stops at. */
const MOST_PRESSED = 150;

/** Presses a key until this has the focus, as somebody without a mouse does. */
const pressTo = async (page: Page, key: string, target: Locator): Promise<void> => {
  await target.waitFor();
  for (let pressed = 0; pressed < MOST_PRESSED; pressed += 1) {
    if (await hasFocus(page, target)) return;
    await page.keyboard.press(key);
    // Menus move the focus a moment after the key: looked for before that, it would be pressed past its place.
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
  }
  throw new Error(`${key} does not lead to ${String(target)}`);
};

const focused = (page: Page, target: Locator): Locator => target.and(page.locator(":focus"));
const hasFocus = async (page: Page, target: Locator) => (await focused(page, target).count()) > 0;

/** Goes there by Tab, backwards where that is nearer. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  const isBefore = await target.evaluate(
    "(element) => (document.activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) > 0",
  );
  await pressTo(page, isBefore ? "Shift+Tab" : "Tab", target);
};

/** Goes to a button by Tab and presses it. */
export const pressByKey = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
};

/** Opens a menu or a list of choices, and takes one; the focus is back then. */
export const chooseByKey = async (page: Page, opener: Locator, choice: Locator): Promise<void> => {
  await pressByKey(page, opener);
  await pressTo(page, "ArrowDown", choice);
  await page.keyboard.press("Enter");
  await choice.waitFor({ state: "hidden" });
  await focused(page, opener).waitFor();
};

/** Opens the palette, types into it, and goes to the place that it marks then. */
export const goByPalette = async (page: Page, typed: string, place: RegExp): Promise<void> => {
  await page.keyboard.press("Control+k");
  await focused(page, page.getByRole("combobox", { name: "Go to …" })).waitFor();
  await page.keyboard.type(typed);
  await page.getByRole("option", { name: place }).and(page.locator("[data-highlighted]")).waitFor();
  await page.keyboard.press("Enter");
};

/** Replaces what stands in a field. */
export const typeInto = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tabTo(page, field);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
};
