/**
 * The effects of an operation that a program on its own may not bring about unasked: it is told them first, and carries them out
 * with the token of that description. `dials`: somebody is called or written to. `spends`: money goes out besides that of calls. `deletes`:
 * something is gone, or no longer works for who relies on it. `publishes`: something becomes what callers hear or others may use.
 */
export type Consequence = "dials" | "spends" | "deletes" | "publishes";

/** What of a request makes it harmless though its operation is not: one of these words in this field of the body. */
const HARMLESS: Readonly<Record<string, { field: string; values: readonly unknown[] }>> = {
  "channels.settleAction": { field: "decision", values: ["decline"] },
  "channels.settleEdit": { field: "decision", values: ["discard"] },
  "agents.setStatus": { field: "status", values: ["active"] },
  "campaigns.redial": { field: "start", values: [false] },
  "campaigns.backFill": { field: "start", values: [false] },
};

/** What of a request brings more about than its operation does: one of these fields, or its name in `unset`. */
const HARMFUL: Readonly<Record<string, { fields: readonly string[]; consequence: Consequence }>> = {
  // A scheduled campaign begins at the start that it is given, perhaps at once.
  "campaigns.update": { fields: ["starts_at", "recurrence"], consequence: "dials" },
};

/** An operation as far as the rule looks at it. */
export interface JudgedOperation {
  id: string;
  method: string;
  /** An operation that changes nothing is a read, with any method. */
  sandbox: string;
}

/** Operations that change something, by id. An empty list says that it was thought about: the change is easily taken back. */
const CONSEQUENCES: Readonly<Record<string, readonly Consequence[]>> = {
  logout: ["deletes"],
  "account.selectOrganization": [],
  "account.changePassword": ["deletes"],
  "account.endOtherSessions": ["deletes"],
  "account.endSession": ["deletes"],
  // Until the first code nothing has changed.
  "account.startApp": [],
  "account.confirmApp": ["deletes"],
  "account.startPasskey": [],
  "account.confirmPasskey": ["deletes"],
  "account.removeSecondFactor": ["deletes"],
  "account.renewRecoveryCodes": ["deletes"],
  "organizations.signIn.set": ["publishes"],
  "organizations.identityProvider.set": ["deletes", "publishes"],
  "organizations.identityProvider.remove": ["deletes"],
  "organizations.directoryToken.make": ["deletes", "publishes"],
  "organizations.directoryToken.remove": ["deletes"],
  "organizations.domains.add": [],
  "organizations.domains.check": ["publishes"],
  "organizations.domains.mail": [],
  "organizations.domains.remove": ["deletes"],
  "organizations.preferences.set": ["deletes", "publishes"],
  "organizations.preferences.update": ["publishes"],
  "keys.create": ["publishes"],
  "keys.letClientIn": ["publishes"],
  "keys.endOwnProgram": ["deletes"],
  "keys.update": ["publishes"],
  "keys.archive": ["deletes"],
  "keys.reactivate": ["publishes"],
  "telephony.configs.create": [],
  "telephony.configs.update": ["publishes"],
  "telephony.configs.delete": ["deletes"],
  "telephony.configs.setDefaultOutbound": ["publishes"],
  "telephony.configs.reactivate": ["publishes"],
  "telephony.phoneNumbers.create": ["publishes"],
  "telephony.phoneNumbers.update": ["publishes"],
  "telephony.phoneNumbers.delete": ["deletes"],
  "telephony.phoneNumbers.setDefaultCaller": ["publishes"],
  "numbers.provision": ["spends"],
  "numbers.release": ["deletes"],
  "numbers.verified.start": ["dials"],
  "numbers.verified.confirm": [],
  "numbers.verified.remove": ["deletes"],
  "agents.create": [],
  "agents.update": [],
  "agents.publish": ["publishes"],
  "agents.createDraft": [],
  "agents.duplicate": [],
  "agents.setStatus": ["deletes"],
  "agents.move": [],
  "channels.create": [],
  "channels.rename": [],
  "channels.delete": ["deletes"],
  "channels.members.set": ["publishes"],
  "channels.post": [],
  "channels.decide": ["publishes"],
  "channels.settleAction": ["spends"],
  "channels.settleEdit": ["publishes"],
  "channels.provideSecret": ["publishes"],
  "contacts.lists.create": [],
  "contacts.lists.update": [],
  "contacts.lists.delete": ["deletes"],
  "contacts.uploadUrl": [],
  "contacts.import": [],
  "contacts.importIntoNewList": [],
  "contacts.update": [],
  "contacts.send": [],
  "contacts.put": [],
  "contacts.segments.create": [],
  "contacts.segments.preview": [],
  "contacts.segments.delete": ["deletes"],
  // Whoever has the secret adds to whom a live campaign calls.
  "contacts.intakes.create": ["publishes"],
  "contacts.intakes.update": ["publishes"],
  "contacts.intakes.delete": ["deletes"],
  "contacts.intakes.take": [],
  "contacts.delete": ["deletes"],
  // Consent is what lets somebody be called, and only people know whether it was given.
  "contacts.consents.record": ["publishes"],
  "contacts.nationalLists.create": ["publishes"],
  "contacts.nationalLists.remove": ["deletes"],
  "contacts.doNotCall.add": [],
  "contacts.doNotCall.upload": [],
  "contacts.doNotCall.remove": ["deletes"],
  "people.preview": [],
  // It counts what would go.
  "calls.removals.preview": [],
  // It tells those who are allowed to ask what is there; nothing is changed.
  "people.exports.create": [],
  "people.exports.cancel": [],
  "people.erasures.create": ["deletes"],
  "campaigns.create": [],
  // A paused campaign goes on with what is changed here: whom it calls is told at resume.
  "campaigns.update": [],
  "campaigns.delete": ["deletes"],
  "campaigns.clone": [],
  "campaigns.start": ["dials"],
  "campaigns.unschedule": [],
  "campaigns.pause": [],
  "campaigns.finish": [],
  "campaigns.resume": ["dials"],
  "campaigns.cancel": ["deletes"],
  "campaigns.redial": ["dials"],
  "campaigns.backFill": ["dials"],
  // It only calculates.
  "campaigns.whatIf": [],
  // A campaign that runs goes on with it: people are called, written to or put on the do-not-call list by it.
  "campaigns.journey.put": ["dials"],
  "campaigns.journey.preview": [],
  // It binds simulated calls alone.
  "telephony.sandboxSimulator.set": [],
  "organizations.rulePacks.preview": [],
  "calls.policyWhatIf": [],
  "analytics.views.create": [],
  "analytics.views.update": [],
  "analytics.views.delete": ["deletes"],
  "calls.policyWhatIfReport": [],
  "calls.startTestByWorkflow": ["dials"],
  "calls.startTest": ["dials"],
  "calls.startByWorkflow": ["dials"],
  "calls.start": ["dials"],
  "messages.send": ["dials"],
  "calls.initiate": ["dials"],
  "calls.create": [],
  "calls.hangUp": ["deletes"],
  "calls.delete": ["deletes"],
  "supervision.begin": [],
  "supervision.whisper": [],
  // From here on a person hears somebody else than the agent that was published.
  "supervision.takeOver": ["publishes"],
  "supervision.say": ["publishes"],
  // It may end the call.
  "supervision.leave": ["deletes"],
  "calls.removals.create": ["deletes"],
  "calls.revokeArtifactLinks": ["deletes"],
  // The tokens of a conversation in text are held by the organization's budget, and trying an agent out is what they are for.
  "textSessions.create": [],
  "textSessions.message": [],
  "textSessions.messageStream": [],
  "textSessions.end": [],
  "textSessions.rewind": [],
  "scenarios.create": [],
  "scenarios.createFromRun": [],
  "scenarios.createFromDocument": [],
  "scenarios.import": [],
  "scenarios.update": [],
  "scenarios.delete": ["deletes"],
  // Nothing but tokens is spent, and the organization's budget holds them.
  "rehearsals.create": [],
  "rehearsals.runAgain": [],
  "rehearsals.pause": [],
  "rehearsals.resume": [],
  "rehearsals.cancel": [],
  "embedTokens.create": ["publishes"],
  "embedTokens.createOne": ["publishes"],
  "embedTokens.revoke": ["deletes"],
  "embedTokens.revokeOne": ["deletes"],
  "models.set": ["publishes"],
  "models.update": ["publishes"],
  "models.try": [],
  "credentials.create": [],
  "credentials.update": ["publishes"],
  "credentials.delete": ["deletes"],
  "tools.create": [],
  "tools.update": ["publishes"],
  "tools.delete": ["deletes"],
  "tools.unarchive": ["publishes"],
  "tools.refreshMcp": [],
  // The request is really sent, to whatever system the tool acts in.
  "tools.test": ["spends"],
  "tools.connectors.connect": [],
  "tools.mcp.connect": [],
  "tools.connectors.revoke": ["deletes"],
  "tools.connectors.setClient": ["publishes"],
  "tools.connectors.removeClient": ["deletes"],
  "webhooks.create": ["publishes"],
  "webhooks.update": ["publishes"],
  "webhooks.delete": ["deletes"],
  "webhooks.rotateSecret": ["deletes"],
  "webhooks.test": [],
  "webhooks.resend": [],
  "knowledge.uploadUrl": [],
  "knowledge.process": ["spends"],
  "knowledge.update": ["publishes"],
  "knowledge.delete": ["deletes"],
  "knowledge.translate": ["spends"],
  "recordings.uploadUrl": [],
  "recordings.create": ["publishes"],
  "recordings.delete": ["deletes"],
  "marketplace.hires.upgrade": [],
  "marketplace.packs.create": [],
  "marketplace.packs.createVersion": [],
  "marketplace.packs.publish": ["publishes"],
  "marketplace.packs.withdraw": ["deletes"],
  "marketplace.templates.hire": ["spends"],
  "team.members.invite": ["publishes"],
  "team.invitations.revoke": ["deletes"],
  "team.members.resetPassword": ["publishes"],
  "team.members.resetSecondFactor": ["deletes"],
  "team.members.setRole": ["publishes"],
  "team.members.remove": ["deletes"],
};

/** Tells whether the operation changes something. */
export const isAct = ({ method, sandbox }: JudgedOperation): boolean => method !== "get" && sandbox !== "read";

/** Tells whether somebody has decided about the operation; one that changes something must be in the list. */
export const isJudged = (operation: JudgedOperation): boolean =>
  !isAct(operation) || CONSEQUENCES[operation.id] !== undefined;

/** The ids in the list, for the test that finds one of an operation that is no longer there. */
export const judgedIds: readonly string[] = Object.keys(CONSEQUENCES);

/** Returns what the operation brings about with this body; an unknown one is treated as the worst. */
export const listConsequences = (
  operation: JudgedOperation,
  body: Readonly<Record<string, unknown>> = {},
): readonly Consequence[] => {
  if (!isAct(operation)) return [];
  const harmless = HARMLESS[operation.id];
  if (harmless?.values.includes(body[harmless.field])) return [];
  const harmful = HARMFUL[operation.id];
  const names = Array.isArray(body["unset"]) ? body["unset"] : [];
  if (harmful?.fields.some((field) => body[field] != null || names.includes(field))) return [harmful.consequence];
  return CONSEQUENCES[operation.id] ?? ["dials", "spends", "deletes", "publishes"];
};

/** What a person is told of each. */
export const CONSEQUENCE_SENTENCES: Readonly<Record<Consequence, string>> = {
  dials: "Calls real people, or lets a campaign go on calling them",
  spends: "May spend money, or act in another system",
  deletes: "Removes or ends something that others may rely on; it may not come back",
  publishes: "Takes effect at once for callers, for people or for other systems",
};

/** How long the token of a description is good for: as long as somebody may take to read it. */
export const CONFIRMATION_MINUTES = 10;
