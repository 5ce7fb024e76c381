import { setTimeout as delay } from "node:timers/promises";
import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import {
  pauseCampaignOperation,
  resumeCampaignOperation,
  startCampaignOperation,
  updateCampaignOperation,
} from "../../api/campaigns/campaigns.operations.ts";
import { recordConsentOperation } from "../../api/contacts/consents.operations.ts";
import { addDoNotCallOperation } from "../../api/contacts/do-not-call.operations.ts";
import type { ChaosCampaign } from "./chaos-campaign.ts";
import type { Disturbance, Step } from "./chaos-plan.ts";
import type { Killable, Killer } from "./killer.ts";
import { persistently } from "./persistent-client.ts";
import type { Promises } from "./verdict.ts";

export interface ChaosStage {
  chaos: ChaosCampaign;
  killer: Killer;
  /** Stops everything in good order and starts it again. */
  restart(): Promise<void>;
  /** Where its plan has such steps. */
  roll?(): Promise<void>;
  failOver?(): Promise<void>;
  say(sentence: string): void;
}

const POLL_MS = 200;

/**
 * Plays the steps while the campaign dials, and returns the promises of the answers that the client got. A campaign of which
 * nothing has moved for `stillLimitMs` is not waited for any longer; a busy machine makes it slow.
 */
export const playChaos = async (
  stage: ChaosStage,
  { steps, stillLimitMs }: { steps: readonly Step[]; stillLimitMs: number },
): Promise<Promises> => {
  const { chaos, say } = stage;
  const standsStill = createStandstill(stillLimitMs);
  const promises: Promises = { doNotCall: [], withdrawn: [], pauses: [], closed: [], budgets: [] };
  await persistently("start", () => chaos.client.call(startCampaignOperation, { params: paramsOf(chaos) }));
  for (const step of steps) {
    const dialled = await reachStep(stage, { step, standsStill, promises });
    if (dialled === null) break;
    say(`${dialled} of ${chaos.numbers.length} dialled: ${describe(step.disturbance)}`);
    await disturb(stage, step.disturbance, promises);
  }
  await waitUntilCompleted(stage, standsStill, promises);
  return promises;
};

type Progress = Awaited<ReturnType<typeof readProgress>>;
type Standstill = (progress: Pick<Progress, "attempts" | "finished">) => boolean;

/** Tells of each reading whether attempts and finished contacts, which only grow, have been the same for too long. */
const createStandstill = (limitMs: number): Standstill => {
  let last = "";
  let movedAtMs = Date.now();
  return ({ attempts, finished }) => {
    const now = `${attempts} ${finished}`;
    if (now !== last) movedAtMs = Date.now();
    last = now;
    return Date.now() - movedAtMs > limitMs;
  };
};

const paramsOf = ({ campaignId }: ChaosCampaign) => ({ campaign_id: campaignId });

const readProgress = (chaos: ChaosCampaign) =>
  persistently(
    "progress",
    async () => (await chaos.client.call(campaignProgressOperation, { params: paramsOf(chaos) })).body,
  );

/**
 * Returns how many contacts are dialled when the step's moment has come; null when the campaign is over or stands still.
 */
const reachStep = async (
  stage: ChaosStage,
  { step, standsStill, promises }: { step: Step; standsStill: Standstill; promises: Promises },
): Promise<number | null> => {
  const latestMs = step.atLatestAfterMs === null ? Number.POSITIVE_INFINITY : Date.now() + step.atLatestAfterMs;
  for (;;) {
    const progress = await readOn(stage, promises);
    const { dialled, state } = progress;
    if (state === "completed" || standsStill(progress)) return null;
    if (dialled >= step.atShare * stage.chaos.numbers.length) return dialled;
    if (dialled > 0 && Date.now() > latestMs) return dialled;
    await delay(POLL_MS);
  }
};

const waitUntilCompleted = async (stage: ChaosStage, standsStill: Standstill, promises: Promises): Promise<void> => {
  for (;;) {
    const progress = await readOn(stage, promises);
    if (progress.state === "completed" || standsStill(progress)) return;
    await delay(POLL_MS);
  }
};

/** Reads the campaign's progress; raises its budget once that has run out. */
const readOn = async (stage: ChaosStage, promises: Promises) => {
  const progress = await readProgress(stage.chaos);
  if (progress.budget_wait === null || promises.budgets.length > 0) return progress;
  stage.say(`${progress.dialled} of ${stage.chaos.numbers.length} dialled: ${progress.budget_wait}`);
  await raiseBudget(stage, promises);
  return readProgress(stage.chaos);
};

const raiseBudget = async ({ chaos }: ChaosStage, promises: Promises): Promise<void> => {
  const { client, budgetMinor } = chaos;
  const params = paramsOf(chaos);
  await persistently("pause", () => client.call(pauseCampaignOperation, { params }));
  promises.budgets.push({ limitMinor: budgetMinor, raisedAtMs: Date.now() });
  const body = { budget: { total_minor: 100 * budgetMinor, currency: "USD" } };
  await persistently("raise the budget", () => client.call(updateCampaignOperation, { params, body }));
  await persistently("resume", () => client.call(resumeCampaignOperation, { params }));
};

const describe = (disturbance: Disturbance): string => {
  const killed = (part: Killable | null) => (part ? `, kill -9 of ${part} meanwhile` : "");
  switch (disturbance.kind) {
    case "kill":
      return `kill -9 of ${disturbance.parts.join(" and ")}`;
    case "do-not-call":
      return `${disturbance.contacts.length} numbers to the do-not-call list${killed(disturbance.killWhileAsking)}`;
    case "withdraw-consent":
      return `consent of ${disturbance.contacts.length} numbers is withdrawn${killed(disturbance.killWhileAsking)}`;
    case "pause":
      return `pause${killed(disturbance.killWhileAsking)}`;
    case "restart":
      return "everything is stopped and started again";
    case "roll":
      return "a deployment: SIGTERM to each process in turn";
    case "fail-over":
      return "the database's primary is gone, its standby is promoted";
  }
};

const disturb = async (stage: ChaosStage, disturbance: Disturbance, promises: Promises): Promise<void> => {
  switch (disturbance.kind) {
    case "kill":
      return killInTurn(stage, disturbance);
    case "do-not-call":
      return listNumbers(stage, disturbance, promises);
    case "withdraw-consent":
      return withdrawConsents(stage, disturbance, promises);
    case "pause":
      return pauseAndResume(stage, disturbance, promises);
    case "restart":
      return stage.restart();
    case "roll":
      return required(stage.roll)();
    case "fail-over":
      return required(stage.failOver)();
  }
};

const required = <T>(act: T | undefined): T => {
  if (!act) throw new Error("this stage cannot do what its plan asks for");
  return act;
};

const killInTurn = async ({ killer }: ChaosStage, { parts, apartMs }: Disturbance & { kind: "kill" }) => {
  for (const [index, part] of parts.entries()) {
    if (index > 0) await delay(apartMs);
    await killer.kill(part);
  }
};

/** Lists numbers: from the answer on none of them may be dialled. */
const listNumbers = async (
  stage: ChaosStage,
  { contacts, killWhileAsking, withKey }: Disturbance & { kind: "do-not-call" },
  promises: Promises,
): Promise<void> => {
  const numbers = contacts.flatMap((index) => stage.chaos.numbers[index] ?? []);
  const body = { phone_numbers: numbers };
  const options = withKey ? { idempotencyKey: crypto.randomUUID() } : {};
  await whileKilling(stage.killer, killWhileAsking, () =>
    persistently("do-not-call", () => stage.chaos.client.call(addDoNotCallOperation, { body }, options)).then(() =>
      promises.doNotCall.push({ numbers, answeredAtMs: Date.now() }),
    ),
  );
};

/** Withdraws consents: from each answer on its number may not be dialled. */
const withdrawConsents = async (
  { chaos, killer }: ChaosStage,
  { contacts, killWhileAsking }: Disturbance & { kind: "withdraw-consent" },
  promises: Promises,
): Promise<void> => {
  const withdraw = async (number: string) => {
    const body = { phone_number: number, status: "withdrawn" as const, source: "chaos" };
    await persistently("consent", () => chaos.client.call(recordConsentOperation, { body }));
    promises.withdrawn.push({ numbers: [number], answeredAtMs: Date.now() });
  };
  const numbers = contacts.flatMap((index) => chaos.numbers[index] ?? []);
  await whileKilling(killer, killWhileAsking, () => Promise.all(numbers.map(withdraw)));
};

/** Pauses and resumes: from the answer to the pause until the resume is requested nothing may be dialled. */
const pauseAndResume = async (
  stage: ChaosStage,
  { forMs, killWhileAsking, killWhilePaused, restartWhilePaused, withKey }: Disturbance & { kind: "pause" },
  promises: Promises,
): Promise<void> => {
  const { client } = stage.chaos;
  const params = paramsOf(stage.chaos);
  const keyOf = () => (withKey ? { idempotencyKey: crypto.randomUUID() } : {});
  const pauseKey = keyOf();
  const answeredAtMs = await whileKilling(stage.killer, killWhileAsking, () =>
    persistently("pause", () => client.call(pauseCampaignOperation, { params }, pauseKey)).then(() => Date.now()),
  );
  for (const part of killWhilePaused) await stage.killer.kill(part);
  if (restartWhilePaused) await stage.restart();
  await delay(Math.max(answeredAtMs + forMs - Date.now(), 0));
  promises.pauses.push({ answeredAtMs, resumedAtMs: Date.now() });
  const resumeKey = keyOf();
  await persistently("resume", () => client.call(resumeCampaignOperation, { params }, resumeKey));
};

const whileKilling = async <T>(killer: Killer, part: Killable | null, ask: () => Promise<T>): Promise<T> => {
  const [answer] = await Promise.all([ask(), part && killer.kill(part)]);
  return answer;
};
