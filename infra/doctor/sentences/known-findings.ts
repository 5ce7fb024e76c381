/** What can be well, by its code, with what its sentence names. */
export interface GoodFindings {
  database_encrypted: [{ version: string }];
  database_private: [{ version: string }];
  login_modest: [];
  schema_not_compared: [];
  schema_current: [];
  connections: [Connections];
  clock_agrees: [];
  owns_tables: [];
  may_restore: [];
  disk_free: [{ gigabytes: number }];
  no_outside: [];
  address_reached: [{ origin: string }];
  mail_accepted: [];
  store_read: [{ bucket: string }];
  store_signed: [{ origin: string }];
  store_closed: [];
  store_takes_uploads: [{ origin: string }];
  address_passes: [{ address: string }];
  certificate_valid: [{ days: number }];
  search_built_in: [];
  search_reached: [{ version: string; state: string }];
  speech_on: [];
  speech_off: [];
  livekit_unset: [];
  livekit_reached: [{ rooms: number }];
  retention: [Retention];
  attributes_there: [];
  worker_versions: [{ versions: string }];
  workers: [{ count: number }];
}

/** What warns or is a fault, by its code, with what its sentences name. `reason` is what another program said, in its own words. */
export interface BadFindings {
  no_answer: [{ seconds: number }];
  failed: [{ reason: string }];
  settings_missing: [{ names: string }];
  database_old: [{ version: string; oldest: number }];
  database_unencrypted: [{ version: string }];
  login_powerful: [{ login: string }];
  login_without_role: [];
  extension_unavailable: [{ extension: string }];
  extension_missing: [{ extension: string }];
  schema_missing: [];
  schema_old: [{ count: number; first: string }];
  schema_newer: [{ newest: string }];
  connections_scarce: [Connections];
  clock_apart: [{ seconds: number }];
  two_databases: [];
  foreign_tables: [{ count: number }];
  may_not_restore: [];
  disk_scarce: [{ gigabytes: number }];
  disk_full: [{ gigabytes: number }];
  address_forbidden: [{ origin: string; host: string }];
  address_unreached: [{ origin: string; reason: string }];
  accounts_set_aside: [{ count: number }];
  mail_unset: [];
  mail_refused: [{ reason: string }];
  store_differs: [];
  store_address_refused: [{ status: number; origin: string }];
  store_open: [];
  store_refuses_uploads: [{ origin: string }];
  address_leads_elsewhere: [{ address: string; reason: string }];
  address_without_web_sockets: [{ address: string; reason: string }];
  address_unencrypted: [{ origin: string }];
  certificate_ending: [{ days: number }];
  certificate_untrusted: [{ reason: string }];
  search_old: [{ version: string; oldest: number }];
  search_red: [{ version: string; state: string }];
  livekit_refused: [{ url: string; reason: string }];
  namespace_missing: [{ namespace: string }];
  namespace_refused: [{ namespace: string }];
  retention_short: [Retention];
  attributes_hidden: [];
  attributes_missing: [{ names: string }];
  no_current_version: [{ versions: string }];
  no_worker: [];
}

interface Connections {
  used: number;
  most: number;
  needed: number;
}

interface Retention {
  namespace: string;
  days: number;
}

/** The parts of an installation that the doctor looks at. */
export const PARTS = [
  "database",
  "schema",
  "migrations_login",
  "temporal",
  "object_store",
  "search",
  "public_address",
  "mail",
  "sound",
  "outside",
  "disk",
] as const;
export type PartCode = (typeof PARTS)[number];

/** Everything that the doctor says, in one language. */
export interface Sentences {
  parts: Record<PartCode, string>;
  good: { [C in keyof GoodFindings]: (...facts: GoodFindings[C]) => string };
  bad: {
    [C in keyof BadFindings]: {
      text: (...facts: BadFindings[C]) => string;
      /** What mends it, besides a command. */
      remedy: (...facts: BadFindings[C]) => string;
    };
  };
  marks: Record<"good" | "warning" | "fault", string>;
  sum(counts: Record<"good" | "warning" | "fault", number>): string;
}
