import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { storeRecording } from "../../../activities/call-run/store-recording.ts";
import type { WorkerDependencies } from "../../../activities/dependencies.ts";
import { removeAtCarriers as removeInMaintenance } from "../../../activities/maintenance/remove-at-carriers.ts";
import { removeAtCarriers } from "../../../activities/person-erasure/remove-at-carriers.ts";
import { removeBatch } from "../../../activities/removal/remove-runs.ts";
import { removeExpired } from "../../../activities/retention/remove-expired.ts";
import { createLogger } from "../../../infra/logger.ts";
import { insertArtifact } from "../../../infra/postgres/artifact/artifact.repository.ts";
import { askToRemoveRecordings } from "../../../infra/postgres/privacy/recordings-to-remove.repository.ts";
import { CarrierRefusedError } from "../../../infra/telephony/carrier.ts";
import type { CarrierRegistry } from "../../../infra/telephony/carrier-registry.ts";
import { createTwilioCarrier } from "../../../infra/telephony/twilio/twilio.carrier.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createTwilioConfiguration } from "../../factories/telephony.ts";
import { createTenant } from "../../factories/tenant.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { startTwilioStandIn, type TwilioStandIn } from "../../infra/telephony/twilio-stand-in.ts";

const HOUR_MS = 3_600_000;

let test: TestDatabase;
let twilio: TwilioStandIn;
/** Where the adapter asks; another address is a carrier that is away. */
let address: string;
let now: Date;
let refusal: string | null = null;

beforeAll(async () => {
  test = await createTestDatabase();
  twilio = await startTwilioStandIn();
});
afterAll(async () => {
  await twilio?.close();
  await test?.drop();
});

const depsOf = (): WorkerDependencies => {
  const carriers: CarrierRegistry = {
    get: () => {
      const carrier = createTwilioCarrier({ baseUrl: address, readTimeoutMs: PATIENCE_MS });
      const refuse = () => Promise.reject(new CarrierRefusedError(refusal ?? ""));
      return refusal === null ? carrier : { ...carrier, removeRecording: refuse };
    },
    has: () => true,
    descriptions: () => [],
  };
  // Only these are used.
  const used = { database: test.database, secrets: testSecrets, carriers, clock: { now: () => now } };
  return Object.assign(Object.create(null), used);
};

/** A call whose recording Twilio has, with a second one of which it has told nothing. */
const record = async ({ token = twilio.authToken } = {}) => {
  address = twilio.baseUrl;
  now = new Date();
  const tenant = await createTenant(test);
  const { organizationId } = tenant;
  const agent = { organizationId, ...(await createAgentRows(test, tenant)) };
  const accountId = await createTwilioConfiguration(test, {
    organizationId,
    credentials: { account_sid: twilio.accountSid, auth_token: token },
  });
  const carrierCallId = `CA${randomBytes(16).toString("hex")}`;
  const run = await createRunRow(test, agent, {
    ...endedCall({ provider: "twilio", telephony_configuration_id: accountId, carrier_call_id: carrierCallId }),
  });
  const sids = [twilio.recordings.record(carrierCallId), twilio.recordings.record(carrierCallId)];
  await test.everything
    .insertInto("carrier_events")
    .values({
      organization_id: organizationId,
      run_id: run.id,
      event_id: "recorded",
      state: "completed",
      call: sql`'{}'::jsonb`,
      recording: { recordingId: sids[0] ?? "", url: null, durationSeconds: 61 },
    })
    .execute();
  const erasureUuid = randomUUID();
  await test.everything
    .insertInto("person_erasures")
    .values({
      organization_id: organizationId,
      uuid: erasureUuid,
      reason: "They asked",
      keep_do_not_call: true,
      actor: "user:1",
      found: { runs: [run.id] },
    })
    .execute();
  const row = await test.everything
    .selectFrom("person_erasures")
    .selectAll()
    .where("uuid", "=", erasureUuid)
    .executeTakeFirstOrThrow();
  const nobody = { numbers: [], emails: [], names: [] };
  const person = { ...nobody, asked: [], own: nobody };
  const erase = () => removeAtCarriers(depsOf(), { organizationId, uuid: erasureUuid, row, person });
  return { organizationId, run, accountId, sids, erase, erasureUuid };
};
type Recorded = Awaited<ReturnType<typeof record>>;

const isKept = ({ sids }: Recorded) => sids.map((sid) => twilio.recordings.kept.has(sid));
const receiptOf = async ({ erasureUuid }: Recorded) =>
  (
    await test.everything
      .selectFrom("person_erasures")
      .select("receipt")
      .where("uuid", "=", erasureUuid)
      .executeTakeFirstOrThrow()
  ).receipt;
const rowOf = ({ organizationId }: Recorded) =>
  test.everything
    .selectFrom("recordings_to_remove")
    .select(["state", "last_error", "recordings"])
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
const makeDue = ({ organizationId }: Recorded) =>
  test.everything
    .updateTable("recordings_to_remove")
    .set({ due_at: new Date(0) })
    .where("organization_id", "=", organizationId)
    .execute();

describe("recordings that a carrier keeps", () => {
  it("are removed there by an erasure: those that it told of and those that it lists, and the receipt names them", async () => {
    const call = await record();
    const other = await record();
    expect(await call.erase()).toBe(0);
    expect([isKept(call), isKept(other)]).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await receiptOf(call)).toEqual({ recordings_at_twilio: 2 });
    // What is known of them goes with them, and a repetition counts nothing twice.
    expect(await rowOf(call)).toEqual({ state: "removed", last_error: null, recordings: [] });
    expect(await call.erase()).toBe(0);
    expect(await receiptOf(call)).toEqual({ recordings_at_twilio: 2 });
  });

  it("are waited for an hour while the carrier is away, then the receipt names them and maintenance goes on", async () => {
    const call = await record();
    address = "http://127.0.0.1:9";
    expect(await call.erase()).toBe(1);
    expect(await rowOf(call)).toMatchObject({ state: "waiting", last_error: expect.stringContaining("Twilio") });
    now = new Date(Date.now() + HOUR_MS + 1000);
    expect(await call.erase()).toBe(0);
    expect(await receiptOf(call)).toEqual({ recordings_left_at_twilio: 1 });
    expect(isKept(call)).toEqual([true, true]);

    address = twilio.baseUrl;
    await makeDue(call);
    await removeInMaintenance(depsOf());
    expect(isKept(call)).toEqual([false, false]);
    expect(await receiptOf(call)).toEqual({ recordings_left_at_twilio: 1, recordings_at_twilio: 2 });
  });

  it("are waited for too where the carrier does not know the account's secret any more", async () => {
    const call = await record({ token: "wrong" });
    expect(await call.erase()).toBe(1);
    expect(isKept(call)).toEqual([true, true]);
  });

  it("are not waited for where the carrier refuses, and are asked for again", async () => {
    const call = await record();
    refusal = "Twilio keeps it";
    expect(await call.erase()).toBe(0);
    expect(await rowOf(call)).toMatchObject({ state: "refused", last_error: refusal });
    expect(await receiptOf(call)).toEqual({ recordings_left_at_twilio: 1 });
    refusal = null;
    await makeDue(call);
    await removeInMaintenance(depsOf());
    expect(isKept(call)).toEqual([false, false]);
  });

  it("are removed there too when their time is over here, or their calls are removed", async () => {
    const [expired, removed] = [await record(), await record()];
    const file = { artifactType: "recording", format: "wav", contentType: "audio/wav", sizeBytes: 1 } as const;
    for (const { organizationId, run } of [expired, removed])
      await test.database.inOrganization(organizationId, (tx) => insertArtifact(tx, run, file));
    await test.everything
      .updateTable("call_artifacts")
      .set({ created_at: sql<Date>`now() - interval '10 days'` })
      .where("run_id", "=", expired.run.id)
      .execute();
    await test.everything
      .updateTable("organizations")
      .set({ retention: { recordings: 5 } })
      .where("id", "=", expired.organizationId)
      .execute();
    const objectStore = { remove: async () => {} };
    await removeExpired(Object.assign(depsOf(), { objectStore }), 100);
    const transcriptIndex = { forget: async () => {} };
    const removal = { organization_id: removed.organizationId, uuid: randomUUID() };
    await removeBatch(Object.assign(depsOf(), { objectStore, transcriptIndex }), removal, [
      { ...removed.run, ended_at: new Date() },
    ]);
    await removeInMaintenance(depsOf());
    expect([isKept(expired), isKept(removed)]).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  it("are removed there too where something was left out of their words, two hours later when the carrier has all of them", async () => {
    const redacted = await record();
    const { organizationId, run } = redacted;
    await test.everything
      .insertInto("conversations")
      .values({ organization_id: organizationId, run_id: run.id, driver: "relay", active_turn: 1 })
      .execute();
    await test.everything
      .insertInto("conversation_entries")
      .values({
        organization_id: organizationId,
        run_id: run.id,
        turn: 1,
        speaker: "person",
        text: "My card is [card]",
        at: now,
      })
      .execute();
    await test.everything
      .updateTable("organizations")
      .set({ redaction: sql`'{"kinds": ["card"], "in": ["words", "recording"]}'::jsonb` })
      .where("id", "=", organizationId)
      .execute();
    // Without an object store: nothing of it is fetched.
    const deps = Object.assign(depsOf(), { logger: createLogger("test", { level: "silent" }) });
    const input = { organizationId, runUuid: run.uuid };
    expect(await storeRecording(deps, input)).toEqual({ kind: "done" });
    await removeInMaintenance(depsOf());
    expect(isKept(redacted)).toEqual([true, true]);
    const { due_at: due } = await test.everything
      .selectFrom("recordings_to_remove")
      .select("due_at")
      .where("organization_id", "=", redacted.organizationId)
      .executeTakeFirstOrThrow();
    expect(due.getTime()).toBeGreaterThan(now.getTime() + 2 * HOUR_MS - 60_000);
    expect(due.getTime() - Date.now()).toBeLessThanOrEqual(2 * HOUR_MS);
    await makeDue(redacted);
    await removeInMaintenance(depsOf());
    expect(isKept(redacted)).toEqual([false, false]);
  });

  it("are given up after a month, and where the account is gone or another one", async () => {
    const [away, deleted, changed] = [await record(), await record(), await record()];
    for (const call of [away, deleted, changed])
      await test.database.inOrganization(call.organizationId, (tx) => askToRemoveRecordings(tx, [call.run.id]));
    await test.everything.deleteFrom("telephony_configurations").where("id", "=", deleted.accountId).execute();
    await test.everything
      .updateTable("telephony_configurations")
      .set({ account_changed_at: new Date(Date.now() + HOUR_MS) })
      .where("id", "=", changed.accountId)
      .execute();
    address = "http://127.0.0.1:9";
    now = new Date(Date.now() + 31 * 24 * HOUR_MS);
    await removeInMaintenance(depsOf());
    expect(await rowOf(away)).toMatchObject({ state: "left", last_error: expect.stringContaining("Twilio") });
    expect(await rowOf(deleted)).toMatchObject({ state: "left", last_error: "its carrier account was deleted" });
    expect(await rowOf(changed)).toMatchObject({
      state: "left",
      last_error: "its carrier account was changed to another one",
    });
  });

  it("are forgotten here a month after that", async () => {
    const call = await record();
    await call.erase();
    await test.everything
      .updateTable("recordings_to_remove")
      .set({ settled_at: sql<Date>`now() - interval '31 days'` })
      .where("organization_id", "=", call.organizationId)
      .execute();
    await removeInMaintenance(depsOf());
    const left = await test.everything
      .selectFrom("recordings_to_remove")
      .select("id")
      .where("organization_id", "=", call.organizationId)
      .execute();
    expect(left).toEqual([]);
  });

  it("are nobody's concern where nobody recorded", async () => {
    const call = await record();
    await test.everything.deleteFrom("carrier_events").where("run_id", "=", call.run.id).execute();
    expect(await call.erase()).toBe(0);
    expect(isKept(call)).toEqual([true, true]);
  });
});
