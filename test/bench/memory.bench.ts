import { setTimeout as delay } from "node:timers/promises";
import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { openDiallingOrganization } from "../harness/dialling-organization.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { onStack } from "./on-stack.ts";
import { forgetPeak, memoryOf } from "./process-memory.ts";

const CONTACTS = 400;
const CONCURRENCY = 50;
/** Node gives memory back some ten seconds after the last work. */
const AT_REST_AFTER_MS = 30_000;
const MOST_MB = { afterStart: 300, afterCampaign: 350 };
const PROCESSES = ["api", "worker"] as const;

/** Calls of some ten seconds, a fifth of them dialled once more. */
const SCRIPT: SimulatorScriptInput = {
  seed: "memory",
  speed: 10,
  defaults: { ring_seconds: [5, 20], talk_seconds: [30, 90], weights: { answered: 80, busy: 20 } },
};

type Megabytes = Record<(typeof PROCESSES)[number], number>;

export const memoryBench: BenchPart = {
  name: "memory",
  title: "memory of the API and the worker at rest and at work",
  run: (context) => onStack((stack) => measure(stack, context)),
};

const measure = async (stack: RunningStack, { scale, say }: BenchContext): Promise<BenchRow[]> => {
  const contacts = Math.max(Math.round(CONTACTS * scale), 20);
  say("coming to rest after the start");
  await delay(AT_REST_AFTER_MS);
  const started = read(stack, "peakMb");
  const idle = read(stack, "residentMb");
  for (const name of PROCESSES) forgetPeak(pidOf(stack, name));
  say(`dialling ${contacts} contacts`);
  const perSecond = await dial(stack, contacts);
  say(`${perSecond.toFixed(1)} calls/s; coming to rest`);
  const peak = read(stack, "peakMb");
  await delay(AT_REST_AFTER_MS);
  const rest = read(stack, "residentMb");
  return [
    ...rows("while starting, most", started),
    ...rows("idle after the start", idle),
    sum("idle after the start", idle, MOST_MB.afterStart),
    ...rows(`while ${contacts} contacts are dialled, most`, peak),
    ...rows("idle after the campaign", rest),
    sum("idle after the campaign", rest, MOST_MB.afterCampaign),
  ];
};

const dial = async (stack: RunningStack, contacts: number): Promise<number> => {
  const { client, importNumbers, createCampaign } = await openDiallingOrganization(stack, SCRIPT);
  const campaign_id = await createCampaign(await importNumbers(fictionalNumbers(contacts)), {
    max_concurrency: CONCURRENCY,
    retry_config: { max_retries: 1, retry_delay_seconds: 1 },
  });
  const params = { campaign_id };
  const startedAtMs = performance.now();
  await client.call(startCampaignOperation, { params });
  const attempts = await waitUntil(
    "the campaign is completed",
    async () => {
      const { body } = await client.call(campaignProgressOperation, { params });
      if (body.state === "completed") return body.attempts;
      await delay(500); // asking all the time would be load of its own
      return undefined;
    },
    600_000,
  );
  return attempts / ((performance.now() - startedAtMs) / 1000);
};

const read = (stack: RunningStack, figure: "residentMb" | "peakMb"): Megabytes => ({
  api: memoryOf(pidOf(stack, "api"))[figure],
  worker: memoryOf(pidOf(stack, "worker"))[figure],
});

const pidOf = (stack: RunningStack, name: keyof Megabytes): number => {
  const pid = stack.pid(name);
  if (pid === undefined) throw new Error(`the ${name} process is down`);
  return pid;
};

const rows = (when: string, megabytes: Megabytes): BenchRow[] =>
  PROCESSES.map((name) => row(`${name}, ${when}, MB`, megabytes[name]));

const sum = (when: string, { api, worker }: Megabytes, most: number): BenchRow => ({
  ...row(`api and worker, ${when}, MB`, api + worker),
  goal: `≤ ${most}`,
  holds: api + worker <= most,
});

const row = (figure: string, megabytes: number): BenchRow => ({
  figure,
  measured: String(megabytes),
  floor: "",
  ratio: null,
  goal: "",
  holds: null,
});
