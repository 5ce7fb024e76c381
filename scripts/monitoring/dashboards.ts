/** A diagram of a dashboard. */
export interface Panel {
  title: string;
  /** As Grafana names it. */
  unit: "short" | "s" | "percentunit" | "reqps" | "dateTimeAsIso" | "bytes";
  /** Each line: PromQL, and what it is called. */
  lines: readonly (readonly [expression: string, legend: string])[];
}

export interface Dashboard {
  /** The file's name and the address in Grafana. */
  name: string;
  title: string;
  panels: readonly Panel[];
}

const rate = (metric: string, by: string) => `sum by (${by}) (rate(${metric}[5m]))`;
const quantile = (share: number, metric: string, by = "") =>
  `histogram_quantile(${share}, sum by (${["le", by].filter(Boolean).join(", ")}) (rate(${metric}_bucket[5m])))`;

export const DASHBOARDS: readonly Dashboard[] = [
  {
    name: "ringdown-calls",
    title: "Ringdown: campaigns and calls",
    panels: [
      {
        title: "Campaigns by state",
        unit: "short",
        lines: [
          ["max by (state) (ringdown_campaigns)", "{{state}}"],
          ["max(ringdown_campaigns_waiting_for_budget)", "waiting for budget"],
        ],
      },
      {
        title: "Contacts of running campaigns",
        unit: "short",
        lines: [["max by (reason) (ringdown_campaign_contacts_waiting)", "{{reason}}"]],
      },
      { title: "Open calls by state", unit: "short", lines: [["max by (state) (ringdown_calls_open)", "{{state}}"]] },
      {
        title: "Why calls are dialled or wait",
        unit: "reqps",
        lines: [[rate("ringdown_admission_decisions_total", "decision"), "{{decision}}"]],
      },
      {
        title: "Hand-overs to carriers",
        unit: "reqps",
        lines: [
          [
            rate('ringdown_carrier_request_duration_seconds_count{operation="place_call"}', "provider, outcome"),
            "{{provider}} {{outcome}}",
          ],
        ],
      },
      {
        title: "Time of carriers' answers (p95)",
        unit: "s",
        lines: [[quantile(0.95, "ringdown_carrier_request_duration_seconds", "provider"), "{{provider}}"]],
      },
      {
        title: "Wait before the carrier is asked (p90)",
        unit: "s",
        lines: [[quantile(0.9, "ringdown_call_queue_duration_seconds"), "p90"]],
      },
      {
        title: "Ended calls by outcome",
        unit: "reqps",
        lines: [[rate("ringdown_calls_ended_total", "outcome"), "{{outcome}}"]],
      },
      {
        title: "Callbacks",
        unit: "reqps",
        lines: [[rate("ringdown_carrier_callbacks_total", "provider, result"), "{{provider}} {{result}}"]],
      },
      {
        title: "Late callbacks and silent calls",
        unit: "short",
        lines: [
          ["max(ringdown_carrier_callbacks_late)", "callbacks late"],
          ["max(ringdown_calls_silent)", "silent calls"],
        ],
      },
      {
        title: "Requests to models",
        unit: "reqps",
        lines: [
          [
            rate("ringdown_model_request_duration_seconds_count", "provider, kind, outcome"),
            "{{provider}} {{kind}} {{outcome}}",
          ],
        ],
      },
      {
        title: "Time until models answer (p95)",
        unit: "s",
        lines: [[quantile(0.95, "ringdown_model_request_duration_seconds", "provider, kind"), "{{provider}} {{kind}}"]],
      },
    ],
  },
  {
    name: "ringdown-parts",
    title: "Ringdown: parts of the installation",
    panels: [
      {
        title: "Versions",
        unit: "short",
        lines: [["count by (version, node) (ringdown_build_info)", "{{version}} on Node {{node}}"]],
      },
      {
        title: "Public address",
        unit: "short",
        lines: [["min by (over) (ringdown_public_address_passes)", "{{over}}"]],
      },
      {
        title: "Certificate ends in",
        unit: "s",
        lines: [["min(ringdown_certificate_expires_timestamp_seconds) - time()", "certificate"]],
      },
      {
        title: "Age of the last backup",
        unit: "s",
        lines: [["time() - max(ringdown_backup_timestamp_seconds)", "backup"]],
      },
      {
        title: "Records",
        unit: "s",
        lines: [
          ["max(ringdown_record_unsealed_seconds)", "oldest unsealed entry"],
          ["max(ringdown_records_refused)", "refused"],
        ],
      },
      { title: "How far the archive is behind", unit: "s", lines: [["max(ringdown_archive_lag_seconds)", "archive"]] },
      {
        title: "Fullest organization",
        unit: "percentunit",
        lines: [["max(ringdown_organization_rows_fullest_ratio)", "share of ROW_BYTES_PER_ORGANIZATION"]],
      },
      {
        title: "API keys that expire within a week",
        unit: "short",
        lines: [
          ["max(ringdown_api_keys_expiring)", "keys"],
          ["max(ringdown_organizations_nearly_full)", "organizations nearly full"],
        ],
      },
      {
        title: "Webhooks that wait",
        unit: "short",
        lines: [
          ["max(ringdown_webhook_deliveries_waiting)", "deliveries"],
          ["max(ringdown_webhook_oldest_waiting_seconds)", "oldest, seconds"],
        ],
      },
      { title: "Documents by state", unit: "short", lines: [["max by (state) (ringdown_documents)", "{{state}}"]] },
      {
        title: "Repairs",
        unit: "short",
        lines: [["sum by (search) (increase(ringdown_repairs_total[1h]))", "{{search}}"]],
      },
      {
        title: "Requests to the API",
        unit: "reqps",
        lines: [[rate("ringdown_http_request_duration_seconds_count", "status"), "{{status}}"]],
      },
      {
        title: "Time of requests (p95)",
        unit: "s",
        lines: [[quantile(0.95, "ringdown_http_request_duration_seconds"), "p95"]],
      },
      {
        title: "Connections to PostgreSQL",
        unit: "short",
        lines: [
          ["sum by (pool, state) (ringdown_database_connections)", "{{pool}} {{state}}"],
          ["sum by (pool) (ringdown_database_connection_waiters)", "{{pool}} waiting"],
        ],
      },
      {
        title: "Share of time in which a thread works",
        unit: "percentunit",
        lines: [["max by (instance) (nodejs_eventloop_utilization_ratio)", "{{instance}}"]],
      },
      {
        title: "Memory",
        unit: "bytes",
        lines: [["sum by (instance) (process_resident_memory_bytes)", "{{instance}}"]],
      },
    ],
  },
];
