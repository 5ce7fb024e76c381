import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { fetchAndReturn } from "./returning-fetch.ts";

/** Busy at first, then gone without an answer, then there. */
const keys: unknown[] = [];
const server = createServer((request, response) => {
  keys.push(request.headers["idempotency-key"]);
  if (keys.length === 1) response.writeHead(503, { "retry-after": "0" }).end();
  else if (keys.length === 2) response.destroy();
  else response.writeHead(404).end();
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

it("sends a request again with the same key, until an answer does not say when to come back", async () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const answer = await fetchAndReturn(`http://127.0.0.1:${port}`, { method: "POST" });
  expect(answer.status).toBe(404);
  expect(keys).toEqual([expect.any(String), keys[0], keys[0]]);
});
