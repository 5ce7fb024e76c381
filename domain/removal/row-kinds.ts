/** What takes an organization's room, as people speak of it, and how they get it back. */
export const ROW_KINDS = [
  "calls",
  "campaigns",
  "contacts",
  "permissions",
  "agents",
  "knowledge",
  "record",
  "other",
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export const TABLES_OF_KIND: Readonly<Record<Exclude<RowKind, "other">, readonly string[]>> = {
  calls: [
    "call_runs",
    "carrier_events",
    "conversations",
    "conversation_entries",
    "conversation_turns",
    "tool_calls",
    "model_requests",
    "after_call_steps",
    "call_transfers",
    "supervisions",
    "call_artifacts",
    "kept_originals",
    "recordings_to_remove",
    "timeline_events",
    "webhook_deliveries",
    "webhook_exchanges",
    "requests",
    "text_messages",
  ],
  campaigns: [
    "campaigns",
    "campaign_contacts",
    "campaign_logs",
    "campaign_figures",
    "what_ifs",
    "journey_versions",
    "journey_steps",
  ],
  contacts: ["contacts", "contact_lists", "contact_files", "contact_imports", "contact_import_errors"],
  permissions: ["do_not_call", "consents", "consent_changes", "national_lists", "national_numbers"],
  agents: ["agents", "agent_versions", "tools", "scenarios", "rehearsals", "rehearsal_conversations"],
  knowledge: ["documents", "document_versions", "document_parts", "document_passages", "knowledge_usage"],
  record: ["record_entries", "unsealed_entries", "record_policies", "person_keys", "acts"],
};

/** How room of a kind is made; null: it cannot be, because it proves or forbids something, or is too little to matter. */
export const WAYS_TO_SHRINK: Readonly<Record<RowKind, string | null>> = {
  calls: "POST /calls/removals",
  campaigns: "DELETE /campaigns/{campaign_id}?with_calls=true",
  contacts: "DELETE /contact-lists/{contact_list_id}",
  permissions: null,
  agents: null,
  knowledge: "DELETE /knowledge-base/documents/{document_uuid}",
  record: null,
  other: null,
};

export interface MeasuredTable {
  rows: number;
  bytes: number;
}

/** Sums what was measured by kind, the largest first. */
export const sumByKind = (
  tables: Readonly<Record<string, MeasuredTable>>,
): { kind: RowKind; rows: number; bytes: number; make_room: string | null }[] => {
  const sums = new Map<RowKind, MeasuredTable>();
  for (const [table, { rows, bytes }] of Object.entries(tables)) {
    const kind = kindOf(table);
    const sum = sums.get(kind) ?? { rows: 0, bytes: 0 };
    sums.set(kind, { rows: sum.rows + rows, bytes: sum.bytes + bytes });
  }
  return [...sums]
    .map(([kind, sum]) => ({ kind, ...sum, make_room: WAYS_TO_SHRINK[kind] }))
    .toSorted((one, other) => other.bytes - one.bytes);
};

const kindOf = (table: string): RowKind =>
  ROW_KINDS.find((kind) => kind !== "other" && TABLES_OF_KIND[kind].includes(table)) ?? "other";
