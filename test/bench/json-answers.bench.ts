import { request as sendRequest } from "node:http";
import express from "express";
import { sendJson } from "../../api/http/json-answer.ts";
import { listen, type RunningServer } from "../../api/http/listen.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { median } from "./median.ts";

const ROUNDS = 5;
const REQUESTS = 400;
/** What a campaign's progress has, a page of calls, and a long one. */
const ROWS_OF_ANSWERS = [3, 50, 500];
const ENCODINGS = ["identity", "gzip", "br", "304"] as const;
type Way = (typeof ENCODINGS)[number];

/** Answers of JSON as they are and compressed: bytes on the wire, and processor time of a request, its client's included. */
export const jsonAnswersBench: BenchPart = {
  name: "json",
  title: "what compression and ETags of JSON answers cost and save",
  run: async (context) => {
    let body: unknown;
    const app = express().disable("etag");
    app.get("/", (request, response) => sendJson(request, response, { status: 200, body }));
    const server = await listen(app, { host: "127.0.0.1", port: 0 });
    const rows: BenchRow[] = [];
    try {
      for (const count of ROWS_OF_ANSWERS) {
        body = { calls: Array.from({ length: count }, (_, at) => callOf(at)) };
        rows.push(...(await measure(context, server, JSON.stringify(body).length)));
      }
    } finally {
      await server.drain(0);
    }
    return rows;
  },
};

/** A row of a list of calls; the figures differ as those of real calls do. */
const callOf = (at: number) => ({
  id: 48_213 + at * 7,
  workflow_id: 12,
  name: `WR-TEL-OUT-${(at * 7919) % 100_000}`,
  state: ["completed", "failed", "in_progress"][at % 3],
  phone_number: `+1202555${String((at * 6151) % 10_000).padStart(4, "0")}`,
  outcome: ["answered", "no_answer", "busy", null][at % 4],
  duration_seconds: (at * 31) % 240,
  cost_usd: ((at * 137) % 10_000) / 100_000,
  created_at: new Date(1_700_000_000_000 + at * 61_037).toISOString(),
  gathered_context: { name: `Person ${at}`, wish: at % 2 ? "calls back later" : "confirms" },
});

const measure = async (
  { scale, say }: BenchContext,
  server: RunningServer,
  plainBytes: number,
): Promise<BenchRow[]> => {
  say(`answers of ${plainBytes} bytes`);
  const requests = Math.max(20, Math.round(REQUESTS * scale));
  const spent = ENCODINGS.map((way) => ({ way, ms: Array<number>(), bytes: 0 }));
  const { etag } = await ask(server, {});
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const each of spent) {
      const headers = headersOf(each.way, etag);
      const before = process.cpuUsage();
      for (let at = 0; at < requests; at += 1) each.bytes = (await ask(server, headers)).bytes;
      const { user, system } = process.cpuUsage(before);
      if (round > 0) each.ms.push((user + system) / 1000 / requests);
    }
  }
  const floor = median(spent[0]?.ms ?? []);
  return spent.map(({ way, ms, bytes }) => {
    const took = median(ms);
    return {
      figure: `JSON of ${plainBytes} bytes, ${way}`,
      measured: `${took.toFixed(2)} ms, ${bytes} bytes`,
      floor: `as it is: ${floor.toFixed(2)} ms`,
      ratio: took / floor,
      goal: "",
      holds: null,
    };
  });
};

const headersOf = (way: Way, etag: string): Record<string, string> =>
  way === "304" ? { "if-none-match": etag } : { "accept-encoding": way };

const ask = ({ url }: RunningServer, headers: Record<string, string>): Promise<{ bytes: number; etag: string }> =>
  new Promise((resolve, reject) => {
    sendRequest(url, { headers }, (response) => {
      let bytes = 0;
      response.on("data", (piece: Buffer) => (bytes += piece.length));
      response.on("end", () => resolve({ bytes, etag: response.headers.etag ?? "" }));
    })
      .on("error", reject)
      .end();
  });
