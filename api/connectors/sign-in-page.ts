import type { OperationContext } from "../http/operation-context.ts";
import { createRawAnswer, type RawAnswer } from "../http/raw-answer.ts";

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

/** Renders the page that says why a sign-in does not go on. */
export const renderRefusal = (context: Pick<OperationContext, "config">, sentence: string): RawAnswer =>
  renderSignInPage(context, { status: 400, title: "Nothing was connected", sentence });

interface Consent {
  app: string;
  organization: string;
  asker: string;
  state: string;
}

/** Renders the page that asks a person whether they want to connect their account of an app to an organization. */
export const renderConsentPage = ({ app, organization, asker, state }: Consent): RawAnswer =>
  createRawAnswer((response) => {
    const title = `Connect ${app} to ${organization}?`;
    response
      .status(200)
      .set({
        "Content-Type": "text/html; charset=utf-8",
        "Referrer-Policy": "same-origin",
        "Cache-Control": "no-store",
        // Without form-action, because browsers apply it to the redirect to the app as well.
        "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      })
      .end(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
          `<title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1>` +
          `<p>${escaped(`${asker} asks you to sign in to ${app}. Agents of ${organization} can then act there as you.`)}</p>` +
          `<p>Go on only if you expect this and know who asks. Otherwise close this window: nothing is connected.</p>` +
          `<form method="post" action="/api/v1/connectors/sign-in"><input type="hidden" name="state" value="${escaped(state)}">` +
          `<button>${escaped(`Go on to ${app}`)}</button></form></body></html>`,
      );
  });

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
