import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { resumeCampaignOperation, startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { readConfig } from "../../infra/config/config.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { connectTemporalClient } from "../../infra/temporal/connect-temporal.ts";
import type { CampaignAddress } from "../../workflows/campaign/campaign.contract.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { median } from "./median.ts";
import { onStack } from "./on-stack.ts";
import { readPauseStages } from "./pause-stages.ts";

const PAUSES = 20;
const PAUSES_SOON_AFTER_A_RESUME = 10;
/** Dialled between a resume and the next pause: the calls are under way again. */
const CONTACTS_OF_A_ROUND = 20;
/** More than can be dialled in a round, also while the pause is answered: the campaign must not end. */
const CONTACTS_FOR_A_ROUND = 400;
/** Directly after a resume all places are filled at the same moment; by then the campaign dials at its pace. */
const AT_ITS_PACE_AFTER_MS = 5000;
/** Half of the pauses are to be answered within the carrier's own time to answer. */
const MEDIAN_GOAL_MS = 300;
const LONGEST_GOAL_MS = 1000;
/** The carrier takes a moment for each request, so that a pause meets requests that are under way. */
const CARRIER_ANSWERS_AFTER_MS = 300;

export const pauseBench: BenchPart = {
  name: "pause",
  title: "the last request to the carrier after a pause was answered",
  run: (context) => onStack((stack) => measure(stack, context)),
};

interface Pause {
  askedAtMs: number;
  answeredAtMs: number;
  /** The next request to resume. */
  resumedAtMs: number;
}

const measure = async (stack: RunningStack, { scale, say }: BenchContext): Promise<BenchRow[]> => {
  const count = Math.max(Math.round(PAUSES * scale), 3);
  const soonCount = Math.max(Math.round(PAUSES_SOON_AFTER_A_RESUME * scale), 3);
  const organization = await openDiallingOrganization(stack, {
    speed: 100,
    defaults: {
      outcomes: ["answered"],
      ring_seconds: [1, 5],
      talk_seconds: [10, 60],
      misbehaviours: { slow_response: 0.5, slow_response_ms: CARRIER_ANSWERS_AFTER_MS },
    },
  });
  const campaignId = await startCampaign(organization, count + soonCount);
  const pauses = await pauseAgainAndAgain(organization, campaignId, { count, afterMs: AT_ITS_PACE_AFTER_MS });
  const soon = await pauseAgainAndAgain(organization, campaignId, { count: soonCount, afterMs: 0 });
  say(`${count} pauses; every second request took the carrier ${CARRIER_ANSWERS_AFTER_MS} ms`);
  const requests = await organization.simulator.record(`?account=${organization.account}`);
  const requestsAtMs = requests.map(({ received_at_ms }) => received_at_ms).sort((a, b) => a - b);
  return [
    ...rowsOf({ pauses, soon, requestsAtMs }),
    ...(await stageRows(stack, { organizationId: organization.organizationId, campaignId }, pauses)),
  ];
};

/** For information: where the pauses have spent their time. */
const stageRows = async (
  stack: RunningStack,
  address: CampaignAddress,
  pauses: readonly Pause[],
): Promise<BenchRow[]> => {
  const temporal = await connectTemporalClient(readConfig(stack.environment));
  try {
    const stages = await readPauseStages(temporal, address, pauses);
    return stages.map(({ name, medianMs, longestMs }) => ({
      figure: `… asked until ${name}, ms (median / longest)`,
      measured: `${Math.round(medianMs)} / ${Math.round(longestMs)}`,
      floor: "",
      ratio: null,
      goal: "",
      holds: null,
    }));
  } finally {
    await temporal.connection.close();
  }
};

const startCampaign = async (organization: DiallingOrganization, rounds: number): Promise<number> => {
  const numbers = fictionalNumbers((rounds + 2) * CONTACTS_FOR_A_ROUND);
  const campaignId = await organization.createCampaign(await organization.importNumbers(numbers), {
    max_concurrency: 50,
  });
  await organization.client.call(startCampaignOperation, { params: { campaign_id: campaignId } });
  return campaignId;
};

/** Pauses each time when calls are made again, and not before so long after the resume. */
const pauseAgainAndAgain = async (
  { client }: DiallingOrganization,
  campaignId: number,
  { count, afterMs }: { count: number; afterMs: number },
): Promise<Pause[]> => {
  const params = { campaign_id: campaignId };
  const dialled = async () => (await client.call(campaignProgressOperation, { params })).body.dialled;
  const pauses: Pause[] = [];
  for (let index = 0; index < count; index += 1) {
    const soonestMs = Date.now() + afterMs;
    const before = await dialled();
    const isDialling = async () => Date.now() >= soonestMs && (await dialled()) >= before + CONTACTS_OF_A_ROUND;
    await waitUntil("calls are made", isDialling, 60_000);
    const askedAtMs = Date.now();
    await pauseUntilAnswered(client, campaignId);
    const answeredAtMs = Date.now();
    await waitUntil("a forbidden call would have been made", () => Date.now() > answeredAtMs + 1000);
    pauses.push({ askedAtMs, answeredAtMs, resumedAtMs: Date.now() });
    await client.call(resumeCampaignOperation, { params });
  }
  return pauses;
};

/** Repeats the command where the campaign has not answered in time, as the refusal says. */
const pauseUntilAnswered = async (client: ApiClient, campaignId: number): Promise<void> => {
  for (;;) {
    const response = await client.fetch(`/api/v1/campaigns/${campaignId}/pause`, { method: "POST" });
    if (!response.ok && response.status !== 503) throw new Error(await response.text());
    await response.body?.cancel();
    if (response.ok) return;
  }
};

const answersOf = (pauses: readonly Pause[]): number[] =>
  pauses.map(({ askedAtMs, answeredAtMs }) => answeredAtMs - askedAtMs);

interface MadePauses {
  pauses: readonly Pause[];
  /** Those directly after a resume. */
  soon: readonly Pause[];
  requestsAtMs: readonly number[];
}

const rowsOf = ({ pauses, soon, requestsAtMs }: MadePauses): BenchRow[] => {
  const all = [...pauses, ...soon];
  const answerMs = answersOf(pauses);
  const soonMs = answersOf(soon);
  // Negative: the last request came before the answer.
  const lastMs = all.map(
    ({ answeredAtMs, resumedAtMs }) =>
      (requestsAtMs.findLast((atMs) => atMs < resumedAtMs) ?? Number.NEGATIVE_INFINITY) - answeredAtMs,
  );
  const late = all.flatMap(({ answeredAtMs, resumedAtMs }) =>
    requestsAtMs.filter((atMs) => atMs > answeredAtMs && atMs < resumedAtMs),
  );
  const row = (figure: string, measured: number, goal = "", holds: boolean | null = null): BenchRow => ({
    figure,
    measured: String(Math.round(measured)),
    floor: "",
    ratio: null,
    goal,
    holds,
  });
  const answerRow = (which: string, measured: number, most: number) =>
    row(`pause asked until answered, ${which}, ms`, measured, `≤ ${most}`, measured <= most);
  return [
    row(`requests to the carrier after ${all.length} pause answers`, late.length, "0", late.length === 0),
    row(
      "last request, measured from the pause answer, latest, ms",
      Math.max(...lastMs),
      "≤ 0",
      Math.max(...lastMs) <= 0,
    ),
    row("last request, measured from the pause answer, median, ms", median(lastMs)),
    answerRow("median", median(answerMs), MEDIAN_GOAL_MS),
    answerRow("longest", Math.max(...answerMs), LONGEST_GOAL_MS),
    row("… directly after a resume, median, ms", median(soonMs)),
    row("… directly after a resume, longest, ms", Math.max(...soonMs)),
  ];
};
