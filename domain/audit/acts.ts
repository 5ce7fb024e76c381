import { HOUR_MS } from "../time/durations.rules.ts";

/** The kinds of acts that an organization's audit keeps. `changed` is every other change that the API makes. */
export const ACT_KINDS = [
  "logged_in",
  "log_in_failed",
  "logged_out",
  "password_changed",
  "key_made",
  "key_used_from_new_network",
  "looked_at_person",
  "downloaded",
  "exported",
  "secret_read",
  "changed",
] as const;
export type ActKind = (typeof ACT_KINDS)[number];

/** Acts are kept this long unless the operator says otherwise (`AUDIT_KEEP_DAYS`). */
export const AUDIT_DAYS = 400;
/** A page that asks again every few seconds is one look: the same thing is noted once in this time for each actor. */
export const LOOK_AGAIN_AFTER_MS = HOUR_MS;
/** Of a browser or a program, as it names itself. */
export const LONGEST_USER_AGENT = 200;

/** An operation as far as the rule looks at it. */
export interface AuditedOperation {
  id: string;
  method: string;
  /** `read`: it changes nothing, whatever its method. */
  sandbox: string;
}

/** Tells whether an operation changes something. */
export const isChange = ({ method, sandbox }: AuditedOperation): boolean => method !== "get" && sandbox !== "read";

/** Returns the act that a request of this operation is; null: one that the audit does not keep. */
export const decideAct = (operation: AuditedOperation): ActKind | null =>
  isChange(operation) ? (CHANGES[operation.id] ?? "changed") : (READS[operation.id] ?? null);

const CHANGES: Readonly<Record<string, ActKind>> = {
  logout: "logged_out",
  "account.changePassword": "password_changed",
  "keys.create": "key_made",
  "scenarios.createFromRun": "looked_at_person",
};

/** Every operation that reads, and what the audit keeps of it; null: it shows nothing of a person, and no secret. */
export const READS: Readonly<Record<string, ActKind | null>> = {
  health: null,
  me: null,
  "account.organizations": null,
  "account.sessions": null,
  "organizations.preferences.get": null,
  "organizations.live": null,
  "organizations.stream": null,
  "organizations.fair-share": null,
  "keys.list": null,
  "telephony.providers": null,
  "telephony.configs.warnings": null,
  "telephony.configs.list": null,
  "telephony.configs.get": null,
  "telephony.phoneNumbers.list": null,
  "telephony.phoneNumbers.get": null,
  "numbers.search": null,
  "numbers.list": null,
  "numbers.verified.list": null,
  "numbers.verified.options": null,
  "agents.list": null,
  "agents.count": null,
  "agents.summary": null,
  "agents.get": null,
  "agents.versions": null,
  "agents.validate": null,
  "agents.webhookSecret": "secret_read",
  "agents.nodeTypes": null,
  "agents.nodeType": null,
  "channels.list": null,
  "channels.timeline": "looked_at_person",
  "channels.timeline.stream": "looked_at_person",
  "channels.draft": "looked_at_person",
  "channels.draft.stream": "looked_at_person",
  "channels.members.get": null,
  "channels.listRequests": "looked_at_person",
  "channels.actionArguments": "looked_at_person",
  "contacts.lists.list": null,
  "contacts.imports.get": "looked_at_person",
  "contacts.imports.list": null,
  "contacts.list": "looked_at_person",
  "contacts.consents.get": "looked_at_person",
  "contacts.nationalLists.list": null,
  "contacts.nationalLists.get": null,
  "contacts.doNotCall.list": "looked_at_person",
  "contacts.doNotCall.check": "looked_at_person",
  "people.preview": "looked_at_person",
  "people.erasures.get": null,
  "people.erasures.list": null,
  "calls.removals.preview": null,
  "calls.removals.get": null,
  "calls.removals.list": null,
  "campaigns.list": null,
  "campaigns.get": null,
  "campaigns.progress": null,
  "campaigns.progressStream": null,
  "campaigns.activity": "looked_at_person",
  "campaigns.summary": null,
  "campaigns.forecast": null,
  "campaigns.previewBackFill": null,
  "campaigns.whatIfs": null,
  "campaigns.getWhatIf": null,
  "campaigns.runs": "looked_at_person",
  "campaigns.report": "exported",
  "campaigns.record": "exported",
  "campaigns.contacts": "looked_at_person",
  "campaigns.contactOutlook": "looked_at_person",
  "calls.list": "looked_at_person",
  "calls.get": "looked_at_person",
  "calls.transcript": "looked_at_person",
  "calls.peaks": null,
  "calls.listAll": "looked_at_person",
  "calls.search": "looked_at_person",
  "calls.artifact": "downloaded",
  "calls.report": "exported",
  "calls.usageReport": "exported",
  "calls.dailyUsage": null,
  // A question may be about the calls of one number.
  "analytics.ask": "looked_at_person",
  "analytics.report": "exported",
  "analytics.measures": null,
  "analytics.views.list": null,
  "textSessions.get": "looked_at_person",
  "webCalls.describe": null,
  "embedTokens.list": null,
  "embedTokens.getOne": null,
  "models.get": null,
  "numbers.missed.list": "looked_at_person",
  "credentials.list": null,
  "credentials.get": null,
  "tools.list": null,
  "tools.get": null,
  "tools.connectors.list": null,
  "tools.connectors.showSignIn": null,
  "tools.connectors.callback": null,
  "tools.connectors.accounts": null,
  "tools.connectors.activity": "looked_at_person",
  "webhooks.list": null,
  "webhooks.deadLetters": null,
  "webhooks.get": null,
  "webhooks.deliveries": null,
  "webhooks.delivery": "looked_at_person",
  "knowledge.list": null,
  "knowledge.get": null,
  "knowledge.search": null,
  "knowledge.usage": null,
  "telephony.sandboxSimulator.get": null,
  "record.checkpoint": null,
  "record.tile": null,
  "record.partialTile": null,
  "record.farTile": null,
  "record.entries": null,
  "record.key": null,
  "record.proveRun": null,
  "recordings.list": null,
  "rehearsals.conversation": null,
  "scenarios.export": null,
  "scenarios.personas": null,
  "rehearsals.get": null,
  "rehearsals.junit": null,
  "rehearsals.list": null,
  "scenarios.get": null,
  "scenarios.list": null,
  "marketplace.packs.versions": null,
  "marketplace.templates.list": null,
  "marketplace.templates.get": null,
  "marketplace.hires.get": null,
  "marketplace.packs.list": null,
  "marketplace.packs.get": null,
  "team.home": null,
  "team.status": null,
  "team.members.list": null,
  "team.invitations.list": null,
  "audit.list": null,
  "audit.export": "exported",
};
