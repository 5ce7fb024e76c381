import { sql } from "kysely";
import { Client } from "pg";
import { z } from "zod";
import type { Database } from "../database.ts";

const counts = z.record(z.string(), z.number());
const figuresSchema = z.object({
  campaigns: counts,
  campaigns_waiting_for_budget: z.number(),
  contacts: z.object({ never_called: z.number(), in_flight: z.number(), waiting_retry: z.number() }),
  calls: counts,
  callbacks_late: z.number(),
  calls_silent: z.number(),
  webhooks: z.object({ waiting: z.number(), oldest_seconds: z.number() }),
  documents: counts,
  unsealed_seconds: z.number(),
  records_refused: z.number(),
  archive_lag_seconds: z.number(),
  /** 1: the fullest organization has used what it may. */
  rows_fullest: z.number(),
  rows_nearly_full: z.number(),
  keys_expiring: z.number(),
});
const backupSchema = z.object({ rows: z.number(), objects: z.number() });

/** Counts over all organizations, and when they were measured; null: not yet. */
export interface InstallationFacts {
  figures: z.output<typeof figuresSchema> | null;
  measuredAt: Date | null;
  /** Null: no backup was taken by `npm run backup`. */
  backup: z.output<typeof backupSchema> | null;
  backupAt: Date | null;
}

/** Returns what is known, and measures first where that is older than `everySeconds` and nobody else measures. */
export const readInstallation = async (
  { withoutOrganization }: Pick<Database, "withoutOrganization">,
  limits: { everySeconds: number; keepRunsDays: number | undefined; rowBytesPerOrganization: number },
): Promise<InstallationFacts> => {
  const { rows } = await sql<{ name: string; known_at: Date; facts: unknown }>`
    select * from platform_installation_facts(
      make_interval(secs => ${limits.everySeconds}), ${limits.keepRunsDays ?? null}::integer, ${limits.rowBytesPerOrganization}::bigint)
  `.execute(withoutOrganization);
  const named = (name: string) => rows.find((row) => row.name === name);
  const [figures, backup] = [named("figures"), named("backup")];
  return {
    figures: figures ? figuresSchema.parse(figures.facts) : null,
    measuredAt: figures?.known_at ?? null,
    backup: backup ? backupSchema.parse(backup.facts) : null,
    backupAt: backup?.known_at ?? null,
  };
};

/** Notes with the login of the migrations that a backup was taken, for metrics and the operator's page. */
export const noteBackup = async (
  databaseUrl: string,
  { takenAt, ...facts }: { takenAt: string; rows: number; objects: number },
): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl, application_name: "ringdown-backup" });
  await client.connect();
  try {
    await client.query(
      `insert into installation_facts (name, known_at, facts) values ('backup', $1, $2)
       on conflict (name) do update set known_at = excluded.known_at, facts = excluded.facts`,
      [takenAt, facts],
    );
  } finally {
    await client.end();
  }
};
