import { type RawAnswer, createRawAnswer } from "../http/raw-answer.ts";
import type { OperationContext } from "../http/operation-context.ts";

interface Page {
  status: 200 | 400;
  title: string;
  sentence: string;
}

/** Renders the page for a person who comes back from an app. It shows only our own texts and has no script. */
export const renderSignInPage = (
  { config }: Pick<OperationContext, "config">,
  { status, title, sentence }: Page,
): RawAnswer =>
  createRawAnswer((response) => {
    const back = config.CONSOLE_FOLDER ? '<p><a href="/console/">Back to the console</a></p>' : "";
    response
      .status(status)
      .set({ "Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer" })
      .end(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
          `<title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1><p>${escaped(sentence)}</p>${back}</body></html>`,
      );
  });

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
