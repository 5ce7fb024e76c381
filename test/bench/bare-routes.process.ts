import { once } from "node:events";
import { createServer } from "node:http";
import express from "express";
import { Pool } from "pg";
import { columnTypes } from "../../infra/postgres/database.ts";
import type { BareRoutesOptions } from "./bare-routes.ts";

/**
 * The floor: `node bare-routes.process.ts OPTIONS`, with an IPC channel that is told the port. The organization is set
 * once for each connection, not for each request, so that row-level security applies as it does in the API.
 */
const { databaseUrl, poolSize, organizationId, readCampaign }: BareRoutesOptions = JSON.parse(process.argv[2] ?? "");
const pool = new Pool({
  connectionString: databaseUrl,
  max: poolSize,
  idleTimeoutMillis: 60_000,
  options: `-c role=ringdown_app -c timezone=UTC -c app.organization_id=${organizationId}`,
  types: columnTypes,
});

const INSERT_LIST = "insert into contact_lists (organization_id, name, description) values ($1, $2, $3) returning *";
const INSERT_EVENT = `
  insert into timeline_events (organization_id, kind, actor, summary, payload, agent_id, run_id, folder_id, campaign_id,
    thread_id, is_deliverable, assistant, blocked)
  values ($1, 'system', $2, $3, $4, null, null, null, null, null, false, false, null) returning id`;

const createContactList = async ({ name, description }: { name: string; description?: string }) => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query(INSERT_LIST, [organizationId, name, description ?? null]);
    const payload = { contact_list_id: rows[0].id };
    await client.query(INSERT_EVENT, [organizationId, "api_key:1", `Contact list ${name} was made`, payload]);
    await client.query("commit");
    return rows[0];
  } finally {
    client.release();
  }
};

const app = express();
app.get("/campaign", async (_request, response) => {
  const [campaign, logs] = readCampaign;
  const { rows } = await pool.query(campaign);
  response.json({ ...rows[0], logs: (await pool.query(logs)).rows });
});
app.post("/contact-lists", express.json(), async (request, response) => {
  response.json(await createContactList(request.body));
});

const server = createServer(app).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
process.send?.(typeof address === "object" ? address?.port : undefined);
