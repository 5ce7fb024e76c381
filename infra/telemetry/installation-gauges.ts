import { Gauge, type Registry } from "prom-client";
import { OPEN_CALL_STATES } from "../../domain/call/call-states.rules.ts";
import { CAMPAIGN_STATES } from "../../domain/campaign/campaign-states.rules.ts";
import { DOCUMENT_STATES } from "../../domain/document/processing-status-by-state.ts";
import type { InstallationFacts } from "../postgres/installation/installation.repository.ts";

/** Takes what is known of the whole installation, which every worker knows alike: ask for the `max` over the processes. */
export interface InstallationGauges {
  /** Shown at each scrape until there is something newer. */
  take(facts: InstallationFacts): void;
}

interface Figure {
  name: string;
  help: string;
  label?: string;
  /** By the value of the label; nothing: it is not known, and there is no series. */
  read(facts: InstallationFacts): Readonly<Record<string, number>> | number | null | undefined;
}

/** A state without anything is 0 and no missing series, which would end an alert or a line. */
const each = (states: readonly string[], counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(states.map((state) => [state, counts[state] ?? 0]));

const FIGURES: readonly Figure[] = [
  {
    name: "campaigns",
    help: "Campaigns by state.",
    label: "state",
    read: ({ figures }) => figures && each(CAMPAIGN_STATES, figures.campaigns),
  },
  {
    name: "campaigns_waiting_for_budget",
    help: "Running campaigns that dial nobody until their budget begins anew or is raised.",
    read: ({ figures }) => figures?.campaigns_waiting_for_budget,
  },
  {
    name: "campaign_contacts_waiting",
    help: "Contacts of running campaigns that are not finished, by what they wait for: never_called, waiting_retry, in_flight.",
    label: "reason",
    read: ({ figures }) => figures?.contacts,
  },
  {
    name: "calls_open",
    help: "Calls and conversations that have not ended, by state.",
    label: "state",
    read: ({ figures }) => figures && each(OPEN_CALL_STATES, figures.calls),
  },
  {
    name: "carrier_callbacks_late",
    help: "Calls that a carrier was handed and of which it has told nothing for three minutes.",
    read: ({ figures }) => figures?.callbacks_late,
  },
  {
    name: "calls_silent",
    help: "Calls under way whose conversation is over, or in which nobody has said anything for five minutes.",
    read: ({ figures }) => figures?.calls_silent,
  },
  {
    name: "webhook_deliveries_waiting",
    help: "Webhooks to deliver, at most 1,000 of each endpoint counted.",
    read: ({ figures }) => figures?.webhooks.waiting,
  },
  {
    name: "webhook_oldest_waiting_seconds",
    help: "Age of the oldest webhook to deliver.",
    read: ({ figures }) => figures?.webhooks.oldest_seconds,
  },
  {
    name: "documents",
    help: "Documents by state.",
    label: "state",
    read: ({ figures }) => figures && each(DOCUMENT_STATES, figures.documents),
  },
  {
    name: "record_unsealed_seconds",
    help: "Age of the oldest entry of a record that is not sealed.",
    read: ({ figures }) => figures?.unsealed_seconds,
  },
  {
    name: "records_refused",
    help: "Records that are not sealed because the object store holds another one.",
    read: ({ figures }) => figures?.records_refused,
  },
  {
    name: "archive_lag_seconds",
    help: "Time by which the archive of calls is behind what organizations keep.",
    read: ({ figures }) => figures?.archive_lag_seconds,
  },
  {
    name: "organization_rows_fullest_ratio",
    help: "The share of ROW_BYTES_PER_ORGANIZATION that the fullest organization uses.",
    read: ({ figures }) => figures?.rows_fullest,
  },
  {
    name: "organizations_nearly_full",
    help: "Organizations that use more than nine tenths of it.",
    read: ({ figures }) => figures?.rows_nearly_full,
  },
  {
    name: "api_keys_expiring",
    help: "API keys that expire within seven days.",
    read: ({ figures }) => figures?.keys_expiring,
  },
  {
    name: "figures_timestamp_seconds",
    help: "When the figures of the installation were measured.",
    read: ({ measuredAt }) => secondsOf(measuredAt),
  },
  {
    name: "backup_timestamp_seconds",
    help: "When the last backup by `npm run backup` was taken; missing: there is none.",
    read: ({ backupAt }) => secondsOf(backupAt),
  },
];

const secondsOf = (at: Date | null): number | undefined => (at === null ? undefined : at.getTime() / 1000);

/** Makes the gauges of the installation; without facts they have no series. */
export const installationGauges = (registers: Registry[]): InstallationGauges => {
  let known: InstallationFacts | null = null;
  for (const { name, help, label, read } of FIGURES)
    new Gauge({
      name: `ringdown_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers,
      collect() {
        this.reset();
        const value = known === null ? undefined : read(known);
        if (value === undefined || value === null) return void (label === undefined && this.remove());
        if (typeof value === "number") return this.set(value);
        for (const [key, count] of Object.entries(value)) this.set({ [label ?? ""]: key }, count);
      },
    });
  return { take: (facts) => void (known = facts) };
};
