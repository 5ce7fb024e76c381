import { words } from "../words/words.ts";
import { chooseButtonClass } from "./button.tsx";

/** The parts of the API page, by the API's own names, about what programmers set up in the console. */
export type DocsArea = "API keys" | "Credentials" | "Webhooks";

/** Leads to the part of the API page about a screen. */
export const DocsLink = ({ area }: { area: DocsArea }) => (
  <a className={chooseButtonClass()} href={`/docs/api/#/${encodeURIComponent(area)}`} target="_blank" rel="noreferrer">
    {words.shell.docs}
  </a>
);
