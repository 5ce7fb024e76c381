import { randomUUID } from "node:crypto";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createObjectStore } from "../../../infra/object-store/object-store.ts";
import { TEST_BUCKET, testEnvironment } from "../../harness/environment.ts";

const store = createObjectStore({ ...testEnvironment.objectStore(), region: "us-east-1", bucket: TEST_BUCKET });

const textAt = async (key: string): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of await store.read(key)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

let server: Server;

beforeAll(async () => {
  // Promises more than it sends, then hangs up: what a carrier's server does that is restarted.
  server = createServer((_, response) => {
    response.writeHead(200, { "content-length": 1_000_000 });
    response.write("the first words", () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => void server.close(resolve)));

const brokenDownload = (): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    get({ host: "127.0.0.1", port: address.port }, resolve).on("error", reject);
  });

describe("a signed upload", () => {
  it("is taken by the store in the size that was signed, and in no other", async () => {
    const key = `test/${randomUUID()}`;
    const url = await store.signUpload(key, { contentLength: 10, expiresInSeconds: 60 });
    const put = async (body: string) => (await fetch(url, { method: "PUT", body })).status;
    expect(await put("more than ten bytes")).toBe(403);
    expect(await put("too few")).toBe(403);
    expect(await store.size(key)).toBeNull();
    expect(await put("ten bytes.")).toBe(200);
    expect(await textAt(key)).toBe("ten bytes.");
  });

  it("is for one key: another one's name in its place does not fit the signature", async () => {
    const url = await store.signUpload(`test/${randomUUID()}`, { contentLength: 1, expiresInSeconds: 60 });
    const elsewhere = new URL(url);
    elsewhere.pathname = elsewhere.pathname.replace(/[^/]+$/, randomUUID());
    expect((await fetch(elsewhere, { method: "PUT", body: "x" })).status).toBe(403);
  });
});

describe("a stream", () => {
  it("is kept whole, also in several parts", async () => {
    const key = `test/${randomUUID()}`;
    const parts = [Buffer.alloc(9 * 1024 * 1024, "a"), Buffer.from("b")];
    await store.put(key, Readable.from(parts, { objectMode: false }), "text/plain");
    expect(await store.size(key)).toBe(9 * 1024 * 1024 + 1);
    expect((await textAt(key)).slice(-2)).toBe("ab");
  });

  it("a stream that breaks off is told, and what was there stays", async () => {
    const key = `test/${randomUUID()}`;
    await expect(store.put(key, await brokenDownload(), "text/plain")).rejects.toThrow();
    expect(await store.size(key)).toBeNull();
    await store.put(key, Buffer.from("before"), "text/plain");
    await expect(store.put(key, await brokenDownload(), "text/plain")).rejects.toThrow();
    expect(await textAt(key)).toBe("before");
    await store.put(key, Readable.from(["after"]), "text/plain");
    expect(await textAt(key)).toBe("after");
  });
});
