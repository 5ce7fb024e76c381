import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { setPreferencesOperation } from "../../api/organizations/organizations.operations.ts";
import type { PartName, RunningStack } from "../../infra/local/stack.ts";
import type { Supervisor } from "../../infra/local/supervisor.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { cpuSecondsOf } from "./process-cpu.ts";

export const LONG_CALL_SECONDS = 15;

export const ANSWERED_AT_ONCE: SimulatorScriptInput = {
  speed: 1000,
  defaults: { outcomes: ["answered"], ring_seconds: 0, talk_seconds: 0 },
};
export const LONG_CALLS: SimulatorScriptInput = {
  speed: 1,
  defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: LONG_CALL_SECONDS - 1 },
};

/** The parts that a call uses. */
const PARTS: readonly PartName[] = ["api", "worker", "temporal", "postgres", "simulator"];

export interface Dialled {
  organization: DiallingOrganization;
  campaignId: number;
  seconds: number;
  perSecond: number;
  /** Processor time of each part for one call. */
  cpuMs: Record<string, number>;
}

interface Plan {
  count: number;
  script: SimulatorScriptInput;
  concurrency: number;
  /** Another pair of API and worker, whose processor time counts as well. */
  beside?: Supervisor | undefined;
}

/** Dials everybody of a new campaign of a new organization, and measures it. */
export const dialEverybody = async (
  stack: RunningStack,
  { count, script, concurrency, beside }: Plan,
): Promise<Dialled> => {
  const organization = await openDiallingOrganization(stack, script);
  const { client } = organization;
  await client.call(setPreferencesOperation, { body: { concurrent_call_limit: concurrency } });
  const campaignId = await organization.createCampaign(await organization.importNumbers(fictionalNumbers(count)), {
    max_concurrency: concurrency,
    retry_config: { max_retries: 0 },
  });
  const params = { campaign_id: campaignId };
  const before = cpuOf(stack, beside);
  const startedMs = performance.now();
  await client.call(startCampaignOperation, { params });
  await waitUntil(
    "the campaign is completed",
    async () => (await client.call(campaignProgressOperation, { params })).body.state === "completed" || pause(),
    600_000,
  );
  const seconds = (performance.now() - startedMs) / 1000;
  const after = cpuOf(stack, beside);
  const { calls } = await organization.simulator.summary(`?account=${organization.account}`);
  if (calls !== count) throw new Error(`${calls} calls were made, not ${count}`);
  const cpuMs = Object.fromEntries(
    PARTS.map((name) => [name, (((after[name] ?? 0) - (before[name] ?? 0)) * 1000) / count]),
  );
  return { organization, campaignId, seconds, perSecond: count / seconds, cpuMs };
};

/** As often as the progress stream: continuous polling would add load. */
const pause = async (): Promise<false> => {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return false;
};

const cpuOf = (stack: RunningStack, beside: Supervisor | undefined): Record<string, number> =>
  Object.fromEntries(
    PARTS.map((name) => [name, cpuOfProcess(stack.pid(name)) + cpuOfProcess(beside?.pid(`second ${name}`))]),
  );

const cpuOfProcess = (pid: number | undefined): number => (pid === undefined ? 0 : cpuSecondsOf(pid));

/** Returns the processor time of a call in all parts together. */
export const cpuMsOf = ({ cpuMs }: Dialled): number => Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0);

export const cpuSentence = (dialled: Dialled): string =>
  `processor time of a call: ${Object.entries(dialled.cpuMs)
    .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
    .join(", ")}; together ${cpuMsOf(dialled).toFixed(1)} ms`;
