import { describe, expect, it } from "@jest/globals";
import { preferencesBody } from "../../../api/organizations/organizations.schemas.ts";
import {
  DECIDING_OF_ACCOUNT,
  DECIDING_OF_CAMPAIGN,
  DECIDING_OF_NUMBER,
  DECIDING_PREFERENCES,
} from "../../../domain/record/deciding-settings.ts";
import { Campaign } from "../../../infra/postgres/campaign/campaign.entity.ts";
import { PhoneNumber } from "../../../infra/postgres/number/phone-number.entity.ts";
import { TelephonyAccount } from "../../../infra/postgres/telephony/telephony-account.entity.ts";

/** What says which row it is, and when and by whom it was written. */
const OF_EVERY_ROW = ["id", "organization_id", "created_at", "updated_at", "created_by", "request_uuid"];

/** Columns that decide about no call. Their changes are no entries of a settings' change. */
const ELSEWHERE = {
  account: [
    "name",
    "credentials_sealed",
    "encryption_key_id",
    // Beside `inactive_since`, which decides.
    "inactive_reason",
    "text_agent_id",
  ],
  number: [
    // An entry names the number and its account by itself.
    "telephony_configuration_id",
    "address",
    "address_normalized",
    "country_code",
    "label",
    // Who answers is not who is called.
    "inbound_agent_id",
    "text_agent_id",
    "version_plan",
    "extra_metadata",
    "account_fingerprint",
    "carrier_number_id",
    "rented_at",
    "released_at",
  ],
  campaign: [
    "name",
    // Entries of their own: each change of state, and what is called anew.
    "state",
    "started_at",
    "completed_at",
    "failure_reason",
    "breaker_reset_at",
    "budget_wait",
    "deleted_at",
    "redial_outcomes",
    "redial_request_id",
    "back_fill_from",
    "back_fill_to",
    "begins_at",
    // Who answers a text is not who is called.
    "text_agent_id",
    // How far it has come.
    "snapshot_at",
    "contact_timezones",
    "contact_priorities",
    "enrolled_to",
    "enrolment_ended_at",
    "enrolment_ends_with",
    "recurs_at",
    "journey_version",
    "journey_worked_at",
    // Named by what decides: the agent, the list, the attestation and the plan of versions.
    "agent_version_id",
    "source_type",
    "source_id",
    "consent_attested_by",
    "version_guard",
    // In which order, not whom.
    "order",
    "order_by",
  ],
} as const;

describe("every column is a setting that decides about calls, and recorded as one, or is known to decide nothing", () => {
  it.each([
    ["account", TelephonyAccount, DECIDING_OF_ACCOUNT, ELSEWHERE.account],
    ["number", PhoneNumber, DECIDING_OF_NUMBER, ELSEWHERE.number],
    ["campaign", Campaign, DECIDING_OF_CAMPAIGN, ELSEWHERE.campaign],
  ] as const)("of a %s", (_whose, entity, deciding, elsewhere) => {
    const columns = Object.keys(entity.meta.properties).filter((column) => !OF_EVERY_ROW.includes(column));
    expect([...deciding, ...elsewhere].sort()).toEqual(columns.sort());
  });
});

it("every preference decides about calls, and is recorded as one that does, or is known to decide nothing", () => {
  const elsewhere = [
    "name",
    "country",
    "test_phone_number",
    // What is said and kept of a call, not whether it is made.
    "artifact_link_days",
    "retention_days",
    "keep_runs_days",
    "retention",
    "disclosure",
    "redaction",
  ];
  expect([...DECIDING_PREFERENCES, ...elsewhere].sort()).toEqual(Object.keys(preferencesBody.shape).sort());
});
