/** Tables that grow with every call, contact or message: what locks or rewrites one of them stops the platform meanwhile. */
export const GROWING_TABLES = [
  "after_call_steps",
  "call_artifacts",
  "call_runs",
  "campaign_steps",
  "carrier_events",
  "consent_changes",
  "consents",
  "contacts",
  "conversation_entries",
  "conversation_turns",
  "conversations",
  "do_not_call",
  "document_passages",
  "idempotency_keys",
  "missed_calls",
  "model_requests",
  "national_numbers",
  "record_entries",
  "thread_replies",
  "threads",
  "timeline_events",
  "tool_calls",
  "unsealed_entries",
  "webhook_deliveries",
  "webhook_exchanges",
] as const;

const tables = GROWING_TABLES.join("|");

const RULES: readonly { says: string; pattern: RegExp }[] = [
  {
    says: "makes an index that keeps people from writing: createIndexConcurrently, in steps",
    pattern: new RegExp(`create (?:unique )?index (?!concurrently)[\\w "]{0,80} on (?:only )?(?:${tables})\\b`),
  },
  {
    says: "changes rows in one statement: fillInSteps, in steps",
    pattern: new RegExp(`(?:update|delete from) (?:only )?(?:${tables})\\b`),
  },
  {
    says: "looks through all rows under a lock: addConstraintInSteps, in steps",
    pattern: new RegExp(
      `alter table (?:${tables})\\b(?:(?!not valid)[^;])*?(?:add constraint|add check|add foreign key|set not null)(?:(?!not valid)[^;])*(?:;|$)`,
    ),
  },
  {
    says: "writes the whole table anew: add a column, fill it in steps, and read that one",
    pattern: new RegExp(
      `alter table (?:${tables})\\b[^;]*(?: type |generated always as \\(|default (?:gen_random_uuid|random|clock_timestamp)\\()`,
    ),
  },
  { says: "locks a table by hand", pattern: /lock table/ },
];

/** Returns the statements of a migration that would make others wait. */
export const faultsOfMigration = (source: string): string[] => {
  // The body of a function runs later.
  const text = source
    .toLowerCase()
    .replaceAll(/\$\$[^$]*\$\$/g, " ")
    .replaceAll(/--[^\n]*|\/\/[^\n]*/g, " ")
    .replaceAll(/\s+/g, " ");
  // Nobody waits for a table that the migration itself creates.
  const created = [...text.matchAll(/create table (\w+)/g)].map(([, table]) => table);
  const onOthers = text.replaceAll(
    new RegExp(`create (?:unique )?index \\w+ on (?:${created.join("|")})\\b`, "g"),
    " ",
  );
  return RULES.filter(({ pattern }) => pattern.test(created.length > 0 ? onOthers : text)).map(({ says }) => says);
};
