import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const SCRIPT = "export const answer = 42;";

let folder: string;
let test: TestDatabase;
let api: TestApi;
let without: TestApi;

beforeAll(async () => {
  // Like the real one, it is below a folder whose name begins with a dot.
  folder = mkdtempSync(join(tmpdir(), "console-"));
  const built = join(folder, ".cache/console");
  mkdirSync(join(built, "assets"), { recursive: true });
  writeFileSync(join(built, "index.html"), "<!doctype html><title>Ringdown</title>");
  writeFileSync(join(built, "theme.js"), "1;");
  writeFileSync(join(built, "icon.svg"), "<svg/>");
  writeFileSync(join(built, "assets/index-abc.js"), SCRIPT);
  writeFileSync(join(built, "assets/index-abc.js.gz"), gzipSync(SCRIPT));
  test = await createTestDatabase();
  const environment = { CONSOLE_FOLDER: built, S3_PUBLIC_ENDPOINT: "https://store.example:9000/" };
  api = await startTestApi(test, { environment });
  without = await startTestApi(test);
});
afterAll(async () => {
  await Promise.all([api.close(), without.close()]);
  await test.drop();
  rmSync(folder, { recursive: true });
});

/** Requests without the headers that fetch adds. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    get(`${api.baseUrl}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on("error", reject);
  });

describe("the console's pages", () => {
  it.each(["/console/", "/console/campaigns/12", "/console/calls?outcome=busy"])("are one page: %s", async (path) => {
    const { status, headers, body } = await ask(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "cache-control": "no-cache", "content-type": "text/html; charset=utf-8" });
    expect(body.toString()).toContain("<title>Ringdown</title>");
  });

  it.each(["/", "/console"])("are where %s leads", async (path) => {
    expect(await ask(path)).toMatchObject({ status: 302, headers: { location: "/console/" } });
  });

  it("have the icon that browsers ask for beside any answer", async () => {
    const { status, headers, body } = await ask("/favicon.ico");
    expect({ status, type: headers["content-type"], body: body.toString() }).toEqual({
      status: 200,
      type: "image/svg+xml",
      body: "<svg/>",
    });
  });

  it("run only scripts of their own, and reach nothing else but the object store", async () => {
    const { headers } = await ask("/console/");
    const policy = String(headers["content-security-policy"]).split(";");
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self' https://store.example:9000",
        "media-src 'self' blob: https://store.example:9000",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|\*/);
  });

  it("send files that are named by their content for a year, compressed for who takes it", async () => {
    const plain = await ask("/console/assets/index-abc.js");
    expect(plain.headers).toMatchObject({ "cache-control": "public, max-age=31536000, immutable" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe(SCRIPT);
    const compressed = await ask("/console/assets/index-abc.js", { "accept-encoding": "gzip, br" });
    expect(compressed.headers).toMatchObject({
      "content-encoding": "gzip",
      "content-type": "text/javascript; charset=utf-8",
      vary: "Accept-Encoding",
    });
    expect(compressed.body).toEqual(gzipSync(SCRIPT));
  });

  it("have no page in place of a missing file, and none outside of their folder", async () => {
    expect(await ask("/console/assets/index-old.js")).toMatchObject({ status: 404 });
    const outside = await ask("/console/assets/..%2f..%2f..%2fetc/passwd");
    expect(outside.status).toBeGreaterThanOrEqual(400);
  });

  it("leave the API as it is", async () => {
    expect((await ask("/api/v1/health")).status).toBe(200);
    expect((await ask("/api/v1/nothing")).status).toBe(404);
  });
});

it("is not there where none was built", async () => {
  expect((await without.client().fetch("/console/")).status).toBe(404);
  expect((await without.client().fetch("/")).status).toBe(404);
});
