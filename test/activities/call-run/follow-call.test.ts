import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { checkCall, hangUpCall, reconcileCall } from "../../../activities/call-run/follow-call.ts";
import { settleCall } from "../../../activities/call-run/settle-call.ts";
import { recordCarrierEvent } from "../../../infra/postgres/call/carrier-events.repository.ts";
import { CarrierUnavailableError } from "../../../infra/telephony/carrier.ts";
import { createCarrierRegistry } from "../../../infra/telephony/carrier-registry.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const claimOne = async (campaign: StartedCampaign): Promise<string> => {
  const [runUuid] = (await campaign.claim(1)).runUuids;
  if (!runUuid) throw new Error("nothing was claimed");
  return runUuid;
};

const archiveAgent = ({ agentId }: StartedCampaign) =>
  rig.test.everything.updateTable("agents").set({ status: "archived" }).where("id", "=", agentId).execute();

const requestedAgo = (runUuid: string, seconds: number) =>
  rig.test.everything
    .updateTable("call_runs")
    .set({ state: "dialing", carrier_requested_at: new Date(Date.now() - seconds * 1000) })
    .where("uuid", "=", runUuid)
    .execute();

describe("a call that no carrier has accepted", () => {
  it("is asked after at no carrier", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await claimOne(campaign);
    const asked: string[] = [];
    const fetchCall = async (_: unknown, carrierCallId: string) => {
      asked.push(carrierCallId);
      return null;
    };
    const get = (provider: string) => ({ ...rig.deps.carriers.get(provider), fetchCall });
    const deps = { ...rig.deps, carriers: { ...rig.deps.carriers, get } };
    expect(await checkCall(deps, campaign.input(runUuid))).toEqual({ eventId: null, callbacksArrive: false });
    expect(asked).toEqual([]);
  });
});

describe("a request whose answer was lost", () => {
  it("is found at the carrier, and settled by what the carrier says", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    await campaign.writeScript({
      defaults: { outcomes: ["busy"], misbehaviours: { response_lost: 1, callback_lost: 1 } },
    });
    const runUuid = await claimOne(campaign);
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "unknown" });
    const eventId = await waitUntil("the carrier tells the end", async () => {
      const answer = await reconcileCall(rig.deps, campaign.input(runUuid));
      if (answer.kind !== "found") throw new Error(`it is ${answer.kind}`);
      return answer.eventId ?? (await checkCall(rig.deps, campaign.input(runUuid))).eventId;
    });
    await settleCall(rig.deps, { ...campaign.input(runUuid), end: { by: "event", eventId } });
    expect(await campaign.run(runUuid)).toMatchObject({ state: "completed", outcome: "busy" });
    expect(await campaign.requests()).toHaveLength(1);
    expect((await campaign.figures()).kept).toMatchObject({ attempts: 1, finished: 1 });
  });

  it("is found though its agent was archived meanwhile, which keeps new calls alone from being placed", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    await campaign.writeScript({
      defaults: { outcomes: ["busy"], misbehaviours: { response_lost: 1, callback_lost: 1 } },
    });
    const runUuid = await claimOne(campaign);
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "unknown" });
    await archiveAgent(campaign);
    expect(await reconcileCall(rig.deps, campaign.input(runUuid))).toMatchObject({ kind: "found" });
  });

  it("is looked up by its numbers and the address that its carrier was given", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await claimOne(campaign);
    await rig.test.everything
      .updateTable("call_runs")
      .set({ state: "dialing", carrier_requested_at: new Date(), caller_number: "+14155550100" })
      .where("uuid", "=", runUuid)
      .execute();
    const queries: unknown[] = [];
    const findCall = async (_: unknown, query: unknown) => {
      queries.push(query);
      return null;
    };
    const get = (provider: string) => ({ ...rig.deps.carriers.get(provider), findCall });
    await reconcileCall({ ...rig.deps, carriers: { ...rig.deps.carriers, get } }, campaign.input(runUuid));
    const { organizationId } = campaign;
    expect(queries).toEqual([
      {
        runUuid,
        to: someContacts(1)[0]?.phone_number,
        from: "+14155550100",
        requestedAt: expect.any(Date),
        statusUrl: `${rig.deps.publicBaseUrl}/api/v1/telephony/callbacks/simulator/${organizationId}/${runUuid}/status`,
      },
    ]);
  });

  it("is absent only once it can no longer arrive", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await claimOne(campaign);
    await requestedAgo(runUuid, 3);
    expect(await reconcileCall(rig.deps, campaign.input(runUuid))).toEqual({ kind: "undecided" });
    const fastClock = { ...rig.deps, clock: { now: () => new Date(Date.now() + 3_600_000) } };
    expect(await reconcileCall(fastClock, campaign.input(runUuid))).toEqual({ kind: "undecided" });
    await requestedAgo(runUuid, 21);
    expect(await reconcileCall(rig.deps, campaign.input(runUuid))).toEqual({ kind: "absent" });
    expect(await campaign.requests()).toEqual([]);
  });

  it("is not looked up where the carrier has accepted it: it can never become absent", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await claimOne(campaign);
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "accepted" });
    await requestedAgo(runUuid, 60);
    const knowsNothing = { findCall: async () => null };
    const get = (provider: string) => ({ ...rig.deps.carriers.get(provider), ...knowsNothing });
    const deps = { ...rig.deps, carriers: { ...rig.deps.carriers, get } };
    expect(await reconcileCall(deps, campaign.input(runUuid))).toEqual({ kind: "found", eventId: null });
  });

  it("is no answer of the carrier where our own code is at fault: the activity fails, and is seen to", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await claimOne(campaign);
    await requestedAgo(runUuid, 60);
    const fault = async () => {
      throw new TypeError("of nothing cannot be read");
    };
    const get = (provider: string) => ({ ...rig.deps.carriers.get(provider), findCall: fault });
    const deps = { ...rig.deps, carriers: { ...rig.deps.carriers, get } };
    await expect(reconcileCall(deps, campaign.input(runUuid))).rejects.toThrow(TypeError);
  });

  it("is undecided while the carrier cannot be asked", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await claimOne(campaign);
    await requestedAgo(runUuid, 60);
    const carriers = createCarrierRegistry({ simulator: { baseUrl: "http://127.0.0.1:9", signingKey: "none" } });
    expect(await reconcileCall({ ...rig.deps, carriers }, campaign.input(runUuid))).toEqual({
      kind: "undecided",
      carrierError: expect.stringMatching(/\w+/),
    });
  });

  it("says why the carrier could not be asked, without secrets and numbers, and warns the first time only", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await claimOne(campaign);
    await campaign.place(runUuid);
    const called = (await campaign.run(runUuid))?.called_number ?? "";
    const fetchCall = async () => {
      const account = `account-of-${campaign.organizationId}`;
      throw new CarrierUnavailableError(`503 for ${called} of ${account}, Authorization: Bearer abcdef-123`);
    };
    const get = (provider: string) => ({ ...rig.deps.carriers.get(provider), fetchCall });
    const warnings: unknown[] = [];
    const warn = (fields: unknown) => warnings.push(fields);
    const logger = Object.assign(Object.create(rig.deps.logger), { warn });
    const deps = { ...rig.deps, logger, carriers: { ...rig.deps.carriers, get } };
    const said = { eventId: null, carrierError: "503 for … of …, Authorization: …" };
    expect(await checkCall(deps, campaign.input(runUuid))).toMatchObject(said);
    expect(await checkCall(deps, { ...campaign.input(runUuid), unansweredTries: 1 })).toMatchObject(said);
    expect(warnings).toEqual([expect.objectContaining({ tries: 1, reason: said.carrierError, run_uuid: runUuid })]);
  });

  it("keeps in its row why it waits, until the carrier answers, reports, or the call is over", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    await campaign.writeScript({
      defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 80_000, misbehaviours: { callback_lost: 1 } },
    });
    const runUuid = await claimOne(campaign);
    await campaign.place(runUuid);
    const isDown = async () => {
      throw new CarrierUnavailableError("503: try later");
    };
    const withFetch = (fetchCall: () => Promise<null>) => {
      const get = (provider: string) => ({ ...rig.deps.carriers.get(provider), fetchCall });
      return { ...rig.deps, carriers: { ...rig.deps.carriers, get } };
    };
    const deps = withFetch(isDown);
    const why = async () => (await campaign.run(runUuid))?.carrier_unreachable;
    const fail = (unansweredTries: number) => checkCall(deps, { ...campaign.input(runUuid), unansweredTries });
    expect(await why()).toBeNull();
    await fail(0);
    expect(await why()).toEqual({ tries: 1, last_error: "503: try later", last_tried_at: expect.any(String) });
    await fail(1);
    expect(await why()).toMatchObject({ tries: 2 });
    // Also where the carrier has nothing new to say, and the workflow does not remember it, because it was started again.
    await checkCall(
      withFetch(async () => null),
      campaign.input(runUuid),
    );
    expect(await why()).toBeNull();
    await fail(0);
    const run = await campaign.run(runUuid);
    if (!run) throw new Error("the run is gone");
    const ringing = await rig.deps.carriers.get("simulator").fetchCall({}, run.carrier_call_id ?? "");
    if (!ringing) throw new Error("the carrier has no such call");
    const event = { eventId: "told:ringing", call: { ...ringing, state: "in_progress" as const } };
    await rig.deps.database.inOrganization(run.organization_id, (tx) => recordCarrierEvent(tx, run, event));
    expect(await why()).toBeNull();
    await fail(0);
    await settleCall(rig.deps, {
      ...campaign.input(runUuid),
      end: { by: "decision", outcome: "unknown", reason: "no" },
    });
    expect(await why()).toMatchObject({ last_error: "503: try later" });
    await fail(5);
    expect(await why()).toMatchObject({ tries: 1 });
  });
});

describe("a call under way", () => {
  it("is followed and hung up though its agent was archived meanwhile", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    await campaign.writeScript({
      defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 80_000, misbehaviours: { callback_lost: 1 } },
    });
    await rig.test.everything
      .updateTable("agent_versions")
      .set({ configurations: { max_call_duration: 86_400 } })
      .where("id", "=", campaign.versionId)
      .execute();
    const runUuid = await claimOne(campaign);
    await campaign.place(runUuid);
    await archiveAgent(campaign);
    await hangUpCall(rig.deps, campaign.input(runUuid));
    const atCarrier = await rig.simulator.ask("GET", `/v1/calls?idempotency_key=${runUuid}`);
    expect(await atCarrier.json()).toMatchObject({ calls: [{ state: "completed", hung_up_by: "platform" }] });
    const { eventId } = await checkCall(rig.deps, campaign.input(runUuid));
    expect(eventId).not.toBeNull();
  });

  it("is moved on by what the carrier says when it is asked, and ends when it is hung up", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    await campaign.writeScript({
      defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 80_000, misbehaviours: { callback_lost: 1 } },
    });
    await rig.test.everything
      .updateTable("agent_versions")
      .set({ configurations: { max_call_duration: 86_400 } })
      .where("id", "=", campaign.versionId)
      .execute();
    const runUuid = await claimOne(campaign);
    await campaign.place(runUuid);
    await waitUntil("it was answered", async () => {
      expect(await checkCall(rig.deps, campaign.input(runUuid))).toEqual({ eventId: null, callbacksArrive: false });
      return (await campaign.run(runUuid))?.state === "in_progress";
    });
    await hangUpCall(rig.deps, campaign.input(runUuid));
    await hangUpCall(rig.deps, campaign.input(runUuid));
    const { eventId } = await checkCall(rig.deps, campaign.input(runUuid));
    await settleCall(rig.deps, { ...campaign.input(runUuid), end: { by: "event", eventId: eventId ?? "" } });
    expect(await campaign.run(runUuid)).toMatchObject({ state: "completed", outcome: "answered" });
  });
});
