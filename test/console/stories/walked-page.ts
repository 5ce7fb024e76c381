import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";

/** Returns every path behind the log-in, as the router names them. */
export const consolePaths = (): string[] => {
  const router = readFileSync(join(import.meta.dirname, "../../../console/router.tsx"), "utf8");
  return [...router.matchAll(/^\s+path: "([^"]+)",$/gm)].map(([, path = ""]) => path);
};

/** Returns every path before the log-in. */
export const entryPaths = (): string[] => {
  const routes = readFileSync(join(import.meta.dirname, "../../../console/entry-routes.tsx"), "utf8");
  return [...routes.matchAll(/\bpath: "([^"]+)"/g)].map(([, path = ""]) => path);
};

/** Returns the address of a path of the router; a parameter that nothing is named for is an error. */
export const addressOf = (path: string, parts: Readonly<Record<string, string | number>>): string =>
  `/console${path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`the story makes nothing that ${name} of ${path} could be`);
    return String(part);
  })}`;

/** Before a page loads anything: counts its requests whose answer it does not have whole. */
export const countRequests = async (page: Page): Promise<void> => {
  await page.addInitScript(`
    const ask = window.fetch.bind(window);
    window.underWay = 0;
    window.fetch = async (...request) => {
      window.underWay += 1;
      try {
        const answer = await ask(...request);
        await answer.clone().blob();
        return answer;
      } finally {
        window.underWay -= 1;
      }
    };
    window.turn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    window.settled = async () => { do await turn(); while (window.underWay > 0); };
  `);
};

/** Goes to another address of the console as its own links do, and waits until the page there has all its answers. */
export const walkTo = async (page: Page, address: string): Promise<void> => {
  await page.evaluate(`
    window.before = document.querySelector("h1");
    history.pushState({}, "", ${JSON.stringify(address)});
  `);
  // The content policy keeps the page from evaluating a condition again and again by itself.
  await waitUntil(`${address} is there`, () => page.evaluate('![null, before].includes(document.querySelector("h1"))'));
  await page.evaluate("settled()");
};

/**
 * Fills every empty field of the page as it is and presses every button that can be pressed, then those of each menu and
 * dialog that opens. Of several with the same name one is pressed. Gives the names of what it pressed.
 */
export const pressEverything = (page: Page): Promise<string[]> => page.evaluate(PRESS);

const PRESS = `(async () => {
  const address = location.href;
  const pressed = new Set();
  const nameOf = (each) => each.getAttribute("aria-label") ?? each.textContent.trim();
  const isShown = (each) => each.checkVisibility({ visibilityProperty: true });
  const isDisabled = (each) => each.disabled === true || each.getAttribute("aria-disabled") === "true";
  const popup = () => [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")].filter(isShown).at(-1);
  const fill = (part) => {
    for (const field of part.querySelectorAll("input:not([type=file], [type=checkbox], [type=radio]), textarea")) {
      if (field.disabled || field.readOnly || field.value !== "" || !isShown(field)) continue;
      const text = { email: "a@example.com", url: "https://www.example.com", number: "1", date: "2026-01-01" };
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, text[field.type] ?? "+12125550111");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
  const step = async () => {
    const part = popup() ?? document.querySelector("main");
    fill(part);
    await turn();
    const buttons = [...part.querySelectorAll("button:not([role=combobox]), [role=menuitem]")].filter(isShown);
    // Asked whether it leaves with something typed, it stays once, and leaves from then on.
    const next = buttons.find((each) => !isDisabled(each) && (!pressed.has(nameOf(each)) || nameOf(each) === "Leave"));
    if (next) {
      pressed.add(nameOf(next));
      next.click();
      await settled();
      if (location.href !== address) history.pushState({}, "", address);
      return true;
    }
    if (part.tagName === "MAIN") return false;
    (part.contains(document.activeElement) ? document.activeElement : part).dispatchEvent(
      new KeyboardEvent("keydown", { key: "Escape", bubbles: true }),
    );
    await turn();
    return popup() !== part;
  };
  while (await step()) await settled();
  return [...pressed];
})()`;
