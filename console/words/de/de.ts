import type { Words } from "../en/en.ts";
import { agents, documents, tools } from "./agents.ts";
import { calls } from "./calls.ts";
import { campaigns } from "./campaigns.ts";
import { contacts, doNotCall } from "./contacts.ts";
import { organization } from "./organization.ts";
import { shell } from "./shell.ts";

export const de: Words = { shell, campaigns, calls, contacts, doNotCall, agents, documents, tools, organization };
