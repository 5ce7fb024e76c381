import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { operations } from "../../../../api/areas.ts";
import { aliases } from "../../../../api/http/aliases.ts";
import { readBuiltOpenApi } from "../../../../api/http/openapi/built-document.ts";
import { version } from "../../../../infra/version.ts";
import { useTestApi } from "../../../harness/tenant-api.ts";
import { startTestApi } from "../../../harness/test-api.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import specification from "../../specification.json" with { type: "json" };

/** The fields that have a meaning for the document; the rest is data. */
interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>>;
  components: { schemas: Record<string, unknown> };
}

let document: Document;

const { test, api } = await useTestApi();
beforeAll(async () => {
  document = JSON.parse(await (await api.client().fetch("/api/v1/openapi.json")).text());
});

const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );

describe("the OpenAPI document", () => {
  it("is version 3.1 and has one operation for each that is served", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(
      described()
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(operations.map(({ id }) => id).sort());
  });

  it("is made once: asked for again by its tag it is not sent again, and it travels compressed", async () => {
    const path = "/api/v1/openapi.json";
    const first = await api.client().fetch(path, { headers: { "accept-encoding": "gzip" } });
    expect(first.headers.get("content-encoding")).toBe("gzip");
    const again = await api.client().fetch(path, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const plain = await api.client().fetch(path, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.json()).toEqual(await first.json());
  });

  it("is beside the programs that are started, as it is made at the first request where it is not", async () => {
    const described = { version, serverUrl: document.servers[0]?.url ?? "" };
    expect(await readBuiltOpenApi(described, process.env["TEST_PROGRAMS"])).toEqual(document);
    expect(await readBuiltOpenApi(described)).toBeNull();
    expect(await readBuiltOpenApi({ ...described, version: "0.0.0" }, process.env["TEST_PROGRAMS"])).toBeNull();
  });

  it("is read where it is beside the program, with the address of this API", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ringdown-openapi-"));
    const program = process.argv[1] ?? "";
    const built = { ...document, servers: [{ url: "/" }], paths: {} };
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(built));
    const readOwn = async (): Promise<unknown> => {
      const own = await startTestApi(test);
      try {
        return await (await own.client().fetch("/api/v1/openapi.json")).json();
      } finally {
        await own.close();
      }
    };
    process.argv[1] = join(folder, "start.ts");
    try {
      expect(await readOwn()).toEqual({ ...built, servers: [{ url: expect.stringMatching(/^http:/) }] });
    } finally {
      process.argv[1] = program;
      rmSync(folder, { recursive: true });
    }
  });

  it("is not read where a source beside it was changed afterwards, as they are while the platform is worked on", async () => {
    const root = mkdtempSync(join(tmpdir(), "ringdown-openapi-"));
    const [folder, source] = [join(root, "api"), join(root, "domain/agent/a.ts")];
    for (const each of [folder, dirname(source)]) mkdirSync(each, { recursive: true });
    writeFileSync(source, "");
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
    const described = { version, serverUrl: document.servers[0]?.url ?? "" };
    const changeSource = (atMs: number) => utimesSync(source, new Date(atMs), new Date(atMs));
    const builtAtMs = statSync(join(folder, "openapi.json")).mtimeMs;
    changeSource(builtAtMs - 1_000);
    expect(await readBuiltOpenApi(described, folder)).toEqual(document);
    changeSource(builtAtMs + 1_000);
    expect(await readBuiltOpenApi(described, folder)).toBeNull();
    rmSync(root, { recursive: true });
  });

  it("counts as ten requests of who asks for it", async () => {
    const own = await startTestApi(test, { environment: { RATE_LIMIT_PER_ADDRESS_PER_SECOND: "10" } });
    await waitUntil("the second one in a second is refused", async () => {
      const ask = async () => (await own.client().fetch("/api/v1/openapi.json")).status;
      return (await Promise.all([ask(), ask()])).includes(429);
    });
    await own.close();
  });

  it("has no operationId twice", () => {
    const ids = described().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("declares every parameter of every path, and no other", () => {
    for (const { path, parameters = [], operationId } of described()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
      expect([operationId, declared.sort()]).toEqual([operationId, inPath.sort()]);
    }
  });

  it("names what a campaign's settings hold", () => {
    const { RetrySettings, ScheduleSettings, CircuitBreakerSettings } = document.components.schemas;
    expect(RetrySettings).toMatchObject({ properties: { max_retries: { type: "integer" } } });
    expect(ScheduleSettings).toMatchObject({ properties: { slots: { type: "array" } } });
    expect(CircuitBreakerSettings).toMatchObject({ properties: { failure_threshold: { type: "number" } } });
  });

  it("refers only to what it holds", () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
    for (const [, name] of references) expect(Object.keys(document.components.schemas)).toContain(name);
  });
});

describe("every operation of the specification", () => {
  it.each(specification.operations)("$id is $method $path", ({ id, method, path }) => {
    const operation = operations.find((candidate) => candidate.id === id);
    expect(operation?.method).toBe(method);
    expect(operation?.path.replace(/\/$/, "")).toBe(path.replace(/\/$/, ""));
  });

  it("is served", () => {
    const served = new Set(operations.map(({ id }) => id));
    const missing = specification.operations.map(({ id }) => id).filter((id) => !served.has(id));
    expect(missing).toEqual([]);
    expect(specification.operations).toHaveLength(103);
  });

  it.each(specification.aliases)("$method $path is $id by another spelling", ({ id, method, path }) => {
    const alias = aliases.find(({ from }) => from.test(path));
    const operation = operations.find((candidate) => candidate.id === id);
    expect([method, alias && path.replace(alias.from, alias.to)]).toEqual([operation?.method, operation?.path]);
  });

  it("has a name of its own", () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });
});

describe("the API page", () => {
  it("loads nothing from outside", async () => {
    const client = api.client();
    const page = await client.fetch("/docs/api/");
    const html = await page.text();
    expect(page.headers.get("content-type")).toContain("text/html");
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(loaded.length).toBeGreaterThan(2);
    for (const path of loaded) {
      expect(path).toMatch(/^\//);
      expect([path, (await client.fetch(path)).status]).toEqual([path, 200]);
    }
    expect(await (await client.fetch("/docs/api/start.js")).text()).toContain("/api/v1/openapi.json");
  });

  it("answers without the slash too", async () => {
    expect((await api.client().fetch("/docs/api")).status).toBe(200);
  });
});
