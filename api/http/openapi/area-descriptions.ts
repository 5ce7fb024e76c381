import type { OperationArea } from "../../../domain/access/api-key-scope.ts";

/** What each area of operations is for. */
export const AREA_DESCRIPTIONS: Readonly<Record<OperationArea, string>> = {
  Service: "Accounts, sessions, and whether the platform is well",
  Organization:
    "What holds for all agents and calls of an organization: hours, limits, budgets, disclosure; the signed record of what decided about dialling",
  "API keys": "Keys for programs: of production or the sandbox, narrow or as wide as their maker's role",
  Telephony: "Carrier accounts and the numbers that belong to them",
  Numbers: "Numbers to rent, and numbers of yours that are verified to be shown",
  Agents: "Agents: graphs of steps with their settings, in versions that are drafted and published",
  Rehearsals: "Scenarios that an agent is played through before it calls anybody, and their results",
  "Channels and timeline": "What happens, in order, and what agents ask people",
  People: "What is known of a person, its export and its erasure",
  Contacts: "Lists of people to call, do-not-call entries and consents",
  Campaigns: "Calling a list under its rules: each contact once, and again where the retries say so",
  Calls: "Single calls, their transcripts, recordings and reports",
  Messages: "Texts (SMS) to people and from them, under the rules that hold for calls",
  Originals: "What redaction has left out of calls, for who may read it (`sensitive:read`)",
  "Text sessions": "Conversations with an agent in text, which can be rewound",
  "Web calls": "Conversations in a browser, behind a button on a page",
  Supervision: "People who listen to live calls, whisper to the agent, and take calls over",
  Models: "The models that hear, answer and speak",
  "Carrier callbacks": "What carriers send; each request is verified by the carrier's signature",
  Credentials: "Secrets that tools send; they can be set and never read again",
  "Tools and connectors": "What agents can do beyond talking",
  Webhooks: "Events that your own system receives, signed and in order",
  Knowledge: "Documents that agents read from",
  Recordings: "Recordings that agents play",
  Marketplace: "Packs and templates that agents are hired from",
  Team: "Members of the organization, their invitations, and who did what",
};
