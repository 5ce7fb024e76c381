import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../..");

/** Rules of the specification: where each stands, and what applies it. A rule that is told elsewhere moves here with its file. */
const RULES: readonly (readonly [rule: string, home: string, appliedBy: readonly string[]])[] = [
  [
    "which settings a campaign may change in which state",
    "domain/campaign/editable-settings.ts",
    ["api/campaigns/update-campaign.ts"],
  ],
  [
    "retries of a campaign, and their defaults",
    "domain/campaign/retry.rules.ts",
    ["api/campaigns/settings.schemas.ts", "activities/call-run/settle-run.ts"],
  ],
  [
    "when the circuit breaker trips, and its defaults",
    "domain/campaign/circuit-breaker.rules.ts",
    ["api/campaigns/settings.schemas.ts", "activities/call-run/read-breaker.ts"],
  ],
  [
    "which command a state allows",
    "domain/campaign/campaign-states.rules.ts",
    ["workflows/campaign/campaign-commands.ts", "activities/campaign/apply-command.ts"],
  ],
  [
    "whom a redial calls",
    "domain/campaign/redial.rules.ts",
    ["workflows/campaign/campaign-commands.ts", "activities/campaign/create-redial.ts"],
  ],
  [
    "how long the answer to a request with a key is kept",
    "domain/idempotency/idempotency-key.ts",
    ["api/http/idempotency.ts", "infra/postgres/conversation/expired-words.repository.ts"],
  ],
  [
    "how long a former key signs beside the new one",
    "domain/record/checkpoint.rules.ts",
    ["infra/postgres/record/record-keys.repository.ts"],
  ],
  [
    "how long a budget holds what models and speech may still cost",
    "domain/call/budget.rules.ts",
    ["infra/postgres/call/budget.repository.ts"],
  ],
  ["the longest span of a question about policy", "domain/what-if/judge-calls.ts", ["api/calls/ask-policy-what-if.ts"]],
  ["the calling window", "domain/campaign/dialling-window.ts", ["application/call/admission-facts.ts"]],
  [
    "what happens to a contact after its call",
    "domain/call/settled-contact.rules.ts",
    ["activities/call-run/settle-run.ts"],
  ],
  [
    "do-not-call, consent and kinds of numbers",
    "domain/call/number-permission.rules.ts",
    ["domain/call/admission.rules.ts"],
  ],
  [
    "which of several reasons against a number is told",
    "domain/call/number-permission.rules.ts",
    ["infra/postgres/campaign/campaign-snapshot.repository.ts"],
  ],
  [
    "that consent overrules national lists",
    "domain/contact/consent.rules.ts",
    ["domain/call/number-permission.rules.ts", "infra/postgres/contact/number-permission.ts"],
  ],
  ["the outcome of a call", "domain/call/call-outcome.rules.ts", ["activities/call-run/settle-call.ts"]],
  [
    "which rings are missed calls",
    "domain/call/missed-call.rules.ts",
    ["activities/call-run/settle-run.ts", "api/calls/inbound/decide-inbound-call.ts"],
  ],
  ["the first decision about a call", "domain/call/first-decision.rules.ts", ["api/calls/start-call-workflow.ts"]],
  ["which caller id is shown", "domain/number/caller-id.ts", ["application/call/choose-caller-id.ts"]],
  [
    "digits, tries and life of a verification code, and how often a number is verified",
    "domain/number/number-verification.rules.ts",
    [
      "infra/postgres/number/verification-code.ts",
      "infra/postgres/number/number-verification.repository.ts",
      "api/numbers/confirm-verification.ts",
    ],
  ],
  [
    "the processing status of a document",
    "domain/document/processing-status-by-state.ts",
    ["api/documents/documents.presenter.ts"],
  ],
  [
    "storage against the plan",
    "domain/document/storage-limits.ts",
    ["api/documents/create-document-upload-url.ts", "application/document/request-version.ts"],
  ],
  [
    "who reads a document",
    "domain/document/document-scope.rules.ts",
    ["test/application/document/select-readable-documents.test.ts"],
  ],
  ["what can be undone, and for how long", "domain/request/undo.rules.ts", ["application/request/request-actions.ts"]],
  [
    "how a conversation resumes",
    "domain/conversation/resumption.ts",
    ["application/conversation/resume-conversation.ts"],
  ],
  ["search of packs", "domain/template/search-packs.ts", ["api/marketplace/list-packs.ts"]],
  ["what a hire writes on its agent", "domain/template/hired-agent.ts", ["api/marketplace/upgrade-parts.ts"]],
  [
    "roles, and what the one may that the other may not",
    "domain/access/member-role.rules.ts",
    ["api/http/authenticate.ts"],
  ],
  [
    "the form of an API key, and how often its use is noted",
    "domain/access/api-key.ts",
    ["api/api-keys/create-api-key.ts", "api/http/authenticate.ts"],
  ],
  ["what an API key may, and until when", "domain/access/api-key-limits.ts", ["api/http/require-scope.ts"]],
  [
    "the length of a password, and the life of a link to a new one",
    "domain/access/password.ts",
    ["api/auth/account.schemas.ts", "api/auth/forgot-password.ts"],
  ],
  [
    "the life of a session",
    "domain/access/session.ts",
    ["api/auth/open-session.ts", "infra/postgres/access/person.repository.ts"],
  ],
  [
    "the life of an invitation, and how many there may be",
    "domain/access/invitation.ts",
    ["api/team/invite-member.ts", "api/team/set-member-role.ts"],
  ],
  [
    "how failed log-ins are slowed",
    "domain/access/login-slowdown.ts",
    ["api/auth/log-in.ts", "infra/postgres/access/login-attempts.repository.ts"],
  ],
  ["how long it is kept who did what", "domain/audit/kept-acts.ts", ["infra/config/config-schema.ts"]],
  [
    "states of a call, in order, and which of them take a line",
    "domain/call/call-states.rules.ts",
    [
      "api/calls/initiate-call.ts",
      "infra/postgres/call/live-runs.ts",
      "infra/postgres/call/run-transitions.ts",
      "infra/telemetry/installation-gauges.ts",
    ],
  ],
  [
    "the channel of a run, by its mode",
    "domain/call/modes-and-channels.rules.ts",
    ["infra/postgres/call/channel-columns.ts", "infra/postgres/call/run-filters.ts"],
  ],
  [
    "which requests to a carrier are attempts, and how long they count",
    "domain/call/attempt.rules.ts",
    [
      "infra/postgres/call/counted-attempts.ts",
      "activities/call-run/place-call.ts",
      "activities/request/place-call-back.ts",
      "domain/call/admission.rules.ts",
    ],
  ],
  [
    "how long attempts of removed runs are kept",
    "domain/removal/removed-attempts.ts",
    ["infra/postgres/removal/removed-sums.ts"],
  ],
  [
    "how long a run stays by which its campaign judges its calls",
    "domain/removal/removal.rules.ts",
    ["infra/postgres/removal/removable-runs.ts"],
  ],
  [
    "how long it is known what became of recordings at carriers",
    "domain/privacy/carrier-recordings.rules.ts",
    ["infra/postgres/privacy/recordings-to-remove.repository.ts"],
  ],
  [
    "how long after a call its conclusion is waited for",
    "domain/conversation/conclusion-wait.ts",
    ["infra/postgres/campaign/call-back.repository.ts", "infra/postgres/journey/journey-standing.repository.ts"],
  ],
  [
    "which contacts wait, and with which a campaign is not done",
    "domain/campaign/contact-states.rules.ts",
    [
      "infra/postgres/campaign/campaign-contacts.repository.ts",
      "infra/postgres/privacy/stop-calling.ts",
      "infra/postgres/person/awaiting-campaigns.repository.ts",
    ],
  ],
  [
    "which campaigns are under way, planned, started or over",
    "domain/campaign/campaign-states.rules.ts",
    [
      "infra/postgres/campaign/calendar.repository.ts",
      "infra/postgres/removal/removable-runs.ts",
      "infra/postgres/rule-pack/waiting-contacts.repository.ts",
      "infra/backup/freeze-campaigns.ts",
    ],
  ],
  [
    "how long a lost answer of a carrier is looked up",
    "domain/call/reconciliation.rules.ts",
    ["workflows/call-run/call-run.workflow.ts"],
  ],
  ["how long a phone rings", "domain/call/call-plan.ts", ["activities/call-run/outbound-call.ts"]],
  ["how long a call lasts", "domain/agent/agent-settings.ts", ["activities/call-run/admit-call.ts"]],
  ["which variables override which", "domain/call/call-variables.ts", ["infra/postgres/call/run-agent.repository.ts"]],
  [
    "files of a call, and the life of links to them",
    "domain/call/artifact.ts",
    ["api/organizations/organizations.schemas.ts", "application/call/artifact-link.ts"],
  ],
  [
    "calls at a time",
    "domain/call/concurrent-calls.ts",
    ["api/organizations/organizations.schemas.ts", "infra/postgres/access/organization.entity.ts"],
  ],
  [
    "attempts on a number in a day",
    "domain/call/attempt.rules.ts",
    ["api/organizations/organizations.schemas.ts", "api/calls/policy-what-if.schemas.ts"],
  ],
  ["over how many days usage is told", "domain/call/usage-days.ts", ["api/calls/usage.schemas.ts"]],
  [
    "runs without a telephone, by the names of their modes",
    "domain/call/modes-and-channels.rules.ts",
    [
      "api/calls/create-run.ts",
      "api/conversations/text/session-run.ts",
      "api/conversations/web-call/start-embedded-call.ts",
      "activities/maintenance/restart-lost-sessions.ts",
      "infra/postgres/call/requested-runs.ts",
      "infra/postgres/call/live-runs.ts",
      "infra/postgres/call/call-run.entity.ts",
      "infra/postgres/conversation/open-sessions.repository.ts",
      "infra/postgres/thread/thread-sessions.repository.ts",
      "application/web-call/open-web-calls.ts",
      "workflows/run-workflow.contract.ts",
    ],
  ],
  ["how long a web call can be joined", "domain/call/web-call.rules.ts", ["activities/web-call/check-web-call.ts"]],
  ["the limits of embed tokens", "domain/call/embed-token.ts", ["api/conversations/web-call/create-embed-token.ts"]],
  ["whose transfers are checked", "domain/call/transfer.rules.ts", ["infra/postgres/contact/transfer-permission.ts"]],
  ["what a budget reserves", "domain/call/budget.rules.ts", ["infra/postgres/call/budget.repository.ts"]],
  [
    "what a call and a text cost by the price list",
    "domain/call/call-price.rules.ts",
    ["infra/telephony/price-table.ts"],
  ],
  [
    "what a call costs at most",
    "domain/call/call-price.rules.ts",
    ["application/call/admission-facts.ts", "api/campaigns/cost-warnings.ts"],
  ],
  [
    "which cost takes the place of what is reserved",
    "domain/call/budget.rules.ts",
    ["activities/call-run/call-budget.ts", "activities/call-run/call-price.ts"],
  ],
  [
    "calling hours of an organization",
    "domain/campaign/calling-hours.ts",
    ["api/organizations/organizations.schemas.ts"],
  ],
  [
    "when a person who asks for it is called back",
    "domain/campaign/asked-call-back.ts",
    ["application/campaign/keep-call-back.ts"],
  ],
  ["who joins a campaign, and until when", "domain/campaign/enrolment.ts", ["api/campaigns/finish-campaign.ts"]],
  ["by which proof a number may be shown", "domain/number/caller-id-ownership.ts", ["api/numbers/number-ownership.ts"]],
  [
    "which calls may be supervised, and for how long",
    "domain/call/supervision.rules.ts",
    ["api/calls/supervision/supervised-run.ts", "api/calls/supervision/supervision.presenter.ts"],
  ],
  ["which calls an intake takes", "domain/contact/ended-call.ts", ["application/contact/take-ended-call.ts"]],
  ["which calls are reviewed", "domain/conversation/review.ts", ["activities/after-conversation/review-run.ts"]],
  [
    "how often the record is sealed",
    "domain/record/checkpoint.rules.ts",
    ["workflows/maintenance/maintenance.workflow.ts", "worker/schedules.ts"],
  ],
  [
    "what an import does with a number that comes twice",
    "domain/contact/contact-import.ts",
    ["api/contacts/contacts.schemas.ts", "infra/postgres/contact/merge-contacts.ts"],
  ],
  [
    "which numbers are searched for, and how many are found",
    "domain/number/managed-number-rental.rules.ts",
    ["api/numbers/managed-numbers.schemas.ts", "infra/telephony/carrier-numbers.ts"],
  ],
  ["which answers a hire needs", "domain/template/hire-answers.ts", ["api/marketplace/hire-answers.ts"]],
  [
    "how a translation is named",
    "domain/document/translation/translated-document.ts",
    ["api/documents/translate-document.ts"],
  ],
  ["that a campaign is redialled once", "domain/campaign/redial.rules.ts", ["activities/campaign/create-redial.ts"]],
  [
    "by which key a person takes a caller",
    "domain/call/transfer.rules.ts",
    ["application/call/briefing-conversation.ts"],
  ],
  ["the percentage and the end of a campaign", "domain/campaign/progress.ts", ["api/campaigns/progress.presenter.ts"]],
  ["the forecast of a campaign", "domain/campaign/forecast.ts", ["api/campaigns/forecast-campaign.ts"]],
  ["whom a back-fill dials", "domain/campaign/back-fill.rules.ts", ["infra/postgres/campaign/back-fill.repository.ts"]],
  [
    "which version a contact keeps",
    "domain/campaign/version-shares.rules.ts",
    ["activities/campaign/share-out-versions.ts"],
  ],
  [
    "when a version is surely worse",
    "domain/campaign/version-guard.rules.ts",
    ["activities/call-run/guard-versions.ts"],
  ],
  [
    "how long a sign-in at an app takes",
    "domain/connector/sign-in.ts",
    ["api/connectors/sign-in-state.ts", "infra/postgres/connector/connector-sign-in.repository.ts"],
  ],
  [
    "when a token of an app is refreshed",
    "domain/connector/token-refresh.ts",
    ["application/connector/connector-token.ts"],
  ],
  [
    "where a number on the do-not-call list came from, and how many a request has",
    "domain/contact/do-not-call.ts",
    ["api/contacts/do-not-call.schemas.ts", "infra/postgres/contact/do-not-call-entry.entity.ts"],
  ],
  [
    "which consent holds, and what ends it",
    "domain/contact/consent.rules.ts",
    ["infra/postgres/contact/number-permission.ts", "infra/postgres/contact/consent.repository.ts"],
  ],
  ["the columns of a contact file", "domain/contact/contact-columns.ts", ["api/contacts/contacts.schemas.ts"]],
  ["when a national list is too old", "domain/contact/national-list.ts", ["api/campaigns/campaign-warnings.ts"]],
  [
    "how long a text session may be",
    "domain/conversation/session-limits.ts",
    ["api/conversations/text/require-session-quota.ts"],
  ],
  ["evidence of an extracted variable", "domain/conversation/evidence.ts", ["domain/conversation/conclusion.ts"]],
  [
    "how much of whole documents is read",
    "domain/document/retrieval-mode.rules.ts",
    ["application/document/whole-documents.ts"],
  ],
  [
    "how many passages a search finds, and an agent reads",
    "domain/document/search-limits.ts",
    ["api/documents/document-search.schemas.ts", "application/document/read-documents.ts"],
  ],
  [
    "pages of a PDF, and how deep files are nested",
    "domain/document/file-reading-limits.ts",
    ["infra/document-text/formats/pdf.ts", "infra/document-text/formats/html.ts"],
  ],
  ["types of documents", "domain/document/document-type.ts", ["api/documents/create-document-upload-url.ts"]],
  ["what the sandbox may", "domain/environment/sandbox.rules.ts", ["api/http/require-production.ts"]],
  [
    "which carrier has a call or a text of the sandbox",
    "domain/environment/sandbox.rules.ts",
    [
      "application/call/call-to-dial.ts",
      "application/call/admission-facts.ts",
      "application/message/admit-text.ts",
      "application/message/text-facts.ts",
      "activities/call-run/dialled-call.ts",
      "api/campaigns/require-steps-ready.ts",
      "api/calls/carrier-callbacks/callback-target.ts",
      "infra/postgres/privacy/recordings-to-remove.repository.ts",
      "infra/postgres/web-call/voice-reservation.repository.ts",
      "infra/postgres/campaign/dialling-hours.repository.ts",
      "infra/postgres/team/fair-share.repository.ts",
    ],
  ],
  [
    "that the sandbox costs nothing",
    "domain/environment/sandbox.rules.ts",
    [
      "application/call/admission-facts.ts",
      "application/message/admit-text.ts",
      "infra/postgres/call/budget.repository.ts",
      "infra/postgres/call/requested-runs.ts",
      "infra/postgres/call/session-budget.repository.ts",
      "infra/postgres/message/text-messages.repository.ts",
      "infra/postgres/removal/removed-sums.ts",
    ],
  ],
  [
    "numbers of the sandbox with a fixed outcome",
    "domain/environment/magic-numbers.rules.ts",
    ["infra/simulator/script.ts"],
  ],
  [
    "how often mails tell of requests",
    "domain/mail/request-digest.rules.ts",
    ["activities/request-digest/send-request-digests.ts", "workflows/request-digest/request-digest.workflow.ts"],
  ],
  ["dimensions of a vector", "domain/model/embedder.ts", ["infra/models/openai.embedder.ts"]],
  ["how large a recording may be", "domain/recording/recording-file.ts", ["api/recordings/recordings.schemas.ts"]],
  [
    "when a request expires, and how long a call waits for its answer",
    "domain/request/request-expiry.rules.ts",
    ["application/request/open-request.ts", "domain/conversation/agent-graph.ts"],
  ],
  [
    "who may answer a request, and that the first answer counts",
    "domain/request/who-may-answer.rules.ts",
    ["infra/postgres/request/request-mails.repository.ts", "api/requests/requests.errors.ts"],
  ],
  [
    "until when an answer settles a request",
    "domain/request/request.rules.ts",
    ["infra/postgres/request/settle-request.ts"],
  ],
  [
    "kinds and states of requests",
    "domain/request/request.rules.ts",
    [
      "infra/postgres/request/request.entity.ts",
      "api/requests/requests.schemas.ts",
      "api/people/person.schemas.ts",
      "api/mcp/tools/list-inbox.ts",
    ],
  ],
  ["how long a call back waits", "domain/request/answer-call-back.ts", ["activities/request/place-call-back.ts"]],
  [
    "how much of a secret is shown",
    "domain/secret/masked-secret.ts",
    ["api/telephony/carrier-settings.ts", "domain/secret/credential-data.ts"],
  ],
  ["the state of an agent", "domain/team/agent-status.ts", ["infra/postgres/team/agent-status.repository.ts"]],
  [
    "days of the home page, and what needs attention",
    "domain/team/home-and-attention.ts",
    ["api/team/team.schemas.ts", "infra/postgres/team/attention.repository.ts"],
  ],
  [
    "that a reader's own channels come first",
    "domain/team/home-and-attention.ts",
    ["infra/postgres/team/attention.repository.ts"],
  ],
  ["packs of an organization", "domain/template/own-pack.ts", ["api/marketplace/own-packs.schemas.ts"]],
  [
    "whom a message in a channel addresses",
    "domain/channel/mentioned-agent.ts",
    ["api/channels/find-replying-agent.ts"],
  ],
  ["how long a thread lives", "domain/thread/thread-limits.ts", ["application/conversation/idle-seconds.ts"]],
  [
    "when a webhook is tried again, and switched off",
    "domain/webhook/webhook-delivery.rules.ts",
    ["activities/webhook-delivery/deliver-webhooks.ts"],
  ],
  [
    "how many webhooks there are, and how long a former secret holds",
    "domain/webhook/webhook-limits.ts",
    ["api/webhooks/create-webhook.ts", "api/webhooks/rotate-secret.ts"],
  ],
  [
    "how many agents, tools and keys an organization may have, and how many sessions and bytes unless the operator says so",
    "domain/access/quotas.ts",
    ["api/require-quota.ts", "infra/config/config-schema.ts"],
  ],
  [
    "how often and how much at a time may be asked",
    "domain/access/request-limits.ts",
    ["infra/config/config-schema.ts", "api/http/load/rate-limits.ts", "api/http/load/request-guards.ts"],
  ],
  [
    "codes of a second factor, and how many there are",
    "domain/access/second-factor.ts",
    ["infra/secrets/one-time-code.ts"],
  ],
  [
    "domains and roles of groups that an organization adds",
    "domain/access/identity-provider.ts",
    ["api/organizations/single-sign-on/domains.ts", "api/organizations/single-sign-on/single-sign-on.schemas.ts"],
  ],
  [
    "how long a model's answer may be, and may take",
    "domain/model/reply-limits.ts",
    [
      "infra/models/open-model.ts",
      "infra/models/openai.model.ts",
      "activities/document-processing/translate-part.ts",
      "activities/thread/reply-as-assistant.ts",
    ],
  ],
  [
    "how many tool calls of an organization are made at a time",
    "domain/tool/tool-call-shares.ts",
    ["activities/tool/tool-shares.ts"],
  ],
  [
    "who publishes without a green rehearsal, and the reason for it",
    "domain/rehearsal/publish-gate.ts",
    ["api/require-rehearsed.ts", "api/agents/update-agent.ts", "api/agents/agents.schemas.ts"],
  ],
  ["how long an answer at a hire is", "domain/template/hire-needs.ts", ["api/marketplace/hires.schemas.ts"]],
  [
    "how many tools an MCP server offers",
    "domain/tool/mcp-limits.ts",
    ["infra/mcp/mcp-tools.ts", "test/api/mcp/mcp.test.ts"],
  ],
  ["when a text is given up", "domain/message/message-states.rules.ts", ["application/message/reconcile-texts.ts"]],
  [
    "how soon a waiting campaign looks again",
    "domain/campaign/waiting-work.rules.ts",
    ["activities/campaign/dialling-outlook.ts", "activities/campaign/assess-campaign.ts"],
  ],
  [
    "when a model fails",
    "domain/model/model-outage.rules.ts",
    ["infra/postgres/team/attention.repository.ts", "infra/postgres/conversation/failed-turns.repository.ts"],
  ],
  [
    "how far the assistant looks back",
    "domain/assistant/assistant-functions.ts",
    ["activities/thread/assistant/look-up.ts", "activities/thread/assistant/find-calls.ts"],
  ],
  ["which tools people confirm", "domain/tool/tool-confirmation.ts", ["api/tools/confirmable-tool.ts"]],
  [
    "what an intake takes",
    "domain/contact/intake.ts",
    ["api/contacts/take-contact.ts", "infra/postgres/contact/contact-intake.repository.ts"],
  ],
  ["what a calendar tells of a span", "domain/campaign/calendar.ts", ["api/campaigns/read-calendar.ts"]],
  [
    "days and minutes of a campaign's figures, and who is late",
    "domain/campaign/figures-by-day.ts",
    ["api/campaigns/campaign-days.schemas.ts", "api/campaigns/activity.schemas.ts"],
  ],
  [
    "how many spoken passages are looked at, and which fit",
    "domain/conversation/spoken-search.ts",
    ["api/calls/call-search.schemas.ts", "application/conversation/search-spoken-words.ts"],
  ],
  [
    "members of a channel, and who of them is called",
    "domain/channel/channel.ts",
    ["api/channels/channel-members.schemas.ts", "api/channels/set-channel-members.ts"],
  ],
  [
    "the size of contact files, and how long they are kept",
    "domain/contact/contact-file-limits.ts",
    ["infra/contact-file/read-contact-file.ts", "activities/maintenance/remove-unused-contact-files.ts"],
  ],
  ["how large a definition is", "domain/agent/definition-limits.ts", ["api/agents/agents.schemas.ts"]],
  ["how large a journey is", "domain/journey/journey-limits.ts", ["domain/journey/journey-faults.ts"]],
  [
    "how much a preview of rules looks at",
    "domain/rule-pack/rules-preview.ts",
    ["application/rule-pack/preview-rules.ts", "application/what-if/replay-past-rules.ts"],
  ],
  [
    "how many packs an organization chooses",
    "domain/rule-pack/applied-rules.ts",
    ["api/organizations/rule-packs.schemas.ts"],
  ],
  [
    "which campaigns are forecast from an earlier one",
    "domain/what-if/forecast-from-past.ts",
    ["application/what-if/forecast-draft.ts"],
  ],
  [
    "how many campaigns of a person are judged",
    "domain/person/person-limits.ts",
    ["application/person/read-prospects.ts", "api/people/get-person.ts"],
  ],
  ["how far the reply to a message is", "domain/thread/draft-status.ts", ["api/channels/messages.schemas.ts"]],
  [
    "what a credential of each type holds",
    "domain/secret/credential-data.ts",
    ["infra/postgres/credential/credential.repository.ts", "api/credentials/require-sound-credential.ts"],
  ],
  [
    "what is said to a caller whose call is missed, and of it",
    "domain/call/missed-call.rules.ts",
    ["api/calls/inbound/receive-inbound.ts", "infra/postgres/call/missed-calls.repository.ts"],
  ],
  [
    "how far ahead of its account's pace a campaign claims calls",
    "domain/campaign/claim-limit.rules.ts",
    ["activities/campaign/claim-runs.ts"],
  ],
  [
    "when a carrier has every recording of a call",
    "domain/call/follow-up.rules.ts",
    ["activities/call-run/store-recording.ts"],
  ],
  [
    "when an ordered number is lost",
    "domain/number/managed-number-rental.rules.ts",
    ["activities/number-rental/check-rental.ts"],
  ],
  [
    "what a conversation tells of the end of its call",
    "domain/call/call-outcome.rules.ts",
    ["activities/call-run/call-conversation.ts"],
  ],
  [
    "which outcomes count for a version's answer rate",
    "domain/call/call-outcome.rules.ts",
    ["infra/postgres/campaign/version-tallies.repository.ts"],
  ],
  [
    "which campaigns keep their contact list from being deleted",
    "domain/contact/contact-list.ts",
    ["infra/postgres/contact/contact-list.repository.ts"],
  ],
  ["how long a file of a call is handed out", "domain/call/artifact.ts", ["api/calls/download-artifact.ts"]],
  ["how long a file of an archive is handed out", "domain/removal/archive.rules.ts", ["api/calls/archives.reads.ts"]],
  [
    "when a call that no process starts is canceled",
    "domain/call/call-states.rules.ts",
    ["api/calls/cancel-abandoned-runs.ts"],
  ],
  [
    "who changes whose role, and the last owner",
    "domain/access/member-role.rules.ts",
    ["api/team/require-authority.ts", "api/team/remove-member.ts"],
  ],
  [
    "which roles may answer, supervise and connect accounts",
    "domain/access/member-role.rules.ts",
    [
      "domain/request/who-may-answer.rules.ts",
      "infra/postgres/supervision/supervision.repository.ts",
      "infra/postgres/connector/connector-sign-in.repository.ts",
    ],
  ],
  [
    "for how many days an organization keeps things at most",
    "domain/removal/retention.rules.ts",
    ["api/organizations/organizations.schemas.ts", "infra/config/setting-kinds.ts"],
  ],
  [
    "what an opening of a week is",
    "domain/campaign/window-slots.ts",
    ["api/campaigns/settings.schemas.ts", "api/calls/policy-what-if.schemas.ts", "domain/campaign/calling-hours.ts"],
  ],
  [
    "that calls begin with a disclosure unless there is a reason",
    "domain/agent/disclosure.ts",
    ["api/organizations/organizations.schemas.ts"],
  ],
  [
    "who reads a document unless it is said",
    "domain/document/document-scope.rules.ts",
    ["api/documents/choose-readers.ts", "infra/postgres/document/document.entity.ts"],
  ],
  [
    "how a document is read unless it is said",
    "domain/document/retrieval-mode.rules.ts",
    [
      "api/documents/process-document.ts",
      "api/documents/process-source.ts",
      "activities/add-agent-document.ts",
      "infra/postgres/document/document.entity.ts",
    ],
  ],
  [
    "where an account of an app stands",
    "domain/connector/account-status.ts",
    [
      "api/connectors/connectors.schemas.ts",
      "api/connectors/revoke-account.ts",
      "api/tools/checked-connector.ts",
      "application/connector/connector-token.ts",
      "infra/postgres/connector/connector-account.entity.ts",
      "infra/postgres/connector/connector-account.repository.ts",
    ],
  ],
  [
    "how often what a stream tells of is read",
    "domain/access/event-streams.ts",
    ["api/campaigns/stream-progress.ts", "api/organizations/stream-organization.ts"],
  ],
  ["how soon a stream ends with its credential", "domain/access/event-streams.ts", ["api/http/credential-watch.ts"]],
  [
    "how long a system is waited for that gives a call variables, and what it may answer",
    "domain/call/pre-call-fetch.ts",
    ["application/conversation/fetch-variables.ts"],
  ],
  ["what hears the person in a browser", "domain/call/web-call.rules.ts", ["application/web-call/carries-audio.ts"]],
  [
    "when a caller whom the person has left hears nobody",
    "domain/call/transfer.rules.ts",
    ["workflows/call-run/transfer.ts"],
  ],
  [
    "whether the draft of a proposal is the one that was shown",
    "domain/request/proposed-edit.ts",
    ["application/request/propose-edit.ts"],
  ],
  [
    "how a webhook is signed, and by which headers that is told",
    "domain/webhook/webhook-request.ts",
    [
      "infra/postgres/webhook/webhook-secret.ts",
      "activities/webhook-delivery/send-webhook.ts",
      "activities/after-conversation/run-webhook.ts",
      "api/contacts/take-contact.ts",
    ],
  ],
  [
    "how often a campaign is simulated, and how wide the spread is",
    "domain/what-if/spread.ts",
    ["domain/what-if/predict-policy.ts", "domain/what-if/forecast-from-past.ts"],
  ],
  [
    "what a proposal of the assistant needs",
    "domain/assistant/read-proposal.ts",
    ["activities/thread/assistant/propose.ts"],
  ],
  [
    "how soon a campaign claims again, and is assessed again while its calls end",
    "domain/campaign/claim-limit.rules.ts",
    ["activities/campaign/claim-runs.ts", "activities/campaign/assess-campaign.ts"],
  ],
  [
    "what an organization is told that has too many rows",
    "domain/access/quotas.ts",
    ["application/contact/take-ended-call.ts", "api/http/openapi/build-document.ts"],
  ],
  [
    "what a recurring campaign does when the last one goes on, or a time was missed",
    "domain/campaign/recurrence.ts",
    ["api/campaigns/settings.schemas.ts"],
  ],
  [
    "whom a campaign calls unless it is said, and whom first",
    "domain/campaign/enrolment.ts",
    ["api/campaigns/campaigns.schemas.ts", "infra/postgres/campaign/campaign.entity.ts"],
  ],
  [
    "priorities of contacts, and their order",
    "domain/contact/priority.ts",
    ["api/campaigns/campaigns.schemas.ts", "infra/postgres/campaign/campaign.entity.ts"],
  ],
  [
    "how an account's calls are routed, and which follow it",
    "domain/call/account-failover-and-route.rules.ts",
    ["api/telephony/telephony.schemas.ts", "infra/postgres/telephony/telephony-account.entity.ts"],
  ],
  [
    "how a caller id is chosen unless it is said",
    "domain/number/caller-id.ts",
    [
      "api/telephony/telephony.schemas.ts",
      "infra/postgres/telephony/telephony-account.entity.ts",
      "infra/postgres/campaign/campaign.entity.ts",
    ],
  ],
  ["the environment of a key unless it is said", "domain/access/api-key.ts", ["api/api-keys/api-keys.schemas.ts"]],
  [
    "that an erased person stays on the do-not-call list",
    "domain/privacy/erasure.rules.ts",
    ["api/people/people.schemas.ts"],
  ],
  [
    "the plan of an organization, and what it stores",
    "domain/document/storage-limits.ts",
    ["infra/postgres/document/document-usage.entity.ts"],
  ],
  [
    "how large the file of a document may be, and how many uploads wait",
    "domain/document/document-upload.ts",
    ["api/documents/create-document-upload-url.ts"],
  ],
  [
    "the states of a document, and the one after its processing",
    "domain/document/processing-status-by-state.ts",
    [
      "application/document/end-version.ts",
      "infra/postgres/document/document.entity.ts",
      "infra/postgres/document/outdated-documents.repository.ts",
    ],
  ],
  [
    "the states of a rehearsal and its conversations",
    "domain/rehearsal/rehearsal.rules.ts",
    ["infra/postgres/rehearsal/rehearsal.entity.ts", "infra/postgres/rehearsal/rehearsal-conversation.entity.ts"],
  ],
  [
    "that an agent's models come before the organization's",
    "domain/agent/agent-models.ts",
    [
      "application/model/read-agent-model.ts",
      "application/model/read-speech-models.ts",
      "application/model/read-highest-costs.ts",
      "application/telephony/speakable-voice.ts",
    ],
  ],
  ["how a SIP trunk is reached", "domain/call/sip-trunk.ts", ["infra/telephony/sip/sip.settings.ts"]],
  [
    "whose a deleted channel's documents are",
    "domain/document/document-scope.rules.ts",
    ["infra/postgres/document/move-to-library.ts"],
  ],
  ["where a program that signs in is let in", "domain/access/client-sign-in.ts", ["api/auth/oauth/oauth.schemas.ts"]],
  [
    "what becomes of a call where an organization's own rule is not true",
    "domain/rule-pack/own-rule.ts",
    ["api/organizations/rule-packs.schemas.ts"],
  ],
  [
    "how many contacts a request upserts",
    "domain/contact/upserted-contacts.ts",
    ["api/contacts/sent-contacts.schemas.ts", "api/contacts/send-contacts.ts"],
  ],
  ["words of texts that opt out", "domain/message/opt-out-keywords.rules.ts", ["application/message/receive-text.ts"]],
  ["how many streams are open, and for how long", "domain/access/event-streams.ts", ["api/http/event-streams.ts"]],
  [
    "how many rows a page of a list has",
    "domain/access/list-pages.ts",
    [
      "api/http/pagination.ts",
      "api/campaigns/campaigns.schemas.ts",
      "api/documents/documents.schemas.ts",
      "api/numbers/missed-calls.schemas.ts",
      "infra/postgres/call/run-list.repository.ts",
    ],
  ],
  ["which credential of a request counts", "domain/access/request-credential.ts", ["api/http/authenticate.ts"]],
  [
    "when a key or a session is over",
    "domain/access/request-credential.ts",
    [
      "api/api-keys/api-keys.presenter.ts",
      "api/auth/oauth/client-tokens.ts",
      "test/infra/postgres/access/ended-credentials.test.ts",
    ],
  ],
  ["which requests may use a browser's cookie", "domain/access/session.ts", ["api/http/session-cookie.ts"]],
  [
    "whether anybody may sign up, and how long the link in the mail is good",
    "domain/access/sign-up.ts",
    ["infra/config/config-schema.ts", "infra/local/stack-plan.ts", "api/auth/mail-sign-up.ts"],
  ],
  [
    "that capitals do not matter in an e-mail address",
    "domain/access/email-address.ts",
    ["api/auth/auth.schemas.ts", "api/auth/log-in.ts", "api/team/members.schemas.ts"],
  ],
  [
    "what a new key is for, and that archived ones are listed",
    "domain/access/api-key.ts",
    ["api/api-keys/api-keys.schemas.ts"],
  ],
  [
    "what becomes of a request whose key came before",
    "domain/idempotency/idempotency-key.ts",
    ["api/http/idempotency.ts", "api/http/openapi/build-document.ts"],
  ],
  ["who has addresses of a trunk", "domain/number/trunk-address.ts", ["api/numbers/create-phone-number.ts"]],
  [
    "which requests take a key, and which answers are kept",
    "domain/idempotency/idempotency-key.ts",
    ["api/http/idempotency-key.ts", "api/http/idempotency.ts"],
  ],
  [
    "whose do-not-call entries and consents bind calls of the sandbox",
    "domain/environment/sandbox.rules.ts",
    ["infra/postgres/contact/number-permission.ts", "infra/postgres/contact/do-not-call.repository.ts"],
  ],
  [
    "what a sandbox key may do with an operation",
    "domain/environment/sandbox.rules.ts",
    ["api/http/operation.ts", "api/http/require-production.ts", "domain/access/api-key-scope.ts"],
  ],
  [
    "how many calls of an account may begin in a second",
    "domain/call/carrier-pace.rules.ts",
    [
      "api/telephony/telephony.schemas.ts",
      "activities/call-run/read-account-pace.ts",
      "activities/campaign/claim-runs.ts",
      "api/campaigns/get-progress.ts",
      "api/campaigns/forecast-campaign.ts",
      "application/what-if/read-campaign-past.ts",
    ],
  ],
  [
    "when a silent call is asked after, and given up",
    "domain/call/silent-call.rules.ts",
    ["workflows/call-run/call-run.workflow.ts", "infra/postgres/call/quiet-calls.repository.ts"],
  ],
  [
    "the state of a run by the outcome of its call",
    "domain/call/call-states.rules.ts",
    ["activities/call-run/settle-call.ts", "activities/call-run/settle-run.ts"],
  ],
  [
    "where an import stands, and how it ends",
    "domain/contact/contact-import.ts",
    [
      "api/contacts/contacts.schemas.ts",
      "infra/postgres/contact/contact-import.entity.ts",
      "infra/postgres/contact/contact-import.repository.ts",
      "infra/postgres/contact/contact-file.repository.ts",
    ],
  ],
  [
    "how long the names of lists and contacts are",
    "domain/contact/contact-list.ts",
    ["api/contacts/contacts.schemas.ts", "api/contacts/sent-contacts.schemas.ts", "domain/contact/read-contact.ts"],
  ],
  [
    "which files contacts are read from",
    "domain/contact/contact-file-limits.ts",
    ["api/contacts/contacts.schemas.ts", "domain/contact/contact-file-key.ts"],
  ],
  [
    "when a number is not called for want of consent",
    "domain/contact/consent.rules.ts",
    ["domain/call/admission.rules.ts", "domain/message/text-admission.rules.ts"],
  ],
  [
    "entries of a campaign's log, and how many are shown",
    "domain/campaign/campaign-log.ts",
    [
      "infra/postgres/campaign/campaign.repository.ts",
      "infra/postgres/campaign/campaign-transitions.ts",
      "infra/postgres/campaign/campaign-log-entry.entity.ts",
    ],
  ],
  [
    "where the contacts of a campaign come from",
    "domain/campaign/campaign-source.ts",
    [
      "api/campaigns/campaigns.schemas.ts",
      "infra/postgres/campaign/campaign.entity.ts",
      "domain/campaign/editable-settings.ts",
    ],
  ],
  ["whom a redial calls unless it is said", "domain/campaign/redial.rules.ts", ["api/campaigns/campaigns.schemas.ts"]],
  ["what a schedule is unless it says so", "domain/campaign/calling-hours.ts", ["api/campaigns/settings.schemas.ts"]],
  [
    "which rows and calls of a campaign are counted",
    "domain/campaign/progress-figures.rules.ts",
    ["api/campaigns/campaigns.presenter.ts", "api/campaigns/progress.presenter.ts"],
  ],
  ["the delay before a retry", "domain/campaign/retry.rules.ts", ["api/campaigns/forecast-campaign.ts"]],
  [
    "the columns and rows of a report on contacts",
    "domain/campaign/contact-report.ts",
    ["api/campaigns/contact-report.presenter.ts", "api/campaigns/campaigns.schemas.ts"],
  ],
  [
    "the columns of a report on calls, and the formats of reports",
    "domain/call/call-report.ts",
    ["api/calls/run-report.presenter.ts", "api/campaigns/campaigns.schemas.ts", "api/calls/usage.schemas.ts"],
  ],
  [
    "which version of an agent is used, and the statuses of both",
    "domain/agent/usable-agent-version.ts",
    ["api/require-agent.ts", "api/agents/agents.answers.ts", "infra/postgres/agent/agent.entity.ts"],
  ],
  [
    "the dispositions that a call can end with",
    "domain/agent/disposition-codes.ts",
    ["api/agents/agents.schemas.ts", "api/agents/agents.presenter.ts", "domain/conversation/conclusion.ts"],
  ],
  [
    "which state of a tool is usable",
    "domain/tool/tool-states.ts",
    [
      "api/check-references.ts",
      "api/tools/tools.schemas.ts",
      "api/tools/test-tool.ts",
      "activities/tool/run-tool.ts",
      "infra/postgres/tool/agent-tools.repository.ts",
      "infra/postgres/tool/tool.entity.ts",
    ],
  ],
  [
    "which version of a document readers have",
    "domain/document/document-version.ts",
    [
      "application/document/end-version.ts",
      "application/document/request-version.ts",
      "activities/document-processing/switch-vectors.ts",
      "infra/postgres/document/document-version.entity.ts",
    ],
  ],
  [
    "by which methods a number is verified",
    "domain/number/number-verification.rules.ts",
    [
      "api/numbers/verified-numbers.schemas.ts",
      "infra/postgres/number/verified-number.entity.ts",
      "infra/postgres/number/number-verification.entity.ts",
    ],
  ],
  [
    "which dates are holidays, and from when on they are kept",
    "domain/campaign/holidays.ts",
    [
      "api/campaigns/settings.schemas.ts",
      "domain/campaign/calling-hours.ts",
      "domain/campaign/dialling-window.ts",
      "domain/campaign/day-openings.ts",
    ],
  ],
  [
    "the answer rate of a campaign",
    "domain/campaign/progress-figures.rules.ts",
    ["api/campaigns/summarize-campaign.ts"],
  ],
  [
    "which events are deliverables",
    "domain/timeline/timeline-kinds.ts",
    ["infra/postgres/timeline/timeline.repository.ts"],
  ],
  [
    "the roles of an organization's members, by name",
    "domain/access/member-role.rules.ts",
    [
      "api/channels/channel-members.schemas.ts",
      "api/http/operation-context.ts",
      "domain/assistant/asker.ts",
      "infra/postgres/access/invitation.entity.ts",
      "infra/postgres/access/membership.entity.ts",
    ],
  ],
  [
    "the order of the feed's pages, and how long they are",
    "domain/timeline/feed-page.ts",
    ["api/channels/channels.schemas.ts", "api/channels/read-timeline.ts"],
  ],
  [
    "which addresses the requests of an organization reach",
    "domain/tool/reachable-addresses.ts",
    ["infra/guarded-request/address-rules.ts"],
  ],
  [
    "what was true of a campaign at an instant",
    "domain/campaign/campaign-as-of.rules.ts",
    ["api/campaigns/require-instant.ts", "api/campaigns/read-past-summary.ts", "api/campaigns/progress.presenter.ts"],
  ],
  [
    "everything that may come of a call",
    "domain/call/call-outcome.rules.ts",
    ["domain/call/number-permission.rules.ts"],
  ],
  ["how much a budget may be", "domain/call/budget.rules.ts", ["api/organizations/budget.schemas.ts"]],
];

it.each(RULES)("%s: %s", (_rule, home, appliedBy) => {
  expect(existsSync(join(ROOT, home))).toBe(true);
  const name = home.split("/").slice(1).join("/");
  for (const file of appliedBy) expect(readFileSync(join(ROOT, file), "utf8")).toContain(withoutFolder(name, file));
});

/** A file of the same area imports it by its name alone. */
const withoutFolder = (name: string, file: string): string =>
  file.startsWith(`domain/${name.split("/")[0]}/`) ? (name.split("/")[1] ?? name) : name;
