import { setTimeout as delay } from "node:timers/promises";
import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { addDoNotCallOperation } from "../../api/contacts/do-not-call.operations.ts";
import type { RecordedText } from "../../infra/simulator/text-record.ts";
import type { JourneyCampaign } from "./journey-platform.ts";
import type { JourneyStop } from "./journey-verdict.ts";
import type { KillablePart, Killer } from "./killer.ts";
import { persistently } from "./persistent-client.ts";
import { seededRandom } from "./seeded-random.ts";

const POLL_MS = 300;
const REST_FACTOR = 4;
/** Every so manieth person says stop. */
const STOPS_ONE_IN = 8;
const WORDS = [
  "STOP",
  "Stopp",
  "baja",
  "Arrêt",
  "basta",
  "wypisz",
  "отписаться",
  "अनसब्सक्राइब",
  "退订",
  "ストップ",
] as const;
/** A process that dies leaves a step that is looked at again after two minutes. */
const STILL_LIMIT_MS = 330_000;

interface JourneyStage {
  journey: JourneyCampaign;
  killer: Killer;
  /** What is killed, in this order, at even shares of the run. */
  victims: readonly KillablePart[];
  seed: number;
  inboundUrl: string;
  /** Done after each kill. */
  afterKill?: () => Promise<void>;
  say(sentence: string): void;
}

export interface PlayedJourney {
  stops: JourneyStop[];
  /** From the first word of each stop to its answer, kills between them included. */
  stopMs: number[];
}

/** What the carrier has done so far. */
interface Seen {
  calls: number;
  texts: number;
  called: ReadonlySet<string>;
  written: ReadonlySet<string>;
}

/** Plays a campaign with its journey: people say stop by text and through the API, and one part after another is killed. */
export const playJourney = async (stage: JourneyStage): Promise<PlayedJourney> => {
  const { journey } = stage;
  const params = { campaign_id: journey.campaignId };
  await persistently("start", () => journey.client.call(startCampaignOperation, { params }));
  const played: PlayedJourney = { stops: [], stopMs: [] };
  const over = new AbortController();
  const seen = watchCarrier(stage.journey, over.signal);
  const stopping = sayStops(stage, { played, seen: seen.latest, over: over.signal });
  const killing = killAlong(stage, { seen: seen.latest, over: over.signal });
  try {
    await untilCompleted(stage, seen.latest);
  } finally {
    over.abort();
    await Promise.all([stopping, killing, seen.ended]);
  }
  return played;
};

export const readTexts = async ({ simulator, account }: JourneyCampaign): Promise<RecordedText[]> => {
  const answer: { records: RecordedText[] } = JSON.parse(
    await (await simulator.ask("GET", `/v1/texts?account=${account}`)).text(),
  );
  return answer.records;
};

/** Reads the carrier's record again and again; a long one less often. */
const watchCarrier = (journey: JourneyCampaign, over: AbortSignal) => {
  let latest: Seen = { calls: 0, texts: 0, called: new Set(), written: new Set() };
  const read = async (): Promise<void> => {
    while (!over.aborted) {
      const beganMs = performance.now();
      const calls = await journey.simulator.record(`?account=${journey.account}`);
      const texts = await readTexts(journey);
      latest = {
        calls: calls.length,
        texts: texts.length,
        called: new Set(calls.flatMap(({ to }) => to ?? [])),
        written: new Set(texts.map(({ request }) => request.to)),
      };
      await delay(POLL_MS + REST_FACTOR * (performance.now() - beganMs), undefined, { signal: over }).catch(() => {});
    }
  };
  return { latest: () => latest, ended: read() };
};

/** Some say stop as soon as they were called, others after their text; the seed says who. */
const sayStops = async (
  stage: JourneyStage,
  { played, seen, over }: { played: PlayedJourney; seen: () => Seen; over: AbortSignal },
): Promise<void> => {
  const { journey, seed } = stage;
  const random = seededRandom(seed);
  const plans = journey.numbers
    .filter(() => random.happens(1 / STOPS_ONE_IN))
    .map((number, index) => ({
      number,
      way: index % 2 === 0 ? ("text" as const) : ("api" as const),
      afterText: random.happens(0.75),
      delayMs: random.between(0, 2000),
      word: random.pick(WORDS),
    }));
  const waiting = new Map(plans.map((plan) => [plan.number, plan]));
  const running: Promise<void>[] = [];
  while (!over.aborted && waiting.size > 0) {
    const { called, written } = seen();
    for (const plan of waiting.values()) {
      if (!(plan.afterText ? written : called).has(plan.number)) continue;
      waiting.delete(plan.number);
      running.push(delay(plan.delayMs).then(() => sayStop(stage, plan, played)));
    }
    await delay(POLL_MS);
  }
  await Promise.all(running);
};

const sayStop = async (
  { journey, inboundUrl }: JourneyStage,
  { number, way, word }: { number: string; way: JourneyStop["way"]; word: string },
  played: PlayedJourney,
): Promise<void> => {
  const saidAtMs = Date.now();
  await persistently(`the stop of ${number}`, async () => {
    if (way === "api") await journey.client.call(addDoNotCallOperation, { body: { phone_numbers: [number] } });
    else await writeText(journey, { from: number, body: word, inboundUrl });
  });
  played.stops.push({ number, way, answeredAtMs: Date.now() });
  played.stopMs.push(Date.now() - saidAtMs);
};

/** The carrier hands the text over again, as the same one, until it is taken. */
const writeText = async (
  { simulator, account, ownNumber }: JourneyCampaign,
  { from, body, inboundUrl }: { from: string; body: string; inboundUrl: string },
): Promise<void> => {
  const text = { to: ownNumber, from, body, account, inbound_url: inboundUrl, id: `simt_stop_${from}` };
  const answer = await simulator.ask("POST", "/v1/texts/inbound", text);
  if (!(await answer.text()).includes("true")) throw new Error("the platform has not taken the text");
};

/** About as much is done for each person: a call, and for most a text, another call, a mail and a webhook. */
const DONE_FOR_EACH = 1.7;

const killAlong = async (
  { journey, killer, victims, afterKill, say }: JourneyStage,
  { seen, over }: { seen: () => Seen; over: AbortSignal },
): Promise<void> => {
  for (const [index, part] of victims.entries()) {
    const from = ((index + 0.5) / victims.length) * journey.numbers.length * DONE_FOR_EACH;
    while (seen().calls + seen().texts < from) {
      if (over.aborted) return;
      await delay(POLL_MS);
    }
    say(`kill -9 of ${part}`);
    await killer.kill(part);
    await killer.everythingUp();
    await afterKill?.();
  }
};

const untilCompleted = async ({ journey, say }: JourneyStage, seen: () => Seen): Promise<void> => {
  const params = { campaign_id: journey.campaignId };
  let last = "";
  let movedAtMs = Date.now();
  for (;;) {
    const { body } = await persistently("progress", () => journey.client.call(campaignProgressOperation, { params }));
    if (body.state === "completed") return;
    const now = `${body.attempts} ${body.finished} ${seen().texts}`;
    if (now !== last) movedAtMs = Date.now();
    last = now;
    if (Date.now() - movedAtMs > STILL_LIMIT_MS) return say(`nothing moves any more: ${JSON.stringify(body)}`);
    await delay(POLL_MS);
  }
};
