import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { listNewestLogs } from "../../infra/postgres/campaign/campaign.repository.ts";
import { findCampaignOverview } from "../../infra/postgres/campaign/campaign-lists.repository.ts";
import { columnTypes } from "../../infra/postgres/database.ts";
import type { Tables } from "../../infra/postgres/tables.ts";

export interface Statement {
  text: string;
  values: unknown[];
}

/** The parts of the floor: enough to answer the same two requests, and nothing else. */
export interface BareRoutesOptions {
  databaseUrl: string;
  poolSize: number;
  organizationId: number;
  /** The campaign's row, then its log entries. */
  readCampaign: [Statement, Statement];
}

export interface BareRoutes {
  url: string;
  close(): Promise<void>;
}

/** Starts an Express server of two routes in a process of its own: `GET /campaign` and `POST /contact-lists`. */
export const startBareRoutes = async (options: BareRoutesOptions): Promise<BareRoutes> => {
  const child = fork(fileURLToPath(new URL("bare-routes.process.ts", import.meta.url)), [JSON.stringify(options)], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  const exited = once(child, "exit");
  const ended = exited.then(() => {
    throw new Error("the bare server ended before it listened");
  });
  const [port] = await Promise.race([once(child, "message"), ended]);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await exited;
    },
  };
};

/** Returns the two statements that the API itself runs for `GET /campaigns/{id}`, written down as it runs them. */
export const campaignStatements = async (databaseUrl: string, campaignId: number): Promise<[Statement, Statement]> => {
  const statements: Statement[] = [];
  const pool = new Pool({ connectionString: databaseUrl, max: 1, types: columnTypes });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push({ text: query.sql, values: [...query.parameters] }),
  });
  try {
    await db.transaction().execute(async (tx) => {
      await findCampaignOverview(tx, campaignId);
      await listNewestLogs(tx, campaignId);
    });
  } finally {
    await db.destroy();
  }
  const [campaign, logs, ...others] = statements.filter(({ text }) => text.startsWith("select"));
  if (!campaign || !logs || others.length > 0) throw new Error("reading a campaign is no longer two statements");
  return [campaign, logs];
};
