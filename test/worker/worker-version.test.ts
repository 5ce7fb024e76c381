import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client, Connection } from "@temporalio/client";
import { makeVersionCurrent, readWorkerVersions } from "../../infra/temporal/worker-versions.ts";
import { readOwnVersion } from "../../worker/worker-version.ts";
import { callRunContract, callRunStartOptions } from "../../workflows/call-run/call-run.contract.ts";
import {
  campaignContract,
  campaignStartOptions,
  progressQuery,
  shardReportSignal,
} from "../../workflows/campaign/campaign.contract.ts";
import {
  webhookDeliveryContract,
  webhookDeliveryStartOptions,
} from "../../workflows/webhook-delivery/webhook-delivery.contract.ts";
import { createAgentRows } from "../factories/agents.ts";
import { plainSettings } from "../factories/campaigns.ts";
import { createTenant, type Tenant } from "../factories/tenant.ts";
import { type ApiProcess, startApiProcess } from "../harness/api-process.ts";
import { captureLog } from "../harness/captured-log.ts";
import { testEnvironment } from "../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { TEST_ENCRYPTION_KEY } from "../harness/test-secrets.ts";
import { SIMULATOR_SIGNING_KEY } from "../harness/test-simulator.ts";
import { createTestNamespace } from "../harness/test-temporal.ts";
import { waitUntil } from "../harness/wait-until.ts";

/** VersioningBehavior of Temporal's API. */
const BEHAVIORS: Record<number, string> = { 1: "pinned", 2: "auto-upgrade" };
/** A run on an older version goes on to the newer one after more events than this. */
const LONG = 200;

let test: TestDatabase;
let tenant: Tenant;
let namespace: string;
let connection: Connection;
let client: Client;
const workers: Record<string, ApiProcess> = {};

beforeAll(async () => {
  [test, namespace] = await Promise.all([createTestDatabase(), createTestNamespace()]);
  tenant = await createTenant(test);
  connection = await Connection.connect({ address: testEnvironment.temporalAddress() });
  client = new Client({ connection, namespace });
});
afterAll(async () => {
  for (const { child } of Object.values(workers)) child.kill("SIGKILL");
  await Promise.all(Object.values(workers).map(({ ended }) => ended));
  await connection.close();
  await test.drop();
});

const startWorker = async (buildId: string, says: string): Promise<void> => {
  const worker = startApiProcess(
    {
      DATABASE_URL: test.url,
      TEMPORAL_ADDRESS: testEnvironment.temporalAddress(),
      TEMPORAL_NAMESPACE: namespace,
      S3_ENDPOINT: "http://127.0.0.1:9",
      S3_ACCESS_KEY: "nobody",
      S3_SECRET_KEY: "nothing",
      ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      CARRIER_SIMULATOR_BASE_URL: "http://127.0.0.1:9",
      SIMULATOR_SIGNING_KEY,
      WORKFLOW_BUNDLE: testEnvironment.workflowBundle(),
      WORKER_HTTP_PORT: "0",
      WORKER_BUILD_ID: buildId,
    },
    "worker/start.ts",
  );
  workers[buildId] = worker;
  await worker.says(says);
};

/** Starts a campaign that is paused: it stays open and waits for commands. */
const startCampaign = async () => {
  const { organizationId: organization_id } = tenant;
  const { agentId: agent_id } = await createAgentRows(test, tenant);
  const campaign = await test.everything
    .insertInto("campaigns")
    .values({
      ...{ ...plainSettings, organization_id, agent_id, name: "A campaign", state: "paused" },
      ...{ source_type: "contact_list", source_id: "1", snapshot_at: new Date(), started_at: new Date() },
    })
    .returning(["id", "organization_id", "name", "agent_id", "state", "environment"])
    .executeTakeFirstOrThrow();
  await test.everything.insertInto("campaign_figures").values({ organization_id, campaign_id: campaign.id }).execute();
  const handle = await client.workflow.start(campaignContract.type, campaignStartOptions(campaign));
  return client.workflow.getHandle(handle.workflowId);
};

type Handle = Awaited<ReturnType<typeof startCampaign>>;

const describeVersion = async (handle: Pick<Handle, "describe">) => {
  const { runId, historyLength, raw } = await handle.describe();
  const info = raw.workflowExecutionInfo?.versioningInfo;
  const at = { buildId: info?.deploymentVersion?.buildId, behavior: BEHAVIORS[Number(info?.behavior)] };
  return { at, runId, historyLength };
};

/** Waits until a campaign has begun, and says where. */
const findPlace = async (handle: Handle) => {
  await waitUntil("the campaign has begun", async () => (await describeVersion(handle)).at.buildId);
  await handle.query(progressQuery);
  return (await describeVersion(handle)).at;
};

const report = { shardId: "nobody", ended: false, state: "paused", waitingUntilMs: null } as const;

/** Gives a campaign something to do, and waits until it has done it. */
const poke = async (handle: Handle, times = 1): Promise<void> => {
  const { figures } = await handle.query(progressQuery);
  for (let done = 0; done < times; done += 1) {
    const { historyLength, runId } = await describeVersion(handle);
    await handle.signal(shardReportSignal, { ...report, figures });
    await waitUntil("the signal was taken", async () => {
      const now = await describeVersion(handle);
      return now.runId !== runId || now.historyLength >= historyLength + 4;
    });
  }
};

const readStatuses = async () => {
  const found = await readWorkerVersions(connection, namespace);
  return {
    current: found?.current,
    ...Object.fromEntries((found?.versions ?? []).map((each) => [each.buildId, each.status])),
  };
};

const A = { buildId: "a", behavior: "pinned" };
const B = { buildId: "b", behavior: "pinned" };

it("a Temporal without versions gets workers without", async () => {
  const code = 12;
  const refuse = () => Promise.reject(Object.assign(new Error("unknown method DescribeWorkerDeployment"), { code }));
  const log = captureLog();
  const version = await readOwnVersion(
    { workflowService: { describeWorkerDeployment: refuse } } as never,
    { WORKER_BUILD_ID: "a", TEMPORAL_NAMESPACE: namespace },
    { logger: log.logger, stopping: new AbortController().signal },
  );
  expect(version.options).toEqual({});
  expect(log.text()).toContain("knows no versions of workers");
});

describe("workers of two versions", () => {
  let ofA: Handle;
  let longOfA: Handle;
  let ofB: Handle;

  it("the first one is current by itself, and campaigns stay with it", async () => {
    await startWorker("a", "this version of the workers is current");
    [ofA, longOfA] = [await startCampaign(), await startCampaign()];
    expect([await findPlace(ofA), await findPlace(longOfA)]).toEqual([A, A]);
    while ((await describeVersion(longOfA)).historyLength <= LONG) await poke(longOfA, 10);
  });

  it("a new one is current: campaigns and calls begin on it, and those of before go on where they were", async () => {
    await startWorker("b", "this version of the workers is current");
    ofB = await startCampaign();
    expect(await findPlace(ofB)).toEqual(B);
    await poke(ofA, 2);
    expect((await describeVersion(ofA)).at).toEqual(A);
    expect(await readStatuses()).toEqual({ current: "b", a: "draining", b: "current" });
    // No row has this call, so it ends at once.
    const call = { organization_id: 1, uuid: randomUUID(), name: "a call", campaign_id: null };
    const handle = await client.workflow.start(callRunContract.type, callRunStartOptions(call));
    await handle.result();
    expect((await describeVersion(handle)).at).toEqual(B);
  });

  it("a long campaign continues as new on the new one", async () => {
    const { runId } = await describeVersion(longOfA);
    const { figures } = await longOfA.query(progressQuery);
    // Temporal tells a run of a newer version with a task, so it gets some.
    await waitUntil("it has continued as new", async () => {
      await longOfA.signal(shardReportSignal, { ...report, figures });
      return (await describeVersion(longOfA)).runId !== runId;
    });
    expect(await findPlace(longOfA)).toEqual(B);
  });

  it("runs on the current version where it is pinned to none", async () => {
    const input = { organizationId: tenant.organizationId, endpointId: 1 };
    const handle = await client.workflow.start(webhookDeliveryContract.type, webhookDeliveryStartOptions(input));
    await handle.result();
    expect((await describeVersion(handle)).at).toEqual({ buildId: "b", behavior: "auto-upgrade" });
  });

  it("are rolled back by a command, which a restart of the newer one does not undo", async () => {
    await makeVersionCurrent(connection, { namespace, buildId: "a" });
    expect(await findPlace(await startCampaign())).toEqual(A);
    await poke(ofB);
    expect((await describeVersion(ofB)).at).toEqual(B);
    workers["b"]?.child.kill("SIGTERM");
    expect(await workers["b"]?.ended).toBe(0);
    await startWorker("b", "this version of the workers is known already");
    expect((await readStatuses()).current).toBe("a");
    await poke(ofB);
    expect((await describeVersion(ofB)).at).toEqual(B);
  });
});
