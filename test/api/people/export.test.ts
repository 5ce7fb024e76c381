import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { strFromU8, unzipSync } from "fflate";
import { removeExpiredExports } from "../../../activities/maintenance/remove-expired-exports.ts";
import { createPersonExportActivities } from "../../../activities/person-export/person-export.activities.ts";
import { listActsOperation } from "../../../api/audit/audit.operations.ts";
import {
  cancelExportOperation,
  createErasureOperation,
  createExportOperation,
  downloadExportOperation,
  getErasureOperation,
  getExportOperation,
  listExportsOperation,
} from "../../../api/people/people.operations.ts";
import { buildExportKey } from "../../../domain/privacy/export.rules.ts";
import { insertExport } from "../../../infra/postgres/privacy/person-exports.repository.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../calls/calling-platform.ts";
import { openTalkingOrganization, type TalkingOrganization } from "../conversations/talking-organization.ts";
import { makeKnown, NEIGHBOUR, PERSON } from "./known-person.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-person-export-"));
let platform: CallingPlatform;
let organization: TalkingOrganization;

beforeAll(async () => {
  platform = await startCallingPlatform(
    { speed: 60, defaults: { outcomes: ["answered"], ring_seconds: 1 } },
    { DATA_DIR: folder, S3_BUCKET: "ringdown-person-export" },
  );
  await platform.api.dependencies.objectStore.ensureBucket();
  organization = await openTalkingOrganization(platform, { configurations: { call_recording_enabled: true } });
  await makeKnown(platform, organization);
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true });
});

const admin = () => platform.api.client({ token: organization.admin.token });
const read = async (export_id: string) => (await admin().call(getExportOperation, { params: { export_id } })).body;
const start = async (asked: { phone_number: string } | { email: string }) =>
  (await admin().call(createExportOperation, { body: { ...asked, reason: "They asked" } })).body.export_id;
const done = (exportId: string) =>
  waitUntil("the file is written", async () => {
    const now = await read(exportId);
    return now.state === "done" ? now : undefined;
  });
const download = async (export_id: string) => {
  const { body } = await admin().call(downloadExportOperation, { params: { export_id } });
  return unzipSync(new Uint8Array(await (await fetch(body.url)).arrayBuffer()));
};
const keyOf = (uuid: string) => buildExportKey({ organizationId: organization.organizationId, uuid });
const sizeOf = (uuid: string) => platform.api.dependencies.objectStore.size(keyOf(uuid));

describe("exporting what is known of a person", () => {
  let exportId: string;
  let files: Record<string, Uint8Array>;

  it("is for admins, and asks for one of number and address", async () => {
    const operator = platform.api.client({ token: organization.operator.token });
    const body = { phone_number: PERSON.number, reason: "They asked" };
    expect(await operator.refused(createExportOperation, { body })).toMatchObject({ status: 403 });
    const both = { ...body, email: PERSON.email };
    expect(await admin().refused(createExportOperation, { body: both })).toMatchObject({ status: 422 });
  });

  it("gives one file with everything, place by place, and nothing of anybody else", async () => {
    exportId = await start({ phone_number: PERSON.number });
    const { held, size_bytes } = await done(exportId);
    files = await download(exportId);
    const data = JSON.parse(strFromU8(files["person.json"] ?? new Uint8Array()));
    expect(data.person).toEqual({ numbers: [PERSON.number], emails: [PERSON.email], names: [PERSON.name] });
    expect(data.held.contacts).toHaveLength(3);
    expect(data.held.contacts[0]).toMatchObject({ name: PERSON.name, attributes: { email: PERSON.email } });
    const entries: { text: string; speaker: string }[] = data.held.conversation_entries;
    expect(entries.map(({ text }) => text)).toContainEqual(expect.stringContaining(`I am ${PERSON.name}`));
    expect(new Set(entries.map(({ speaker }) => speaker)).size).toBe(2);
    expect(data.held.tool_calls).toEqual([expect.objectContaining({ arguments: PERSON })]);
    expect(data.held.kept_originals).toEqual([
      expect.objectContaining({ original: `${PERSON.name} of ${PERSON.number} was named here` }),
    ]);
    expect(data.held.webhook_exchanges).toHaveLength(1);
    expect(data.held.consents).toHaveLength(1);
    expect(data.held.do_not_call).toHaveLength(1);
    expect(data.held.campaign_contacts).toHaveLength(1);
    expect(data.held.timeline_events_mentions.length).toBeGreaterThan(0);
    expect(JSON.stringify(data.held.import_fault_files)).toContain("415 555 0177");
    expect(data.held.documents).toEqual([expect.objectContaining({ filename: "note.txt" })]);
    const counts = Object.fromEntries(held.map(({ place, count }) => [place, count]));
    expect(counts).toMatchObject({ contacts: 3, call_runs: 1, tool_calls: 1, calls: 5 });
    expect(size_bytes).toBe(await sizeOf(exportId));
    const everything = Object.values(files)
      .map((file) => strFromU8(file, true))
      .join("\n");
    expect(everything).not.toMatch(/neighbour/i);
    expect(everything).not.toContain(NEIGHBOUR.number.slice(-4));
  });

  it("holds recordings and transcripts of the calls, and a page that needs no script", () => {
    const names = Object.keys(files).filter((name) => name.startsWith("calls/"));
    expect(names.filter((name) => name.includes("/transcript-"))).toHaveLength(2);
    expect(names.filter((name) => !name.includes("/transcript-"))).toHaveLength(3);
    for (const name of names) expect(files[name]?.length).toBeGreaterThan(0);
    const page = strFromU8(files["person.html"] ?? new Uint8Array());
    expect(page).toContain(PERSON.name);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toContain("<script");
  });

  it("notes who downloaded it, and begins an entry of the timeline", async () => {
    const { body } = await platform.api
      .client({ token: organization.owner.token })
      .call(listActsOperation, { query: { kind: "downloaded" } });
    expect(body.acts).toContainEqual(
      expect.objectContaining({ operation: "people.exports.download", actor: `user:${organization.admin.userId}` }),
    );
    const { body: list } = await admin().call(listExportsOperation, {});
    expect(list.exports.map(({ export_id }) => export_id)).toEqual([exportId]);
  });

  it("is told in the record, which names nobody", async () => {
    const rows = await platform.test.everything.selectFrom("unsealed_entries").select(["kind", "facts"]).execute();
    const sealed = await platform.test.everything.selectFrom("record_entries").select("line").execute();
    const told = [...rows.map((row) => JSON.stringify(row)), ...sealed.map(({ line }) => line)];
    const [entry] = told.filter((text) => text.includes("person.exported"));
    expect(entry).toContain(exportId);
    expect(entry).not.toContain(PERSON.number);
  });

  it("is canceled while it runs and leaves nothing, or says that it is over", async () => {
    expect(await admin().refused(cancelExportOperation, { params: { export_id: exportId } })).toMatchObject({
      status: 409,
      code: "export_not_under_way",
    });
  });

  it("is canceled in its middle: it ends before the next place and leaves no file", async () => {
    const { organizationId } = organization;
    const { dependencies } = platform.api;
    const uuid = randomUUID();
    const person = { numbers: [PERSON.number], emails: [PERSON.email], names: [PERSON.name] };
    await platform.test.database.inOrganization(organizationId, (tx) =>
      insertExport(tx, dependencies.secrets, {
        organizationId,
        uuid,
        reason: "They asked",
        actor: "system",
        person: { ...person, asked: [{ phoneNumber: PERSON.number }], own: person },
      }),
    );
    let pieces = 0;
    const cancelAfterFirst = async function* (body: AsyncIterable<Uint8Array>) {
      for await (const piece of body) {
        yield piece;
        pieces += 1;
        if (pieces === 1) await admin().call(cancelExportOperation, { params: { export_id: uuid } });
      }
    };
    const objectStore: typeof dependencies.objectStore = {
      ...dependencies.objectStore,
      put: (key, body, type) =>
        dependencies.objectStore.put(
          key,
          body instanceof Readable ? Readable.from(cancelAfterFirst(body), { objectMode: false }) : body,
          type,
        ),
    };
    const { writeExport } = createPersonExportActivities({ ...dependencies, objectStore });
    expect(await new MockActivityEnvironment().run(writeExport, { organizationId, exportUuid: uuid })).toBe("canceled");
    expect(pieces).toBeGreaterThan(0);
    expect(await sizeOf(uuid)).toBeNull();
    expect(await read(uuid)).toMatchObject({ state: "canceled", size_bytes: null });
    // A worker that comes back to it does nothing either.
    expect(await new MockActivityEnvironment().run(writeExport, { organizationId, exportUuid: uuid })).toBe("canceled");
    expect(await sizeOf(uuid)).toBeNull();
  });

  it("is removed when its time has passed", async () => {
    const expired = await start({ email: PERSON.email });
    await done(expired);
    await platform.test.everything
      .updateTable("person_exports")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("uuid", "=", expired)
      .execute();
    expect(await admin().refused(downloadExportOperation, { params: { export_id: expired } })).toMatchObject({
      status: 409,
      code: "export_not_done",
    });
    expect(await removeExpiredExports(platform.api.dependencies)).toBe(1);
    expect(await sizeOf(expired)).toBeNull();
    expect(await read(expired)).toMatchObject({ state: "removed" });
  });

  it("goes with the person: after their erasure there is no file, and the erasure counts it", async () => {
    const body = { phone_number: PERSON.number, reason: "They asked" };
    const { erasure_id } = (await admin().call(createErasureOperation, { body })).body;
    const { receipt } = await waitUntil("the person is erased", async () => {
      const { body: now } = await admin().call(getErasureOperation, { params: { erasure_id } });
      return now.state === "done" ? now : undefined;
    });
    expect(receipt).toContainEqual({ place: "person_exports", count: 1 });
    expect(await sizeOf(exportId)).toBeNull();
    expect(await read(exportId)).toMatchObject({ state: "removed" });
    const row = await platform.test.everything
      .selectFrom("person_exports")
      .select("person_sealed")
      .where("uuid", "=", exportId)
      .executeTakeFirstOrThrow();
    expect(row.person_sealed).toBeNull();
  });
});
