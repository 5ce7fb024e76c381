import { calCom } from "./catalogue/cal-com.ts";
import { googleCalendar } from "./catalogue/google-calendar.ts";
import { googleSheets } from "./catalogue/google-sheets.ts";
import { hubspot } from "./catalogue/hubspot.ts";
import { slack } from "./catalogue/slack.ts";
import { type Connector, connector } from "./connector.ts";

/** The built-in apps, checked when the process starts. */
export const connectors: readonly Connector[] = [calCom, googleCalendar, googleSheets, hubspot, slack].map((each) =>
  connector.parse(each),
);

/** The app that an operator defines in configuration. */
export const GENERIC_SLUG = "generic-oauth2";
