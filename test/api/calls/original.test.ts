import { describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { removeExpired } from "../../../activities/retention/remove-expired.ts";
import { readTranscriptOperation } from "../../../api/calls/calls.operations.ts";
import { playOriginalOperation, readOriginalOperation } from "../../../api/calls/originals.operations.ts";
import { updatePreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import { keepOriginalRecording } from "../../../application/recording/keep-original-recording.ts";
import { findRun } from "../../../infra/postgres/call/call-run.repository.ts";
import { begin, createReception, speech } from "../../application/conversation/reception.ts";
import { recordedModel, says } from "../../application/conversation/recorded-model.ts";
import type { Rig } from "../../application/conversation/rig.ts";
import { createKey } from "../../factories/tenant.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

const { test, api, tenant, admin, operator } = await useTenantApi();
const { organizationId } = tenant;
const CARD = "4242 4242 4242 4242";

const runOf = ({ runUuid }: Rig) =>
  test.database.inOrganization(organizationId, async (tx) => {
    const run = await findRun(tx, runUuid);
    if (!run) throw new Error("no run");
    return run;
  });
const paramsOf = async (rig: Rig) => {
  const { id, agent_id } = await runOf(rig);
  return { workflow_id: agent_id, run_id: id };
};
const keep = (keep_original: boolean) =>
  admin.call(updatePreferencesOperation, {
    body: {
      redaction: { kinds: ["card"], in: ["words", "variables", "recording"], ...(keep_original && { keep_original }) },
    },
  });
const talk = async () => {
  const rig = await createReception(test, tenant, {
    model: recordedModel(says(`I read ${CARD}.`), says("Go on."), says("Fine.")),
  });
  const { conversation } = await rig.open();
  await conversation.begin(begin);
  await conversation.hear(speech("1", `My card is ${CARD}`));
  await conversation.hear(speech("2", "Again, 4242 4242"));
  await conversation.hear(speech("3", "4242 4242."));
  return rig;
};
const looks = () =>
  test.everything.selectFrom("acts").select("operation").where("kind", "=", "looked_at_original").execute();

describe("the original of what redaction leaves out", () => {
  let rig: Rig;

  it("is kept sealed where the organization says so, and nothing else has it", async () => {
    await keep(true);
    rig = await talk();
    const { body } = await operator.call(readTranscriptOperation, { params: await paramsOf(rig) });
    expect(body.has_original).toBe(true);
    expect(JSON.stringify(body)).not.toContain("4242");
    const { rows } = await sql<{ dump: string }>`select json_agg(o)::text as dump from kept_originals o`.execute(
      test.everything,
    );
    expect(rows[0]?.dump).not.toContain("4242");
    expect(JSON.parse(rows[0]?.dump ?? "[]")).toHaveLength(4);
  });

  it("is shown as it was said, each look an act", async () => {
    const params = await paramsOf(rig);
    for (let look = 0; look < 2; look += 1) {
      const { body } = await admin.call(readOriginalOperation, { params });
      expect(body.entries.filter(({ is_original }) => is_original).map(({ text }) => text)).toEqual([
        `My card is ${CARD}`,
        `I read ${CARD}.`,
        "Again, 4242 4242",
        "4242 4242.",
      ]);
    }
    expect(await looks()).toEqual([{ operation: "calls.original" }, { operation: "calls.original" }]);
  });

  it("is shown to nobody below an admin, and to no key that does not name the permission", async () => {
    const params = await paramsOf(rig);
    expect(await operator.refused(readOriginalOperation, { params })).toMatchObject({ status: 403 });
    const { apiKey } = await createKey(test, { tenant, scopes: ["calls:read"] });
    expect(await api.client({ apiKey }).refused(readOriginalOperation, { params })).toMatchObject({
      status: 403,
      code: "scope_missing",
    });
    const { apiKey: permitted } = await createKey(test, { tenant, scopes: ["sensitive:read"] });
    expect((await api.client({ apiKey: permitted }).call(readOriginalOperation, { params })).status).toBe(200);
  });

  it("has the recording before it was silenced, in a file that nobody can play without its row", async () => {
    const run = await runOf(rig);
    const params = await paramsOf(rig);
    const sound = Buffer.from("RIFF the sound of 4242");
    const deps = { ...api.dependencies, secrets: testSecrets };
    for (let times = 0; times < 2; times += 1)
      await keepOriginalRecording(deps, run, { name: "carrier", contentType: "audio/wav", bytes: [sound] });
    const { body } = await admin.call(readOriginalOperation, { params });
    expect(body.recordings).toEqual([{ part: 0 }]);
    const path = `/api/v1/workflows/${params.workflow_id}/runs/${params.run_id}/original/recording`;
    const response = await admin.fetch(path);
    expect(response.headers.get("content-type")).toBe("audio/wav");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(sound);
    expect(await admin.refused(playOriginalOperation, { params, query: { part: 1 } })).toMatchObject({ status: 404 });
    const { object_key } = await test.everything
      .selectFrom("kept_originals")
      .select("object_key")
      .where("kind", "=", "recording")
      .executeTakeFirstOrThrow();
    const stored: Buffer[] = [];
    for await (const chunk of await api.dependencies.objectStore.read(object_key ?? "")) stored.push(chunk);
    expect(Buffer.concat(stored).includes("sound")).toBe(false);
  });

  it("goes with the days of words and of recordings", async () => {
    const old = new Date(Date.now() - 40 * 86_400_000);
    await test.everything.updateTable("kept_originals").set({ created_at: old }).execute();
    await admin.call(updatePreferencesOperation, { body: { retention: { recordings: 30 } } });
    const kinds = async () => {
      const rows = await test.everything.selectFrom("kept_originals").select("kind").distinct().execute();
      return rows.map(({ kind }) => kind);
    };
    const deps = { ...api.dependencies, retentionCeilings: {} };
    await removeExpired(deps, 100);
    expect(await kinds()).toEqual(["words"]);
    await admin.call(updatePreferencesOperation, { body: { retention: { words: 30 } } });
    await removeExpired(deps, 100);
    expect(await kinds()).toEqual([]);
  });

  it("is not kept otherwise: there is nothing to show", async () => {
    await keep(false);
    const without = await talk();
    const params = await paramsOf(without);
    const { body } = await operator.call(readTranscriptOperation, { params });
    expect(body.has_original).toBe(false);
    expect(await admin.refused(readOriginalOperation, { params })).toMatchObject({ status: 404 });
  });
});
