import { once } from "node:events";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createObjectStore, type ObjectStore } from "../../../infra/object-store/object-store.ts";
import { ObjectStoreError } from "../../../infra/object-store/store-fault.ts";

const NOBODY = "http://127.0.0.1:9";
/** Answers like a store without room. */
const full = createServer((request, response) => {
  request.resume();
  response.writeHead(500, { "content-type": "application/xml" });
  response.end("<Error><Code>InternalError</Code><Message>We encountered an internal error</Message></Error>");
});
let fullUrl: string;

beforeAll(async () => {
  full.listen(0, "127.0.0.1");
  await once(full, "listening");
  const address = full.address();
  fullUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
});
afterAll(async () => {
  full.closeAllConnections();
  full.close();
  await once(full, "close");
});

const storeAt = (endpoint: string): ObjectStore =>
  createObjectStore({ endpoint, region: "us-east-1", accessKey: "key", secretKey: "secret", bucket: "bucket" });

const ACTS: [string, (store: ObjectStore) => Promise<unknown>][] = [
  ["put", (store) => store.put("key", Buffer.from("text"), "text/plain")],
  ["put of a stream", (store) => store.put("key", Readable.from([Buffer.from("text")]), "text/plain")],
  ["read", (store) => store.read("key")],
  ["size", (store) => store.size("key")],
  ["remove", (store) => store.remove("key")],
  ["ensureBucket", (store) => store.ensureBucket()],
];

it.each(ACTS)("%s says that a store did not do it which is away or has no room", async (_name, act) => {
  for (const endpoint of [NOBODY, fullUrl]) await expect(act(storeAt(endpoint))).rejects.toThrow(ObjectStoreError);
});

it("the client is loaded without asking the store, and says at once that an address is none", async () => {
  await storeAt(NOBODY).open();
  await expect(storeAt("no address").open()).rejects.toThrow("Invalid URL");
});

it("a stream that breaks by itself is no fault of the store", async () => {
  const body = new Readable({ read: () => {} });
  const put = storeAt(fullUrl).put("key", body, "text/plain");
  body.destroy(new Error("the line to the carrier broke"));
  await expect(put).rejects.toThrow("the line to the carrier broke");
});
