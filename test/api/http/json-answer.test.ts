import { request as httpRequest } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import express from "express";
import { sendJson } from "../../../api/http/json-answer.ts";
import { listen, type RunningServer } from "../../../api/http/listen.ts";

const LONG = { words: "a word ".repeat(1_000) };
let server: RunningServer;
let body: unknown = LONG;

beforeAll(async () => {
  const app = express().disable("etag");
  app.all("/", (request, response) => sendJson(request, response, { status: 200, body }));
  server = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(() => server.drain(0));

interface Received {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** Without the decoding that `fetch` does. */
const ask = (headers: Record<string, string> = {}, method = "GET"): Promise<Received> =>
  new Promise((resolve, reject) => {
    httpRequest(server.url, { headers, method }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(pieces) }),
      );
    })
      .on("error", reject)
      .end();
  });

describe("JSON in an answer", () => {
  it("is compressed as the client reads it, and plain where it does not say", async () => {
    body = LONG;
    const brotli = await ask({ "accept-encoding": "br" });
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(JSON.parse(brotliDecompressSync(brotli.bytes).toString())).toEqual(LONG);
    const gzip = await ask({ "accept-encoding": "gzip, deflate" });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(gzip.bytes).toString())).toEqual(LONG);
    const plain = await ask();
    expect([plain.headers["content-encoding"], plain.headers["vary"]]).toEqual([undefined, "Accept-Encoding"]);
    expect(JSON.parse(plain.bytes.toString())).toEqual(LONG);
    expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 10);
  });

  it("is left as it is where it is short", async () => {
    body = { id: 1 };
    expect((await ask({ "accept-encoding": "gzip" })).headers["content-encoding"]).toBeUndefined();
  });

  it("is not sent again to who has it", async () => {
    body = LONG;
    const tag = String((await ask()).headers["etag"]);
    const again = await ask({ "if-none-match": `"other", ${tag}`, "accept-encoding": "gzip" });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    body = { words: "others" };
    expect((await ask({ "if-none-match": tag })).status).toBe(200);
  });

  it("has no tag where something was changed", async () => {
    expect((await ask({}, "POST")).headers["etag"]).toBeUndefined();
  });
});
