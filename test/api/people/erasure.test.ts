import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startCallByWorkflowOperation } from "../../../api/calls/calls.operations.ts";
import { checkDoNotCallOperation, removeDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import {
  createErasureOperation,
  getErasureOperation,
  listErasuresOperation,
  previewPersonOperation,
} from "../../../api/people/people.operations.ts";
import { sealRecord } from "../../../application/record/seal-record.ts";
import { buildOriginalSealContext } from "../../../infra/postgres/privacy/kept-originals.repository.ts";
import { type CapturedLog, captureLog } from "../../harness/captured-log.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../calls/calling-platform.ts";
import { openTalkingOrganization, type TalkingOrganization } from "../conversations/talking-organization.ts";
import { type KnownPeople, makeKnown, NEIGHBOUR, PERSON } from "./known-person.ts";
import { listTraces, namesPerson, readEverything, untilHistoryIsGone } from "./traces.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-erasure-"));
let platform: CallingPlatform;
let organization: TalkingOrganization;
let known: KnownPeople;
let log: CapturedLog;

beforeAll(async () => {
  log = captureLog();
  platform = await startCallingPlatform(
    { speed: 60, defaults: { outcomes: ["answered"], ring_seconds: 1 } },
    { DATA_DIR: folder, S3_BUCKET: "ringdown-erasure" },
    { dependencies: { logger: log.logger } },
  );
  await platform.api.dependencies.objectStore.ensureBucket();
  organization = await openTalkingOrganization(platform, { configurations: { call_recording_enabled: true } });
  known = await makeKnown(platform, organization);
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true });
});

const admin = () => platform.api.client({ token: organization.admin.token });
const neighbour = /neighbour/i;
const everything = () => readEverything({ platform, organization, known, folder, log });

const figuresOf = (campaignId: number) =>
  platform.test.everything
    .selectFrom("campaign_figures")
    .selectAll()
    .where("campaign_id", "=", campaignId)
    .executeTakeFirstOrThrow();

/** What the carrier still has of a call. */
const listAtCarrier = async ({ carrier_call_id: id }: { carrier_call_id: string | null }) =>
  platform.api.dependencies.carriers.get("simulator").listRecordings({}, id ?? "");

describe("erasing a person", () => {
  it("is asked for by an admin, by one of number and address, and not of the organization's own numbers", async () => {
    const operator = platform.api.client({ token: organization.operator.token });
    const body = { phone_number: PERSON.number, reason: "They asked" };
    expect(await operator.refused(createErasureOperation, { body })).toMatchObject({ status: 403 });
    const both = { ...body, email: PERSON.email };
    expect(await admin().refused(createErasureOperation, { body: both })).toMatchObject({ status: 422 });
    expect(await admin().refused(createErasureOperation, { body: { reason: "x" } })).toMatchObject({ status: 422 });
  });

  it("is previewed place by place", async () => {
    const { body } = await admin().call(previewPersonOperation, { body: { email: PERSON.email } });
    expect(body).toMatchObject({
      numbers: 1,
      calls_under_way: 0,
      do_not_call: true,
      documents: [{ document_uuid: known.documents.of }],
    });
    const found = Object.fromEntries(body.found.map(({ place, count }) => [place, count]));
    expect(found).toMatchObject({ contacts: 3, call_runs: 1, call_artifacts: 5, tool_calls: 1, campaign_contacts: 1 });
  });

  it("leaves no trace of them anywhere, and everything of everybody else", async () => {
    const before = await everything();
    for (const run of known.runs) expect(await listAtCarrier(run)).toHaveLength(1);
    for (const place of ["rows", "objects", "histories"]) expect(before[place]?.some(namesPerson)).toBe(true);
    // What waits to be sealed is sealed with the rest.
    const neighbours = (before["rows"] ?? []).filter(
      (line) => !line.startsWith("unsealed_entries") && (neighbour.test(line) || line.includes(NEIGHBOUR.number)),
    );
    const figures = await figuresOf(known.campaignId);

    const body = { phone_number: PERSON.number, reason: `${PERSON.name} asked for it` };
    const asked = await admin().call(createErasureOperation, { body });
    expect(asked.body).toMatchObject({ state: "running", keep_do_not_call: true });
    const params = { erasure_id: asked.body.erasure_id };
    const done = await waitUntil("the person is erased", async () => {
      const { body: now } = await admin().call(getErasureOperation, { params });
      return now.state === "done" ? now : undefined;
    });

    await untilHistoryIsGone(platform, known.runs[0]);
    expect(await Promise.all(known.runs.map(listAtCarrier))).toEqual([[], [expect.anything()]]);
    const after = await everything();
    expect(listTraces(after)).toEqual([]);
    const left = new Set(after["rows"]);
    expect(neighbours.filter((line) => !left.has(line))).toEqual([]);
    // What is kept sealed of others' words names the person no more.
    const kept = await platform.test.everything.selectFrom("kept_originals").selectAll().execute();
    expect(
      kept.map(({ original_sealed, run_id: runId, kind }) =>
        testSecrets.open(
          original_sealed,
          buildOriginalSealContext({ organizationId: organization.organizationId, runId }, kind),
        ),
      ),
    ).toEqual(['"[erased] of [erased] was named here"']);
    const receipt = Object.fromEntries(done.receipt.map(({ place, count }) => [place, count]));
    expect(receipt).toMatchObject({
      contacts: 3,
      recordings: 3,
      recordings_at_simulator: 1,
      transcripts: 2,
      documents: 1,
      call_runs: 1,
      webhook_exchanges: 1,
      import_fault_files: 1,
      waiting_contacts: 1,
    });
    expect(await figuresOf(known.campaignId)).toMatchObject({
      total: figures.total,
      suppressed: figures.suppressed + 1,
    });
  });

  it("leaves a receipt in the record, which names nobody", async () => {
    const { body: list } = await admin().call(listErasuresOperation, {});
    expect(list.erasures).toHaveLength(1);
    expect(list.erasures[0]?.reason).toBe("[erased] asked for it");
    await sealRecord(platform.api.dependencies, organization.organizationId);
    const sealed = await platform.test.everything
      .selectFrom("record_entries")
      .select("line")
      .where("kind", "=", "person.erased")
      .execute();
    expect(sealed).toHaveLength(1);
    expect(sealed[0]?.line).toContain('"contacts":3');
  });

  it("keeps do-not-call binding, until it is lifted by the number itself", async () => {
    const operator = platform.api.client({ token: organization.operator.token });
    const check = async () =>
      (await operator.call(checkDoNotCallOperation, { query: { phone_number: PERSON.number } })).body;
    expect((await check()).entry?.phone_number).toMatch(/^erased:/);
    const call = {
      params: { workflow_uuid: organization.workflowUuid },
      body: { phone_number: PERSON.number, initial_context: {} },
    };
    expect(await operator.refused(startCallByWorkflowOperation, call)).toMatchObject({ status: 403 });
    await operator.call(removeDoNotCallOperation, { params: { phone_number: PERSON.number } });
    expect((await check()).entry).toBeNull();
  });
});
