import {
  checkOutboundReadiness,
  isMissing,
  listSettingsToDial,
  type OutboundReadiness,
} from "../../domain/call/carrier-account.ts";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import { explainRelayAlone } from "../../domain/call/public-address.rules.ts";
import { openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { AccountWithNumbers } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import type { Carrier, CarrierDescription, CarrierField } from "../../infra/telephony/carrier.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import type { CredentialCheck } from "./account-check.ts";
import { maskSettings } from "./carrier-settings.ts";

const PACE_FIELDS: readonly CarrierField[] = [
  {
    name: "calls_per_second",
    label: "Calls per second",
    type: "number",
    required: false,
    sensitive: false,
    description: "The pace of the whole account. Unset: the carrier's own.",
  },
  {
    name: "max_concurrent_calls",
    label: "Calls at a time",
    type: "number",
    required: false,
    sensitive: false,
    description: "The most calls that may be under way on the account. Unset: no limit.",
  },
  {
    name: "inbound_reserve",
    label: "Lines kept for callers",
    type: "number",
    required: false,
    sensitive: false,
    description: "How many of the calls at a time outgoing calls leave free. Fewer than these.",
  },
  {
    name: "max_concurrent_per_caller_id",
    label: "Calls at a time for each number",
    type: "number",
    required: false,
    sensitive: false,
    description: "The most outgoing calls at a time that show the same number. Unset: any.",
  },
  {
    name: "caller_id_strategy",
    label: "Number that people see",
    type: "string",
    required: false,
    sensitive: false,
    description:
      "default: the account's default number; rotate: each in turn; local_presence: the nearest to the person.",
    placeholder: "default",
  },
];

export const presentCarrier = ({ description, messages }: Pick<Carrier, "description" | "messages">) => ({
  provider: description.provider,
  display_name: description.displayName,
  connectivity: description.connectivity,
  fields: [...description.fields, ...PACE_FIELDS].map((field) => ({
    ...field,
    placeholder: field.placeholder ?? null,
  })),
  docs_url: description.docsUrl,
  available: description.unavailable === undefined,
  unavailable_reason: description.unavailable ?? null,
  sends_texts: messages !== null,
  texts_by_hand: description.textsByHand ?? null,
});

export const presentListedTelephonyAccount = (deps: ApiDependencies, row: AccountWithNumbers) => {
  const { description } = deps.carriers.get(row.provider);
  const { ready, blockedReason, blockedBy } = readinessOf(deps, row);
  return {
    ...row,
    connectivity: description.connectivity,
    inactive: row.inactive_since !== null,
    text_workflow_id: row.text_agent_id,
    out_until: row.failover.length > 0 ? row.out_until : null,
    is_ready_for_outbound: ready,
    outbound_blocked_reason: blockedReason,
    outbound_blocked_by: blockedBy,
  };
};

export const presentTelephonyAccount = (
  deps: ApiDependencies,
  row: AccountWithNumbers,
  credentialCheck: CredentialCheck | null = null,
) => {
  const { description } = deps.carriers.get(row.provider);
  const settings = openCredentials(row, deps.secrets);
  return {
    ...presentListedTelephonyAccount(deps, row),
    credentials: { ...maskSettings(description, settings), ...presentPace(row) },
    credential_check: credentialCheck,
    setup_checklist: setupChecklist(row, {
      description,
      settings,
      readiness: readinessOf(deps, row),
      findings: listFindings(deps, description),
    }),
  };
};

const readinessOf = ({ carriers, secrets }: ApiDependencies, row: AccountWithNumbers): OutboundReadiness =>
  checkOutboundReadiness(row, {
    activeNumbers: row.active_number_count,
    description: carriers.get(row.provider).description,
    credentials: openCredentials(row, secrets),
  });

const listFindings = ({ publicAddress }: ApiDependencies, description: CarrierDescription): string[] => [
  ...publicAddress.findings().map((finding) => `${finding}.`),
  ...[explainRelayAlone(description, publicAddress.latest())].filter((sentence) => sentence !== null),
];

const presentPace = (row: AccountWithNumbers) => ({
  ...(row.calls_per_second !== null && { calls_per_second: row.calls_per_second }),
  ...(row.concurrent_call_limit !== null && { max_concurrent_calls: row.concurrent_call_limit }),
  ...(row.inbound_reserve > 0 && { inbound_reserve: row.inbound_reserve }),
  ...(row.max_concurrent_per_caller_id !== null && { max_concurrent_per_caller_id: row.max_concurrent_per_caller_id }),
  ...(row.caller_id_strategy !== "default" && { caller_id_strategy: row.caller_id_strategy }),
});

const setupChecklist = (
  row: AccountWithNumbers,
  account: {
    description: CarrierDescription;
    settings: CarrierCredentials;
    readiness: OutboundReadiness;
    findings: readonly string[];
  },
) => {
  const { description, settings, readiness, findings } = account;
  const connected = {
    key: "credentials",
    title: "Connect the account",
    description: `Settings that ${description.displayName} accepts`,
    complete: row.inactive_since === null,
    blocks_outbound: true,
  };
  const added = listSettingsToDial(description).map((field) => ({
    key: field.name,
    title: `Add the ${field.label.toLowerCase()}`,
    description: field.description,
    complete: !isMissing(settings[field.name]),
    blocks_outbound: true,
  }));
  const callerId = {
    key: "phone_number",
    title: "Add a phone number",
    description: "An active number of the account, shown to the people who are called",
    complete: row.active_number_count > 0,
    blocks_outbound: true,
  };
  // Over a trunk no carrier sends requests here.
  const reached = {
    key: "public_address",
    title: "Let the carrier reach this platform",
    description: findings.join(" ") || "The platform's public address passes HTTP and WebSockets",
    complete: findings.length === 0,
    blocks_outbound: false,
  };
  return {
    ready_for_outbound: readiness.ready,
    outbound_blocked_reason: readiness.blockedReason,
    steps: [
      connected,
      ...added,
      ...(description.needsCallerId ? [callerId] : []),
      ...(description.connectivity === "api" ? [reached] : []),
    ],
    docs_url: description.docsUrl,
  };
};
