import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Insertable, Updateable } from "kysely";
import { Pool } from "pg";
import { placeCall } from "../../activities/call-run/place-call.ts";
import { settleCall } from "../../activities/call-run/settle-call.ts";
import { applyCommand } from "../../activities/campaign/apply-command.ts";
import { claimRuns } from "../../activities/campaign/claim-runs.ts";
import { takeSnapshot } from "../../activities/campaign/take-snapshot.ts";
import type { WorkerDependencies } from "../../activities/dependencies.ts";
import type { CampaignCommandName } from "../../domain/campaign/campaign-states.rules.ts";
import { systemClock } from "../../infra/clock.ts";
import { readConnectors } from "../../infra/connector/connector-registry.ts";
import { createGuardedRequests } from "../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../infra/guarded-request/outbound-policy.ts";
import { randomIds } from "../../infra/ids.ts";
import { createLogger } from "../../infra/logger.ts";
import { openPassageIndex, openTranscriptIndex } from "../../infra/passage-index/open-passage-index.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { recordCarrierEvent } from "../../infra/postgres/call/carrier-events.repository.ts";
import { countFigures, readFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import { sealCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import { createMetrics } from "../../infra/telemetry/metrics.ts";
import { observeCarriers } from "../../infra/telemetry/observed-carriers.ts";
import { noTracing } from "../../infra/telemetry/tracing.ts";
import type { CarrierCall, CarrierOutcome } from "../../infra/telephony/carrier.ts";
import { createCarrierRegistry } from "../../infra/telephony/carrier-registry.ts";
import { noPrices } from "../../infra/telephony/price-table.ts";
import type { Settlement } from "../../workflows/call-run/call-run.ports.ts";
import { createAgentRows } from "../factories/agents.ts";
import { createContactListRows, type NewContact, plainSettings } from "../factories/campaigns.ts";
import { createTenant, type Tenant } from "../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { testSecrets, testTokens } from "../harness/test-secrets.ts";
import { SIMULATOR_SIGNING_KEY, startTestSimulator } from "../harness/test-simulator.ts";
import { createSimulatorClient } from "../infra/simulator/simulator-client.ts";

/** No server listens at this address. */
const NOBODY = "http://127.0.0.1:9";

/** The simulator ends calls after a moment and sends no callbacks: the test sends them. */
const QUICK: SimulatorScriptInput = {
  speed: 1000,
  defaults: { outcomes: ["answered"], ring_seconds: 2, talk_seconds: 20, misbehaviours: { callback_lost: 1 } },
};

export interface DiallingRig {
  test: TestDatabase;
  simulator: ReturnType<typeof createSimulatorClient>;
  deps: WorkerDependencies;
  /** Holds what the activities requested from Temporal. */
  temporal: FakeTemporal;
  close(): Promise<void>;
}

export interface FakeTemporal {
  started: string[];
  signals: { workflowId: string; name: string; args: unknown[] }[];
}

/** Starts the real activities over a real database and a real simulator; only Temporal is pretended. */
export const startDiallingRig = async (script: SimulatorScriptInput = QUICK): Promise<DiallingRig> => {
  const [test, carrier] = await Promise.all([createTestDatabase(), startTestSimulator({ script })]);
  const lockPool = new Pool({ connectionString: test.url, max: 40, options: "-c role=ringdown_app" });
  const folder = mkdtempSync(join(tmpdir(), "ringdown-dialling-"));
  const transcriptIndex = openTranscriptIndex({ dataDir: folder });
  const temporal: FakeTemporal = { started: [], signals: [] };
  const metrics = createMetrics();
  return {
    test,
    simulator: createSimulatorClient(carrier.baseUrl, SIMULATOR_SIGNING_KEY),
    temporal,
    deps: {
      database: test.database,
      lockPool,
      temporal: fakeClient(temporal),
      mailer: null,
      passageIndex: openPassageIndex({ dataDir: "" }),
      transcriptIndex,
      objectStore: Object.create(null),
      carriers: observeCarriers(
        createCarrierRegistry({ simulator: { baseUrl: carrier.baseUrl, signingKey: SIMULATOR_SIGNING_KEY } }),
        { metrics, tracing: noTracing },
      ),
      livekit: null,
      defaultEmbeddings: null,
      guardedRequests: createGuardedRequests(readOutboundPolicy("127.0.0.1")),
      connectors: readConnectors({}),
      secrets: testSecrets,
      tokens: testTokens,
      rowBytesPerOrganization: Infinity,
      auditKeepDays: 400,
      recordWitnesses: [],
      publicBaseUrl: NOBODY,
      prices: noPrices,
      clock: systemClock,
      ids: randomIds,
      logger: createLogger("test", { level: "silent" }),
      metrics,
      tracing: noTracing,
    },
    close: async () => {
      await transcriptIndex.close();
      rmSync(folder, { recursive: true, force: true });
      await carrier.close();
      await lockPool.end();
      await test.drop();
    },
  };
};

const fakeClient = ({ started, signals }: FakeTemporal): WorkerDependencies["temporal"] =>
  Object.assign(Object.create(null), {
    workflow: {
      start: async (_type: string, { workflowId }: { workflowId: string }) => void started.push(workflowId),
      getHandle: (workflowId: string) => ({
        signal: async ({ name }: { name: string }, ...args: unknown[]) => void signals.push({ workflowId, name, args }),
      }),
    },
  });

export interface CampaignOptions {
  /** Absent: a new one. */
  tenant?: Tenant;
  contacts?: readonly NewContact[];
  campaign?: Partial<Insertable<Tables["campaigns"]>>;
  account?: Updateable<Tables["telephony_configurations"]>;
  /** Calls that the organization may have at a time. */
  concurrentCallLimit?: number;
  maxAttemptsPerDay?: number;
}

/** Starts a campaign of an organization of its own, its calls under an account label of its own in the simulator. */
export const startCampaign = async (rig: DiallingRig, options: CampaignOptions = {}) => {
  const { test, deps } = rig;
  const tenant = options.tenant ?? (await createTenant(test));
  const { organizationId } = tenant;
  const label = `account-of-${organizationId}`;
  await test.everything
    .updateTable("organizations")
    .set({
      concurrent_call_limit: options.concurrentCallLimit ?? 500,
      max_attempts_per_number_per_day: options.maxAttemptsPerDay ?? null,
    })
    .where("id", "=", organizationId)
    .execute();
  await test.everything
    .updateTable("telephony_configurations")
    .set({ ...sealCredentials({ account: label }, { organizationId, secrets: testSecrets }), ...options.account })
    .where("id", "=", tenant.simulatorAccountId)
    .execute();
  const agent = await createAgentRows(test, tenant);
  // An older campaign of the same organization: a statement that forgets its campaign finds this one first.
  await insertCampaign(rig, { tenant, agentId: agent.agentId, options: { contacts: [] } });
  const campaignId = await insertCampaign(rig, { tenant, agentId: agent.agentId, options });
  const address = { organizationId, campaignId };
  const inOrganization = <T>(work: Parameters<typeof test.database.inOrganization<T>>[1]) =>
    test.database.inOrganization(organizationId, work);
  const command = (name: CampaignCommandName, commandKey: string = randomUUID()) =>
    applyCommand(deps, { ...address, command: name, actor: "user:1", commandKey });
  await command("start");
  await inOrganization((tx) => takeSnapshot(tx, address, new Date()));
  const shardId = `org-${organizationId}/campaign-${campaignId}/shard-1-0`;
  const input = (runUuid: string) => ({ organizationId, runUuid, shardId });
  return {
    ...address,
    ...agent,
    tenant,
    shardId,
    input,
    inOrganization,
    command,
    claim: async (limit: number, token: string = randomUUID()) =>
      claimRuns(deps, { ...address, shardId, token, limit }),
    place: (runUuid: string) => placeCall(deps, input(runUuid)),
    /** Ends a run as a callback of its carrier would. */
    end: (
      runUuid: string,
      outcome: CarrierOutcome,
      more: Partial<CarrierCall> = {},
      because: { voiceLost?: true } = {},
    ) => endRun(rig, { ...input(runUuid), outcome, more, because }),
    run: (runUuid: string) => inOrganization((tx) => findRun(tx, runUuid)),
    row: () =>
      test.everything.selectFrom("campaigns").selectAll().where("id", "=", campaignId).executeTakeFirstOrThrow(),
    contacts: () =>
      test.everything
        .selectFrom("campaign_contacts")
        .selectAll()
        .where("campaign_id", "=", campaignId)
        .orderBy("id")
        .execute(),
    figures: () => readBoth(rig, address),
    requests: () => rig.simulator.record(`?account=${label}`),
    summary: () => rig.simulator.summary(`?account=${label}`),
    suspendAccount: () => rig.simulator.writeScript({ ...QUICK, suspended_accounts: [label] }, `?account=${label}`),
    writeScript: (script: SimulatorScriptInput) =>
      rig.simulator.writeScript({ ...QUICK, ...script }, `?account=${label}`),
  };
};

/**
 * Lowers limits while calls wait, as an admin may at any time: more of them ask for admission then than a claim would have
 * given lines to.
 */
export const lowerLimits = async (
  { test }: DiallingRig,
  { organizationId, campaignId, tenant }: StartedCampaign,
  limits: {
    concurrentCallLimit?: number;
    campaign?: Updateable<Tables["campaigns"]>;
    account?: Updateable<Tables["telephony_configurations"]>;
  },
): Promise<void> => {
  const { concurrentCallLimit, campaign, account } = limits;
  const { everything } = test;
  if (concurrentCallLimit !== undefined)
    await everything
      .updateTable("organizations")
      .set({ concurrent_call_limit: concurrentCallLimit })
      .where("id", "=", organizationId)
      .execute();
  if (campaign) await everything.updateTable("campaigns").set(campaign).where("id", "=", campaignId).execute();
  if (account)
    await everything
      .updateTable("telephony_configurations")
      .set(account)
      .where("id", "=", tenant.simulatorAccountId)
      .execute();
};

export type StartedCampaign = Awaited<ReturnType<typeof startCampaign>>;

const insertCampaign = async (
  { test }: DiallingRig,
  { tenant, agentId, options }: { tenant: Tenant; agentId: number; options: CampaignOptions },
): Promise<number> => {
  const contactListId = await createContactListRows(test, tenant, options.contacts);
  const { id } = await test.everything
    .insertInto("campaigns")
    .values({
      organization_id: tenant.organizationId,
      name: "Spring",
      agent_id: agentId,
      source_type: "contact_list",
      source_id: String(contactListId),
      contact_list_id: contactListId,
      telephony_configuration_id: tenant.simulatorAccountId,
      consent_attested_at: new Date(),
      ...plainSettings,
      ...options.campaign,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await test.everything
    .insertInto("campaign_figures")
    .values({ campaign_id: id, organization_id: tenant.organizationId })
    .execute();
  return id;
};

const endRun = async (
  { deps }: DiallingRig,
  told: {
    organizationId: number;
    runUuid: string;
    outcome: CarrierOutcome;
    more: Partial<CarrierCall>;
    because: { voiceLost?: true };
  },
): Promise<Settlement> => {
  const { organizationId, runUuid, outcome, more, because } = told;
  const eventId = `${runUuid}.completed`;
  await deps.database.inOrganization(organizationId, async (tx) => {
    const run = await findRun(tx, runUuid);
    if (!run) throw new Error(`run ${runUuid} is gone`);
    await recordCarrierEvent(tx, run, { eventId, call: { ...endedCall(runUuid), outcome, ...more } });
  });
  return settleCall(deps, { ...told, end: { by: "event", eventId, ...because } });
};

const endedCall = (runUuid: string): CarrierCall => ({
  carrierCallId: `call-of-${runUuid}`,
  state: "completed",
  outcome: "answered",
  answeredBy: null,
  startedAt: new Date(),
  answeredAt: null,
  endedAt: new Date(),
  durationSeconds: 0,
  costMinor: 0,
  currency: "USD",
  optedOut: false,
  detail: null,
});

/** The figures that are kept, and what the contacts themselves come to. */
const readBoth = (
  { test }: DiallingRig,
  { organizationId, campaignId }: { organizationId: number; campaignId: number },
) =>
  test.database.inOrganization(organizationId, async (tx) => {
    const counted = await countFigures(tx, campaignId);
    const row = await readFigures(tx, campaignId);
    if (!row) throw new Error("the campaign is gone");
    const kept: Record<string, unknown> = { ...row };
    return { kept: Object.fromEntries(Object.keys(counted).map((name) => [name, kept[name]])), counted };
  });

/** Runs every job at once, at most `atOnce` of them at a time. */
export const inParallel = async <T, R>(
  items: readonly T[],
  { atOnce = items.length, work }: { atOnce?: number; work: (item: T) => Promise<R> },
): Promise<R[]> => {
  const results: R[] = [];
  const queue = [...items.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
};
