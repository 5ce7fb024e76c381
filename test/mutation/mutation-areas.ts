/** The sources that are tested together. */
export interface MutationArea {
  /** Files that decide or keep something there. */
  sources: readonly string[];
  /** Globs of test files that should notice, the nearest first. */
  tests: readonly string[];
}

const CALL_RUN_TESTS = ["test/activities/call-run/*.test.ts"];
const CAMPAIGN_TESTS = ["test/domain/campaign/*.test.ts", "test/activities/campaign/*.test.ts"];

export const MUTATION_AREAS: Readonly<Record<string, MutationArea>> = {
  admission: {
    sources: [
      "domain/call/admission.rules.ts",
      "domain/call/number-permission.rules.ts",
      "domain/call/budget.rules.ts",
      "domain/campaign/dialling-window.ts",
      "domain/campaign/holidays.ts",
      "infra/postgres/call/admission.repository.ts",
      "application/call/admission-facts.ts",
      "infra/postgres/contact/number-permission.ts",
      "activities/call-run/place-call.ts",
      "activities/call-run/await-slot.ts",
      "activities/call-run/read-account-pace.ts",
      "activities/call-run/release-run.ts",
    ],
    tests: [
      "test/domain/call/*.test.ts",
      "test/domain/campaign/{campaign-span,*window*}.test.ts",
      "test/infra/postgres/call/*.test.ts",
      "test/infra/postgres/contact/{number-permission,do-not-call.repository}.test.ts",
      "test/api/people/erasure.test.ts",
      ...CALL_RUN_TESTS,
    ],
  },
  campaign: {
    sources: [
      "domain/campaign/campaign-states.rules.ts",
      "domain/campaign/progress-figures.rules.ts",
      "domain/campaign/retry.rules.ts",
      "domain/campaign/concurrency.rules.ts",
      "domain/campaign/zone-windows.ts",
      "activities/campaign/*.ts",
      "infra/postgres/campaign/campaign-contacts.repository.ts",
      "infra/postgres/campaign/campaign-snapshot.repository.ts",
      "infra/postgres/campaign/campaign-transitions.ts",
      "infra/postgres/campaign/figures.repository.ts",
    ],
    tests: [
      ...CAMPAIGN_TESTS,
      "test/infra/postgres/campaign/*.test.ts",
      ...CALL_RUN_TESTS,
      "test/api/campaigns/{recurring-campaigns,live-campaigns,campaign-commands}.test.ts",
    ],
  },
  settlement: {
    sources: [
      "domain/call/attempt.rules.ts",
      "domain/call/call-states.rules.ts",
      "domain/call/silent-call.rules.ts",
      "domain/call/reconciliation.rules.ts",
      "domain/call/follow-up.rules.ts",
      "activities/call-run/settle-call.ts",
      "activities/call-run/settle-run.ts",
      "activities/call-run/release-run.ts",
      "activities/call-run/follow-call.ts",
      "infra/postgres/call/run-transitions.ts",
      "infra/postgres/call/missed-calls.repository.ts",
    ],
    tests: [
      "test/domain/call/*.test.ts",
      ...CALL_RUN_TESTS,
      "test/activities/campaign/*.test.ts",
      "test/activities/journey/*.test.ts",
      "test/infra/postgres/call/*.test.ts",
    ],
  },
  breaker: {
    sources: [
      "domain/campaign/circuit-breaker.rules.ts",
      "activities/call-run/read-breaker.ts",
      "activities/call-run/trip-breaker.ts",
      "activities/campaign/apply-command.ts",
      "infra/postgres/campaign/campaign.repository.ts",
      "infra/postgres/campaign/campaign-transitions.ts",
    ],
    tests: [...CAMPAIGN_TESTS, "test/infra/postgres/campaign/*.test.ts", ...CALL_RUN_TESTS],
  },
  idempotency: {
    sources: ["api/http/idempotency.ts", "domain/idempotency/idempotency-key.ts", "api/http/spooled-form.ts"],
    tests: [
      "test/api/http/idempotency*.test.ts",
      "test/api/http/spooled-form.test.ts",
      "test/api/contacts/do-not-call.test.ts",
    ],
  },
  "do-not-call": {
    sources: [
      "infra/postgres/contact/do-not-call.repository.ts",
      "infra/postgres/contact/number-permission.ts",
      "infra/postgres/contact/consent.repository.ts",
      "infra/postgres/contact/transfer-permission.ts",
      "api/contacts/*-do-not-call.ts",
      "api/contacts/add-numbers.ts",
    ],
    tests: [
      "test/infra/postgres/contact/*.test.ts",
      "test/infra/postgres/campaign/blocked-at-start.test.ts",
      "test/activities/call-run/place-call.test.ts",
      "test/api/contacts/do-not-call.test.ts",
      "test/api/contacts/consents.test.ts",
      "test/api/campaigns/outlook.test.ts",
    ],
  },
  "guarded-requests": {
    sources: ["infra/guarded-request/*.ts"],
    tests: ["test/infra/guarded-request/*.test.ts", "test/infra/models/openai.model.test.ts"],
  },
  "document-versions": {
    sources: [
      "activities/document-processing/switch-version.ts",
      "activities/document-processing/step.ts",
      "application/document/end-version.ts",
    ],
    tests: ["test/activities/document-processing/*.test.ts", "test/infra/postgres/document/*.test.ts"],
  },
  call: {
    sources: [
      "domain/call/call-*.ts",
      "domain/call/carrier-pace.rules.ts",
      "domain/call/first-decision.rules.ts",
      "domain/call/missed-call.rules.ts",
      "domain/call/no-conversation.rules.ts",
      "domain/call/settled-contact.rules.ts",
      "domain/call/web-call.rules.ts",
    ],
    // Decisions, which their own tests notice without a server; the columns of a report are read in a report.
    tests: [
      "test/domain/call/*.test.ts",
      "test/infra/telephony/price-table.test.ts",
      "test/api/campaigns/campaign-report.test.ts",
    ],
  },
  contact: {
    sources: ["domain/contact/*.ts", "infra/contact-file/*.ts"],
    tests: [
      "test/domain/contact/*.test.ts",
      "test/infra/contact-file/**/*.test.ts",
      "test/activities/contact-import/*.test.ts",
      "test/api/contacts/{contact-imports,intakes,intakes-of-calls,national-lists,segments,sent-contacts}.test.ts",
    ],
  },
  number: {
    sources: [
      "domain/number/caller-id.ts",
      "domain/number/inbound-target.rules.ts",
      "domain/number/international-number.ts",
      "domain/number/managed-number-rental.rules.ts",
      "domain/number/number-*.rules.ts",
      "domain/number/number-kinds.ts",
      "domain/number/number-readings.ts",
      "domain/number/number-zones.ts",
      "domain/number/phone-number.ts",
      "domain/number/trunk-address.ts",
      "domain/number/written-number.ts",
    ],
    tests: ["test/domain/number/*.test.ts", "test/domain/contact/*.test.ts"],
  },
  time: {
    sources: ["domain/time/*.ts", "domain/campaign/dialling-window.ts", "domain/campaign/zone-windows.ts"],
    tests: [
      "test/domain/time/*.test.ts",
      "test/domain/campaign/*window*.test.ts",
      "test/domain/campaign/campaign-span.test.ts",
    ],
  },
  record: {
    sources: ["domain/record/*.ts"],
    tests: ["test/domain/record/*.test.ts", "test/application/record/**/*.test.ts"],
  },
  rehearsal: {
    sources: ["domain/rehearsal/*.ts"],
    tests: [
      "test/domain/rehearsal/*.test.ts",
      "test/application/rehearsal/{scenario-file,rehearse-conversation}.test.ts",
    ],
  },
  versions: {
    sources: ["domain/campaign/version-*.ts", "domain/campaign/confidence.rules.ts"],
    tests: ["test/domain/campaign/version-*.test.ts", "test/domain/campaign/confidence*.test.ts"],
  },
  audit: {
    sources: ["domain/audit/*.ts", "infra/postgres/audit/acts.repository.ts", "api/audit/*.ts"],
    tests: ["test/domain/audit/*.test.ts", "test/infra/postgres/audit/*.test.ts", "test/api/audit/*.test.ts"],
  },
};
