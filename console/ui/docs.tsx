import { words } from "../words/words.ts";
import { chooseButtonClass } from "./button.tsx";

/** The parts of the API page, by the API's own names. */
export type DocsArea =
  | "Agents"
  | "API keys"
  | "Calls"
  | "Campaigns"
  | "Channels and timeline"
  | "Contacts"
  | "Credentials"
  | "Knowledge"
  | "Marketplace"
  | "Models"
  | "Organization"
  | "Team"
  | "Telephony"
  | "Tools and connectors"
  | "Webhooks";

/** Leads to the part of the API page about a screen. */
export const DocsLink = ({ area }: { area: DocsArea }) => (
  <a className={chooseButtonClass()} href={`/docs/#/${encodeURIComponent(area)}`} target="_blank" rel="noreferrer">
    {words.shell.docs}
  </a>
);
