import { account } from "./account.ts";
import { agents, documents, tools } from "./agents.ts";
import { analytics } from "./analytics.ts";
import { audit } from "./audit.ts";
import { calendar } from "./calendar.ts";
import { calls } from "./calls.ts";
import { campaigns } from "./campaigns.ts";
import { channels } from "./channels.ts";
import { connectors } from "./connectors.ts";
import { contacts, doNotCall } from "./contacts.ts";
import { exchanges } from "./exchanges.ts";
import { inbox } from "./inbox.ts";
import { installation } from "./installation.ts";
import { intakes } from "./intakes.ts";
import { letIn } from "./let-in.ts";
import { marketplace } from "./marketplace.ts";
import { offers } from "./offers.ts";
import { organization } from "./organization.ts";
import { people } from "./people.ts";
import { person } from "./person.ts";
import { refusalCodes, refusals } from "./refusals.ts";
import { rehearsals } from "./rehearsals.ts";
import { sandbox } from "./sandbox.ts";
import { secondFactor } from "./second-factor.ts";
import { shell } from "./shell.ts";
import { singleSignOn } from "./single-sign-on.ts";
import { steps } from "./steps.ts";
import { supervision } from "./supervision.ts";
import { team } from "./team.ts";
import { texts } from "./texts.ts";
import { timeline } from "./timeline.ts";
import { usage } from "./usage.ts";

export const en = {
  shell,
  account,
  supervision,
  team,
  campaigns,
  analytics,
  audit,
  calendar,
  calls,
  channels,
  connectors,
  contacts,
  doNotCall,
  people,
  person,
  agents,
  steps,
  documents,
  tools,
  offers,
  organization,
  rehearsals,
  sandbox,
  secondFactor,
  singleSignOn,
  refusals,
  refusalCodes,
  exchanges,
  inbox,
  intakes,
  letIn,
  marketplace,
  texts,
  timeline,
  usage,
  installation,
};

/** Every sentence of the console itself; other languages have the same ones. */
export type Words = typeof en;
