import { setTimeout as delay } from "node:timers/promises";
import { getFairShareOperation, setPreferencesOperation } from "../../api/organizations/organizations.operations.ts";
import { fairShareAnswer } from "../../api/organizations/organizations.schemas.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { SHARE_SECONDS } from "../../infra/postgres/team/fair-share.repository.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { onStack } from "./on-stack.ts";

const ORGANIZATIONS = 10;
const CAMPAIGNS_OF_EACH = 10;
/** So many that every organization still has waiting contacts a minute after the last campaign was started. */
const CONTACTS_OF_A_CAMPAIGN = 60;
/** The first organization has so many times the contacts of another: what it has more must take nothing from the others. */
const BIGGEST = 5;
/** Two hundred lines with calls of three seconds are several times what a small machine can start. */
const LINES_OF_AN_ORGANIZATION = 20;
const SAMPLE_EVERY_MS = 5000;
/** Calls that have not been started by then are left out, so that a busy machine ends as well. */
const STARTED_WITHIN_MS = 75_000;
/** A machine that never has a minute in which it answers shows what it has. */
const LOOKED_AT_FOR_MS = 75_000;
const RETRY_AFTER_MS = 500;
const SMALLEST_PART_OF_EQUAL = 0.8;

const SHORT_CALLS: SimulatorScriptInput = {
  speed: 1,
  defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 2 },
};

/** Starts ten organizations with ten campaigns each at once and shows how the platform's calls are divided between them. */
export const fairShareBench: BenchPart = {
  name: "fair-share",
  title: "shares of ten organizations with a hundred campaigns at once",
  run: (context) => onStack((stack) => measure(stack, context)),
};

const measure = async (stack: RunningStack, { scale, say }: BenchContext): Promise<BenchRow[]> => {
  const contacts = Math.max(Math.round(CONTACTS_OF_A_CAMPAIGN * scale), 10);
  const organizations: DiallingOrganization[] = [];
  const campaigns: number[][] = [];
  for (let index = 0; index < ORGANIZATIONS; index += 1) {
    const organization = await openDiallingOrganization(stack, SHORT_CALLS);
    organizations.push(organization);
    await organization.client.call(setPreferencesOperation, {
      body: { concurrent_call_limit: LINES_OF_AN_ORGANIZATION },
    });
    const list = await organization.importNumbers(fictionalNumbers(index === 0 ? contacts * BIGGEST : contacts));
    const ids: number[] = [];
    for (let made = 0; made < CAMPAIGNS_OF_EACH; made += 1) ids.push(await organization.createCampaign(list));
    campaigns.push(ids);
  }
  say(`${campaigns.flat().length} campaigns of ${organizations.length} organizations are started`);
  const startedMs = performance.now();
  const started = await startEach(organizations, campaigns, startedMs + STARTED_WITHIN_MS);
  say(`${started.reduce((sum, each) => sum + each, 0)} of them run after ${secondsSince(startedMs)} s`);
  return [startedRow(started, secondsSince(startedMs)), ...sharesRows(await sharesOfAMinute(organizations, say))];
};

const secondsSince = (startedMs: number): string => ((performance.now() - startedMs) / 1000).toFixed(0);

/** Starts the campaigns of all organizations side by side, those of each in order; returns how many of each run. */
const startEach = (
  organizations: readonly DiallingOrganization[],
  campaigns: readonly (readonly number[])[],
  untilMs: number,
): Promise<number[]> =>
  Promise.all(
    organizations.map(async ({ client }, index) => {
      let started = 0;
      for (const id of campaigns[index] ?? []) if (await start(client, id, untilMs)) started += 1;
      return started;
    }),
  );

/**
 * Starts a campaign. Where it has not answered in time, the command is repeated, as the refusal says; false: there was no
 * time left.
 */
const start = async (client: ApiClient, campaignId: number, untilMs: number): Promise<boolean> => {
  while (performance.now() < untilMs) {
    const response = await client.fetch(`/api/v1/campaigns/${campaignId}/start`, { method: "POST" });
    if (!response.ok && response.status !== 503) throw new Error(await response.text());
    await response.body?.cancel();
    if (response.ok) return true;
    await delay(RETRY_AFTER_MS);
  }
  return false;
};

/**
 * Returns the shares of the minute after every campaign was started, in which nobody has an advance; of a part of it
 * where an organization runs out of contacts before; and none where somebody had nobody left from the beginning, or was
 * never answered.
 */
const sharesOfAMinute = async (
  organizations: readonly DiallingOrganization[],
  say: (sentence: string) => void,
): Promise<number[]> => {
  const startedMs = performance.now();
  const isOver = () => performance.now() > startedMs + SHARE_SECONDS * 1000;
  let shares: number[] = [];
  while (!isOver() || (shares.length === 0 && performance.now() < startedMs + LOOKED_AT_FOR_MS)) {
    await delay(SAMPLE_EVERY_MS);
    const answers = await askAll(organizations);
    if (!answers) continue;
    if (answers.some(({ waiting }) => waiting.contacts === 0)) break;
    shares = answers.map(({ share }) => share ?? 0);
    say(`${answers[0]?.platform.calls_started ?? 0} calls within a minute: ${shares.map(percent).join(", ")}`);
  }
  return shares;
};

/** What is looked at; its instants are texts on the wire. */
const looked = fairShareAnswer.pick({ share: true, platform: true }).extend({
  waiting: fairShareAnswer.shape.waiting.pick({ contacts: true }),
});

/** Returns null where a machine that is too busy has refused one of them: the next look is soon. */
const askAll = async (organizations: readonly DiallingOrganization[]) => {
  const answers = await Promise.all(
    organizations.map(async ({ client }) => {
      const response = await client.fetch(`/api/v1${getFairShareOperation.path}`);
      if (response.ok) return looked.parse(await response.json());
      if (response.status !== 503) throw new Error(await response.text());
      await response.body?.cancel();
      return null;
    }),
  );
  return answers.every((answer) => answer !== null) ? answers : null;
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const startedRow = (started: readonly number[], seconds: string): BenchRow => {
  const all = started.length * CAMPAIGNS_OF_EACH;
  const running = started.reduce((sum, each) => sum + each, 0);
  return {
    figure: `campaigns that run, of ${all}, after ${seconds} s`,
    measured: String(running),
    floor: "",
    ratio: null,
    goal: String(all),
    holds: running === all,
  };
};

const sharesRows = (shares: readonly number[]): BenchRow[] => {
  const equal = 1 / ORGANIZATIONS;
  const smallest = shares.length === 0 ? 0 : Math.min(...shares);
  return [
    ...shares.map(
      (share, index): BenchRow => ({
        figure: `share of organization ${index + 1}${index === 0 ? `, with ${BIGGEST} times the contacts` : ""}`,
        measured: percent(share),
        floor: `equal: ${percent(equal)}`,
        ratio: share / equal,
        goal: "",
        holds: null,
      }),
    ),
    {
      figure: "the smallest share",
      measured: shares.length === 0 ? "not seen" : percent(smallest),
      floor: `equal: ${percent(equal)}`,
      ratio: smallest / equal,
      goal: `≥ ${SMALLEST_PART_OF_EQUAL}×`,
      holds: smallest / equal >= SMALLEST_PART_OF_EQUAL,
    },
  ];
};
