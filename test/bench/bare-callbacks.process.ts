import { once } from "node:events";
import { createServer } from "node:http";
import express from "express";
import { Pool } from "pg";
import type { BareCallbacksOptions } from "./bare-callbacks.ts";

/** The floor: `node bare-callbacks.process.ts OPTIONS`, with an IPC channel that is told the port. */
const { databaseUrl, poolSize }: BareCallbacksOptions = JSON.parse(process.argv[2] ?? "");
const pool = new Pool({ connectionString: databaseUrl, max: poolSize });
await pool.query(
  "create table bare_callbacks (id bigint generated always as identity primary key, event_id text not null, call jsonb not null)",
);

const app = express();
app.post("/callback", express.json(), async (request, response) => {
  const { event_id, call } = request.body;
  await pool.query("insert into bare_callbacks (event_id, call) values ($1, $2)", [event_id, call]);
  response.status(204).end();
});

const server = createServer(app).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
process.send?.(typeof address === "object" ? address?.port : undefined);
