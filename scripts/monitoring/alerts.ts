import { DAY_SECONDS } from "../../domain/time/durations.rules.ts";

/** What an operator is told of before somebody on the telephone notices. One table: rules and runbook are made of it and held to it. */
export interface Alert {
  name: string;
  /** In PromQL. The figures of the installation are the same in every worker: `max` over them. */
  expression: string;
  /** How long it has to be so, such as `10m`. */
  for: string;
  /** `page`: calls or their proof suffer now. `ticket`: within days. */
  severity: "page" | "ticket";
  summary: string;
  /** The heading of docs/operators/runbooks.md that says what to do. */
  runbook: string;
}

const shareOf = (metric: string, { of, bad, by }: { of: string; bad: string; by: string }): string => {
  const rate = (labels: string) => `sum by (${by}) (rate(${metric}{${labels}}[10m]))`;
  return `${rate([of, bad].filter(Boolean).join(","))} / ${rate(of)}`;
};

export const ALERTS: readonly Alert[] = [
  {
    name: "RingdownAway",
    expression: "absent(ringdown_build_info)",
    for: "5m",
    severity: "page",
    summary: "No process of the installation is scraped.",
    runbook: "Processes are away",
  },
  {
    name: "RingdownFiguresOld",
    expression: "time() - max(ringdown_figures_timestamp_seconds) > 600",
    for: "5m",
    severity: "page",
    summary: "No worker has measured the installation for ten minutes.",
    runbook: "Processes are away",
  },
  {
    name: "RingdownSilentCalls",
    expression: "max(ringdown_calls_silent) > 0",
    for: "10m",
    severity: "page",
    summary: "Calls are under way in which nobody says anything.",
    runbook: "Silent calls",
  },
  {
    name: "RingdownCallbacksLate",
    expression: "max(ringdown_carrier_callbacks_late) > 5",
    for: "5m",
    severity: "page",
    summary: "A carrier tells nothing of calls that it was handed.",
    runbook: "A carrier is stuck",
  },
  {
    name: "RingdownCarrierFails",
    expression: `${shareOf("ringdown_carrier_request_duration_seconds_count", {
      of: 'operation="place_call"',
      bad: 'outcome=~"unknown|error|account_unusable"',
      by: "provider",
    })} > 0.25`,
    for: "10m",
    severity: "page",
    summary: "More than a quarter of the calls that a carrier is asked for get no proper answer.",
    runbook: "A carrier is stuck",
  },
  {
    name: "RingdownPublicAddressFails",
    expression: "min by (over) (ringdown_public_address_passes) == 0",
    for: "5m",
    severity: "page",
    summary: "Requests or WebSockets do not come through PUBLIC_BASE_URL.",
    runbook: "A carrier is stuck",
  },
  {
    name: "RingdownCallsWait",
    expression: "histogram_quantile(0.9, sum by (le) (rate(ringdown_call_queue_duration_seconds_bucket[10m]))) > 300",
    for: "15m",
    severity: "ticket",
    summary: "One call in ten waits for longer than five minutes before its carrier is asked.",
    runbook: "Work piles up",
  },
  {
    name: "RingdownDatabaseCrowded",
    expression: "sum by (instance, pool) (ringdown_database_connection_waiters) > 20",
    for: "5m",
    severity: "page",
    summary: "Work waits for connections to PostgreSQL.",
    runbook: "Work piles up",
  },
  {
    name: "RingdownThreadBusy",
    expression: "nodejs_eventloop_utilization_ratio > 0.8",
    for: "10m",
    severity: "ticket",
    summary: "A process works without a pause; it wants another one beside it.",
    runbook: "Work piles up",
  },
  {
    name: "RingdownDocumentsWait",
    expression: 'max(ringdown_documents{state="queued"}) > 100',
    for: "30m",
    severity: "ticket",
    summary: "More than a hundred documents wait to be read.",
    runbook: "Work piles up",
  },
  {
    name: "RingdownWebhooksWait",
    expression: "max(ringdown_webhook_oldest_waiting_seconds) > 3600",
    for: "10m",
    severity: "ticket",
    summary: "A webhook has waited for more than an hour.",
    runbook: "Webhooks wait",
  },
  {
    name: "RingdownModelFails",
    expression: `${shareOf("ringdown_model_request_duration_seconds_count", {
      of: "",
      bad: 'outcome=~"failed|unreachable|refused"',
      by: "provider, kind",
    }).replaceAll("{}", "")} > 0.2`,
    for: "10m",
    severity: "page",
    summary: "More than a fifth of the requests to a provider's models fail.",
    runbook: "A model fails",
  },
  {
    name: "RingdownRepairs",
    expression: "sum by (search) (increase(ringdown_repairs_total[1h])) > 20",
    for: "10m",
    severity: "ticket",
    summary: "Maintenance has taken up a lot that had lost its workflow.",
    runbook: "Much is repaired",
  },
  {
    name: "RingdownQuotaNearlyFull",
    expression: "max(ringdown_organizations_nearly_full) > 0",
    for: "1h",
    severity: "ticket",
    summary: "An organization uses more than nine tenths of what its rows may take.",
    runbook: "A quota is nearly used up",
  },
  {
    name: "RingdownArchiveBehind",
    expression: `max(ringdown_archive_lag_seconds) > ${3 * DAY_SECONDS}`,
    for: "1h",
    severity: "ticket",
    summary: "Calls that are older than organizations keep them are not archived.",
    runbook: "The archive is behind",
  },
  {
    name: "RingdownCertificateEnds",
    expression: `min(ringdown_certificate_expires_timestamp_seconds) - time() < ${14 * DAY_SECONDS}`,
    for: "1h",
    severity: "ticket",
    summary: "The certificate of PUBLIC_BASE_URL ends within two weeks.",
    runbook: "A certificate ends",
  },
  {
    name: "RingdownKeysExpire",
    expression: "max(ringdown_api_keys_expiring) > 0",
    for: "1h",
    severity: "ticket",
    summary: "API keys expire within a week.",
    runbook: "An API key expires",
  },
  {
    name: "RingdownRecordNotSealed",
    expression: "max(ringdown_record_unsealed_seconds) > 900",
    for: "10m",
    severity: "page",
    summary: "Entries of a record have waited for more than a quarter of an hour to be sealed.",
    runbook: "A record is not sealed",
  },
  {
    name: "RingdownRecordRefused",
    expression: "max(ringdown_records_refused) > 0",
    for: "0m",
    severity: "page",
    summary: "The object store holds a record that ours does not continue.",
    runbook: "A record is not sealed",
  },
  {
    name: "RingdownBackupTooOld",
    expression: `(time() - max(ringdown_backup_timestamp_seconds) > ${2 * DAY_SECONDS}) or absent(ringdown_backup_timestamp_seconds)`,
    for: "1h",
    severity: "ticket",
    summary: "The last backup is older than two days, or there is none.",
    runbook: "The backup is too old",
  },
];
