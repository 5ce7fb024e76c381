import type { Fact } from "../../../domain/record/entry-facts.ts";

type Kind = Fact["kind"];

/** Operations that decide about dialling, and the entry that each leaves, where it changes something. */
const RECORDED: Readonly<Record<string, Kind>> = {
  signup: "account.changed",
  "account.confirmSignUp": "account.changed",
  "organizations.preferences.set": "settings.changed",
  "organizations.preferences.update": "settings.changed",
  "telephony.configs.create": "account.changed",
  "telephony.configs.update": "account.changed",
  "telephony.configs.delete": "account.changed",
  "telephony.configs.setDefaultOutbound": "account.changed",
  "telephony.configs.reactivate": "account.changed",
  "telephony.phoneNumbers.create": "number.changed",
  "telephony.phoneNumbers.update": "number.changed",
  "telephony.phoneNumbers.delete": "number.changed",
  "telephony.phoneNumbers.setDefaultCaller": "number.changed",
  "numbers.provision": "number.changed",
  "numbers.release": "number.changed",
  "numbers.verified.start": "attempt.requested",
  "numbers.verified.confirm": "number.changed",
  "numbers.verified.remove": "number.changed",
  "contacts.import": "import.ended",
  "contacts.importIntoNewList": "import.ended",
  "contacts.consents.record": "consent.changed",
  "contacts.nationalLists.create": "national_list.changed",
  "contacts.nationalLists.remove": "national_list.changed",
  "contacts.doNotCall.add": "do_not_call.added",
  "contacts.doNotCall.upload": "do_not_call.added",
  "contacts.doNotCall.remove": "do_not_call.removed",
  "campaigns.create": "campaign.set",
  "campaigns.update": "campaign.set",
  "campaigns.delete": "campaign.set",
  "campaigns.clone": "campaign.set",
  "campaigns.start": "campaign.decided",
  "campaigns.unschedule": "campaign.decided",
  "campaigns.pause": "campaign.pause_answered",
  "campaigns.resume": "campaign.decided",
  "campaigns.cancel": "campaign.decided",
  "campaigns.finish": "campaign.decided",
  "campaigns.journey.put": "campaign.decided",
  "campaigns.redial": "campaign.set",
  "campaigns.backFill": "campaign.set",
  "calls.startTestByWorkflow": "attempt.requested",
  "calls.startTest": "attempt.requested",
  "calls.startByWorkflow": "attempt.requested",
  "calls.start": "attempt.requested",
  "calls.initiate": "attempt.requested",
  "messages.send": "text.requested",
  "calls.hangUp": "attempt.settled",
};

const LISTED_PEOPLE =
  "A list calls nobody: whom a campaign calls is in its attempts, and a consent that comes along is an entry";
const ONLY_CALCULATES = "It only calculates what would have been";
const NO_CALL_BEGINS = "It begins no call";

const REMOVED_LATER = "What was removed is an entry once it is gone: a workflow carries it out";

const WHO_SIGNS_IN = "Who signs in, and how, stands in the audit";

/** Operations beside those, and why they leave no entry. */
const UNRECORDED: Readonly<Record<string, string>> = {
  "contacts.lists.create": LISTED_PEOPLE,
  "contacts.lists.update": LISTED_PEOPLE,
  "contacts.lists.delete": LISTED_PEOPLE,
  "contacts.uploadUrl": "A file that nobody has imported changes nothing",
  "contacts.send": LISTED_PEOPLE,
  "contacts.put": LISTED_PEOPLE,
  "contacts.segments.create": LISTED_PEOPLE,
  "contacts.segments.preview": ONLY_CALCULATES,
  "contacts.segments.delete": LISTED_PEOPLE,
  "contacts.intakes.create": LISTED_PEOPLE,
  "contacts.intakes.update": LISTED_PEOPLE,
  "contacts.intakes.delete": LISTED_PEOPLE,
  "contacts.intakes.take": LISTED_PEOPLE,
  "contacts.update": LISTED_PEOPLE,
  "contacts.delete": LISTED_PEOPLE,
  "campaigns.whatIf": ONLY_CALCULATES,
  "campaigns.journey.preview": ONLY_CALCULATES,
  "organizations.rulePacks.preview": ONLY_CALCULATES,
  "calls.policyWhatIf": ONLY_CALCULATES,
  "calls.policyWhatIfReport": ONLY_CALCULATES,
  "telephony.sandboxSimulator.set": "It changes what a simulated carrier does, and not whether somebody is called",
  "calls.create": "The run waits for its visitor, or for an operation that dials",
  "calls.revokeArtifactLinks": NO_CALL_BEGINS,
  "organizations.identityProvider.set": WHO_SIGNS_IN,
  "organizations.identityProvider.remove": WHO_SIGNS_IN,
  "organizations.directoryToken.make": WHO_SIGNS_IN,
  "organizations.directoryToken.remove": WHO_SIGNS_IN,
  "organizations.domains.add": WHO_SIGNS_IN,
  "organizations.domains.check": WHO_SIGNS_IN,
  "organizations.domains.mail": WHO_SIGNS_IN,
  "organizations.domains.remove": WHO_SIGNS_IN,
  "organizations.signIn.set": WHO_SIGNS_IN,
  "people.preview": "It only looks; who looked stands in the audit",
  "calls.removals.preview": ONLY_CALCULATES,
  "calls.delete": REMOVED_LATER,
  "calls.removals.create": REMOVED_LATER,
  "people.exports.create": "It is an entry once the file is there: a workflow writes it",
  "people.exports.cancel": "Nothing is handed out",
  "people.erasures.create": "Its receipt is an entry once everything is gone: a workflow carries it out",
};

/** Areas whose operations begin no call and change nothing that decides about one. */
const SILENT_AREAS: Readonly<Record<string, string>> = {
  account: "Who signs in stands in the audit",
  analytics: "How somebody looks at calls decides about none",
  agents: "What an agent says decides about no call; which version spoke is a part of the run",
  carrierCallbacks: "What a carrier says is an entry where it settles an attempt",
  channels: "Threads decide about no call; what they do in the organization, other operations do",
  credentials: "Secrets of tools decide about no call",
  embedTokens: "Visitors call; they are not called",
  inbound: "Calls that come in are not dialled",
  keys: "Who may do something stands in the audit",
  knowledge: "What agents know decides about no call",
  login: "Who signs in stands in the audit",
  logout: "Who signs in stands in the audit",
  marketplace: "A hired agent calls nobody by itself",
  models: "What speaks decides about no call; its cost is in the budget of each attempt",
  recordings: "What is played decides about no call",
  rehearsals: "Rehearsals call nobody",
  scenarios: "Rehearsals call nobody",
  carrierTexts: "A text from a person decides about calls where it ends them: that is the do-not-call list's entry",
  supervision: "Who listens to a call, or speaks in it, decides about no call",
  team: "Who may do something stands in the audit",
  textSessions: "Nobody is called",
  tools: "What an agent can do decides about no call",
  webCalls: "Visitors call; they are not called",
  webhooks: "What is told to other systems decides about no call",
};

/** Returns the kind of entry that an operation leaves; null: none, for a reason. Throws where nobody has decided. */
export const decideEntry = (operationId: string): Kind | null => {
  const kind = RECORDED[operationId];
  if (kind !== undefined) return kind;
  const [area = ""] = operationId.split(".");
  if (UNRECORDED[operationId] ?? SILENT_AREAS[area]) return null;
  throw new Error(`Say in recorded-operations.ts which entry of the record ${operationId} leaves, or why none`);
};

/** The ids in the lists, for the test that finds one of an operation that is no longer there. */
export const decidedIds: readonly string[] = [...Object.keys(RECORDED), ...Object.keys(UNRECORDED)];
