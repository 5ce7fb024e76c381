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
    "domain/campaign/breaker.rules.ts",
    ["api/campaigns/settings.schemas.ts", "activities/call-run/read-breaker.ts"],
  ],
  [
    "which command a state allows",
    "domain/campaign/campaign.rules.ts",
    ["workflows/campaign/campaign-commands.ts", "activities/campaign/apply-command.ts"],
  ],
  [
    "whom a redial calls",
    "domain/campaign/redial.rules.ts",
    ["workflows/campaign/campaign-commands.ts", "activities/campaign/create-redial.ts"],
  ],
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
  ["the outcome of a call", "domain/call/call-outcome.rules.ts", ["activities/call-run/settle-call.ts"]],
  [
    "which rings are missed calls",
    "domain/call/missed-call.rules.ts",
    ["activities/call-run/settle-run.ts", "api/calls/inbound/decide-inbound-call.ts"],
  ],
  ["the first decision about a call", "domain/call/first-decision.rules.ts", ["api/calls/start-call-workflow.ts"]],
  ["which caller id is shown", "domain/number/caller-id.ts", ["application/call/choose-caller-id.ts"]],
  [
    "digits, tries and life of a verification code",
    "domain/number/number-verification.rules.ts",
    ["infra/postgres/number/verification-code.ts", "api/numbers/confirm-verification.ts"],
  ],
  ["the order of the timeline", "domain/timeline/feed-order.ts", ["api/channels/read-timeline.ts"]],
  [
    "the processing status of a document",
    "domain/document/processing-status.ts",
    ["api/documents/documents.presenter.ts"],
  ],
  [
    "storage against the plan",
    "domain/document/storage-limits.ts",
    ["api/documents/create-document-upload-url.ts", "application/document/request-version.ts"],
  ],
  [
    "who reads a document",
    "domain/document/readers.rules.ts",
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
];

it.each(RULES)("%s: %s", (_rule, home, appliedBy) => {
  expect(existsSync(join(ROOT, home))).toBe(true);
  const name = home.split("/").slice(1).join("/");
  for (const file of appliedBy) expect(readFileSync(join(ROOT, file), "utf8")).toContain(withoutFolder(name, file));
});

/** A file of the same area imports it by its name alone. */
const withoutFolder = (name: string, file: string): string =>
  file.startsWith(`domain/${name.split("/")[0]}/`) ? (name.split("/")[1] ?? name) : name;
