import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { restartLostDocuments } from "../../../activities/maintenance/restart-lost-documents.ts";
import {
  deleteDocumentOperation,
  getDocumentOperation,
  getDocumentUsageOperation,
  processDocumentOperation,
  searchDocumentsOperation,
  updateDocumentOperation,
} from "../../../api/documents/documents.operations.ts";
import { ADDRESS_REMOVED, LARGEST_SOURCE_BYTES, SOURCE_TRIES } from "../../../domain/document/document-source.ts";
import { type HttpReceiver, startHttpReceiver } from "../../harness/http-receiver.ts";
import type { TestApi } from "../../harness/test-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DocumentsRig, type DocumentsTenant, documentsTenant, startDocumentsRig } from "./documents-rig.ts";

/** The worker dies once at each of these requests to the store. */
const faults: ("describe" | "read")[] = [];
const dieOnce = (at: (typeof faults)[number]) => {
  const index = faults.indexOf(at);
  if (index === -1) return;
  faults.splice(index, 1);
  throw new Error(`the worker died at ${at}`);
};
const dyingWorker = ({ objectStore }: TestApi["dependencies"]) => ({
  objectStore: {
    ...objectStore,
    describe: (key: string) => {
      dieOnce("describe");
      return objectStore.describe(key);
    },
    read: (key: string, offset?: number) => {
      dieOnce("read");
      return objectStore.read(key, offset);
    },
  },
});

let rig: DocumentsRig;
let site: HttpReceiver;
let of: DocumentsTenant;
beforeAll(async () => {
  [rig, site] = await Promise.all([startDocumentsRig({ worker: dyingWorker }), startHttpReceiver()]);
});
afterAll(async () => {
  await rig.close();
  await site.close();
});
beforeEach(async () => {
  of = await documentsTenant(rig, { embeddings: false });
  site.requests.length = 0;
});

const page = (text: string) => `<html><body><h1>Prices</h1><p>${text}</p></body></html>`;
const serve = (
  body: string | Buffer,
  headers: Record<string, string> = { "content-type": "text/html" },
  status = 200,
) => {
  site.answer = (_request, response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  };
};
const process = async (body: object) =>
  (await of.operator.call(processDocumentOperation, { body: { document_uuid: randomUUID(), ...body } })).body;
const refused = async (body: object) =>
  (await of.operator.refused(processDocumentOperation, { body: { document_uuid: randomUUID(), ...body } })).status;
const documentOf = async (document_uuid: string) =>
  (await of.operator.call(getDocumentOperation, { params: { document_uuid } })).body;
const add = async (body: object = {}) => {
  const { document_uuid } = await process({ source_url: `${site.url}/prices`, scope: "org", ...body });
  return of.ended(document_uuid);
};
const found = async (document_uuid: string) => {
  const body = { query: "price", document_uuids: [document_uuid] };
  const { chunks } = (await of.operator.call(searchDocumentsOperation, { body })).body;
  return chunks.map(({ chunk_text }) => chunk_text).join("");
};
/** The hour is over: maintenance has the address read. */
const letHoursPass = async (document_uuid: string) => {
  await rig.test.everything
    .updateTable("documents")
    .set({ refresh_at: sql<Date>`now() - interval '1 hour'` })
    .where("document_uuid", "=", document_uuid)
    .execute();
  return waitUntil("the address was read", async () => {
    // As at every round of maintenance: the workflow of the version before may still be ending.
    await restartLostDocuments(rig.api.dependencies);
    const document = await documentOf(document_uuid);
    const isOver = Date.parse(document.refresh_at ?? "") > Date.now();
    return isOver && !["queued", "indexing"].includes(document.state) && document;
  });
};

describe("a document from an address", () => {
  it("is read as any other, with the type that was sent", async () => {
    serve(page("The price is ten."));
    const asked = await process({ source_url: `${site.url}/prices`, scope: "org", refresh_every_hours: 24 });
    expect(asked).toMatchObject({
      state: "queued",
      version: 0,
      source_url: `${site.url}/prices`,
      refresh_every_hours: 24,
    });
    const document = await of.ended(asked.document_uuid);
    expect(document).toMatchObject({
      state: "ready",
      filename: "prices.html",
      mime_type: "text/html",
      version: 1,
      current_version: 1,
      source_url: `${site.url}/prices`,
      file_size_bytes: page("The price is ten.").length,
    });
    const dueInHours = (Date.parse(document.refresh_at ?? "") - Date.now()) / 3_600_000;
    expect(dueInHours).toBeGreaterThan(23);
    expect(dueInHours).toBeLessThanOrEqual(24);
    expect(await found(document.document_uuid)).toContain("ten");
    serve("The price is ten.", { "content-type": "text/plain" });
    expect(await add()).toMatchObject({ state: "ready", filename: "prices.txt", refresh_at: null });
  });

  it("gets a next version when its content has changed, and none when it has not", async () => {
    serve(page("The price is ten."));
    const { document_uuid } = await add({ refresh_every_hours: 1 });
    expect(await letHoursPass(document_uuid)).toMatchObject({ version: 1, state: "ready", state_detail: null });
    serve(page("The price is twelve."));
    expect(await letHoursPass(document_uuid)).toMatchObject({ version: 2, current_version: 2, state: "ready" });
    expect(await found(document_uuid)).toContain("twelve");
    expect(site.requests).toHaveLength(3);
    const usage = (await of.operator.call(getDocumentUsageOperation, {})).body;
    expect(usage).toMatchObject({ document_count: 1, used_bytes: page("The price is twelve.").length });
  });

  it("keeps its version when the address fails, says so, and goes on by itself", async () => {
    serve(page("The price is ten."));
    const { document_uuid } = await add({ refresh_every_hours: 1 });
    serve("", {}, 404);
    expect(await letHoursPass(document_uuid)).toMatchObject({
      state: "ready",
      version: 1,
      state_detail: "The address could not be read: It answered with the status 404; readers get version 1",
    });
    expect(await found(document_uuid)).toContain("ten");
    serve(page("The price is ten."));
    expect(await letHoursPass(document_uuid)).toMatchObject({ version: 1, state_detail: null });
  });

  it.each([
    ["a page without text", "<html><body></body></html>", "text/html"],
    ["a file that is none of its type", "no PDF at all", "application/pdf"],
  ])("makes one failed version of %s, and another when it changes or somebody asks", async (_what, body, type) => {
    serve(body, { "content-type": type });
    const { document_uuid, state, version } = await add({ refresh_every_hours: 1 });
    expect({ state, version }).toEqual({ state: "failed", version: 1 });
    expect(await letHoursPass(document_uuid)).toMatchObject({ state: "failed", version: 1 });
    expect(await letHoursPass(document_uuid)).toMatchObject({ state: "failed", version: 1 });
    expect(site.requests).toHaveLength(3);
    await process({ document_uuid, source_url: `${site.url}/prices`, scope: "org", refresh_every_hours: 1 });
    await waitUntil("it was tried once more", async () => {
      const { version: now, state: is } = await documentOf(document_uuid);
      return now === 2 && is === "failed";
    });
    serve(page("The price is ten."));
    expect(await letHoursPass(document_uuid)).toMatchObject({ state: "ready", version: 3 });
  });

  it("is read again when somebody asks, and from another address when it gets one", async () => {
    serve(page("The price is ten."));
    const { document_uuid } = await add();
    serve(page("The price is eleven."));
    await process({ document_uuid });
    await waitUntil("it is read", async () => (await documentOf(document_uuid)).current_version === 2);
    serve(page("The price is twelve."));
    const params = { document_uuid };
    const body = { source_url: `${site.url}/others`, refresh_every_hours: 720 };
    const { body: changed } = await of.operator.call(updateDocumentOperation, { params, body });
    expect(changed).toMatchObject(body);
    await waitUntil("it is read", async () => (await documentOf(document_uuid)).current_version === 3);
    expect(site.requests.map(({ url }) => url)).toEqual(["/prices", "/prices", "/others"]);
    const { body: left } = await of.operator.call(updateDocumentOperation, { params, body: { source_url: null } });
    expect(left).toMatchObject({ source_url: null, refresh_every_hours: null, refresh_at: null, state: "ready" });
  });

  it("waits for nothing more when its address is removed before it was read, until it gets another", async () => {
    serve("", {}, 404);
    const { document_uuid } = await add();
    const params = { document_uuid };
    await of.operator.call(updateDocumentOperation, { params, body: { source_url: null } });
    expect(await documentOf(document_uuid)).toMatchObject({ state: "failed", processing_error: ADDRESS_REMOVED });
    serve(page("The price is ten."));
    const body = { source_url: `${site.url}/others` };
    expect((await of.operator.call(updateDocumentOperation, { params, body })).body.state).toBe("queued");
    expect(await of.ended(document_uuid)).toMatchObject({ state: "ready", version: 1, processing_error: null });
  });

  it("is a document of uploaded files as soon as one is processed", async () => {
    serve(page("The price is ten."));
    const { document_uuid } = await add({ refresh_every_hours: 1 });
    const { object_store_key } = await of.upload({
      name: "prices.html",
      content: page("The price is nine."),
      mimeType: "text/html",
    });
    await process({ document_uuid, object_store_key });
    await waitUntil("it is read", async () => (await documentOf(document_uuid)).current_version === 2);
    expect(await documentOf(document_uuid)).toMatchObject({
      source_url: null,
      refresh_every_hours: null,
      refresh_at: null,
    });
  });

  it("a document from an address that is switched off is not read again", async () => {
    serve(page("The price is ten."));
    const { document_uuid } = await add({ refresh_every_hours: 1 });
    const params = { document_uuid };
    await of.operator.call(updateDocumentOperation, { params, body: { is_active: false } });
    await rig.test.everything
      .updateTable("documents")
      .set({ refresh_at: sql<Date>`now() - interval '1 hour'` })
      .where("document_uuid", "=", document_uuid)
      .execute();
    expect(await restartLostDocuments(rig.api.dependencies)).toBe(0);
    await of.operator.call(deleteDocumentOperation, { params });
  });
});

describe("a step that dies halfway", () => {
  const filesOf = async (document_uuid: string) => {
    const keys: string[] = [];
    for await (const { key } of rig.api.dependencies.objectStore.list())
      if (key.includes(document_uuid)) keys.push(key);
    return keys;
  };

  it("after it stored the file reads the address once more and leaves one file", async () => {
    serve(page("The price is ten."));
    faults.push("describe");
    const document = await add({ refresh_every_hours: 1 });
    expect(faults).toEqual([]);
    expect(document).toMatchObject({ state: "ready", version: 1, current_version: 1 });
    expect(site.requests).toHaveLength(2);
    expect(await filesOf(document.document_uuid)).toHaveLength(1);
    serve(page("The price is twelve."));
    await letHoursPass(document.document_uuid);
    await waitUntil("the old file is removed", async () => (await filesOf(document.document_uuid)).length === 1);
  });

  it("after the version was queued goes on with it, without another request", async () => {
    serve(page("The price is ten."));
    faults.push("read");
    const document = await add({ refresh_every_hours: 1 });
    expect(faults).toEqual([]);
    expect(document).toMatchObject({ state: "ready", version: 1, current_version: 1 });
    expect(site.requests).toHaveLength(1);
    expect((await of.operator.call(getDocumentUsageOperation, {})).body).toMatchObject({
      document_count: 1,
      used_bytes: page("The price is ten.").length,
    });
  });
});

describe("an address fails with a sentence", () => {
  it.each([
    ["that is missing", () => serve("", {}, 404), "It answered with the status 404"],
    ["of a picture", () => serve("x", { "content-type": "image/png" }), "It sent image/png, which cannot be read"],
    ["that leads inside", () => serve("", { location: "http://10.0.0.1/secret" }, 302), "10.0.0.1"],
    ["that leads to itself", () => serve("", { location: "/prices" }, 302), "more than 5 times"],
    ["that leads nowhere", () => serve("", { location: "http://" }, 302), "another address that is none"],
    ["that sends too much", () => serve(Buffer.alloc(LARGEST_SOURCE_BYTES + 1, "a")), "It sent more than 15 MB"],
  ])("%s", async (_what, answer, sentence) => {
    answer();
    const document = await add();
    expect(document).toMatchObject({ state: "failed", version: 0, current_version: null });
    expect(document.processing_error).toContain("The address could not be read: ");
    expect(document.processing_error).toContain(sentence);
    expect(site.requests.every(({ url }) => url === "/prices")).toBe(true);
    expect((await of.operator.call(getDocumentUsageOperation, {})).body).toMatchObject({
      document_count: 0,
      used_bytes: 0,
    });
  });

  it("an address that does not answer well fails after it was asked again", async () => {
    serve("", {}, 503);
    expect((await add()).processing_error).toContain("It answered with the status 503");
    expect(site.requests).toHaveLength(SOURCE_TRIES);
  });

  it("follows five redirects and no more", async () => {
    site.answer = (_request, response: ServerResponse) => {
      response.writeHead(302, { location: `${site.url}/again` }).end();
    };
    const detail = "The address could not be read: It leads from one address to another more than 5 times";
    expect(await add()).toMatchObject({ state: "failed", processing_error: detail });
    expect(site.requests).toHaveLength(6);
  });

  it("follows redirects, each of which is checked", async () => {
    site.answer = ({ url }, response) => {
      if (url === "/prices") response.writeHead(301, { location: "/moved.txt" }).end();
      else response.writeHead(200, { "content-type": "text/plain" }).end("The price is ten.");
    };
    expect(await add()).toMatchObject({ state: "ready", filename: "prices.txt" });
  });
});

it("a text that is no address, or no interval, is refused", async () => {
  const source_url = `${site.url}/prices`;
  const { object_store_key } = await of.upload({ name: "a.txt", content: "The price is ten." });
  for (const body of [
    { source_url: "http://10.0.0.1/" },
    { source_url: "ftp://example.com/a.txt" },
    { source_url: "prices" },
    { source_url, object_store_key },
    { source_url, refresh_every_hours: 0 },
    { source_url, refresh_every_hours: 721 },
    { source_url, refresh_every_hours: 1.5 },
    { refresh_every_hours: 24 },
  ]) {
    expect([body, await refused(body)]).toEqual([body, 422]);
  }
  serve(page("The price is ten."));
  const { document_uuid } = await of.add({ name: "b.txt", content: "The price is ten." });
  const params = { document_uuid };
  for (const body of [{ refresh_every_hours: 24 }, { source_url: "http://169.254.169.254/" }, { source_url: "x" }]) {
    expect((await of.operator.refused(updateDocumentOperation, { params, body })).status).toBe(422);
  }
});
