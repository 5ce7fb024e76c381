import type { Finding } from "../../clients/typescript/verify/finding.ts";
import { describeFindings, holds } from "../../clients/typescript/verify/verify.ts";
import { startHttpReceiver } from "../harness/http-receiver.ts";
import { startMailServer } from "../harness/mail-server.ts";
import { openTestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { verifyChaosRecord } from "./chaos-record.ts";
import type { ChaosOptions, ChaosScenario } from "./chaos-scenario.ts";
import { gatherJourney } from "./journey-evidence.ts";
import { prepareJourney } from "./journey-platform.ts";
import { type PlayedJourney, playJourney } from "./journey-story.ts";
import { type JourneyEvidence, type JourneyVerdict, judgeJourney, keepsEveryStep } from "./journey-verdict.ts";
import { createKiller, KILLABLE, type KillablePart, type Killer } from "./killer.ts";
import { seededRandom } from "./seeded-random.ts";
import { countKills, listBreaches, markdownTable } from "./verdict-table.ts";

/** Each part that carries steps twice, the others once. */
const ROUND: readonly KillablePart[] = ["worker", "api", "temporal", "worker", "api", "postgres"];
const CONTACTS_OF_A_ROUND = 1000;
/** Webhooks are tried again after seconds. */
const TOLD_WITHIN_MS = 120_000;

export const journeyScenario: ChaosScenario = {
  name: "journey",
  title: "a journey of texts, calls, mails and webhooks while people say stop, under kill -9 of every part",
  usualSize: 300,
  run: async (options) => {
    const result = await runJourney(options);
    options.say(listBreaches(result.verdict));
    options.say(`the record, as others check it:\n${describeFindings(result.record)}`);
    return { table: tableOf(options, result), holds: keepsEveryStep(result.verdict) && holds(result.record) };
  },
};

interface JourneyResult {
  evidence: JourneyEvidence;
  verdict: JourneyVerdict;
  record: Finding[];
  played: PlayedJourney;
  killer: Killer;
  tookMs: number;
}

const runJourney = async ({ size, seed, keep, say }: ChaosOptions): Promise<JourneyResult> => {
  const [mail, receiver] = await Promise.all([startMailServer(), startHttpReceiver()]);
  const stack = await openTestStack({ SMTP_URL: mail.url, OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1" });
  const killer = createKiller(() => stack.running);
  try {
    const journey = await prepareJourney(stack.running, {
      seed,
      contacts: size,
      waits: true,
      receiverUrl: receiver.url,
      mail,
    });
    const startedAtMs = Date.now();
    const since = () => `${((Date.now() - startedAtMs) / 1000).toFixed(0).padStart(4)} s  `;
    const random = seededRandom(seed);
    const rounds = Math.max(1, Math.min(Math.round(size / CONTACTS_OF_A_ROUND), 3));
    const played = await playJourney({
      journey,
      killer,
      victims: Array.from({ length: rounds }, () => random.shuffled(ROUND)).flat(),
      seed,
      inboundUrl: `${stack.running.addresses.api}/api/v1/telephony/messages/simulator`,
      say: (sentence) => say(since() + sentence),
    });
    const tookMs = Date.now() - startedAtMs;
    say(`${since()}the campaign is over`);
    await killer.everythingUp();
    const gather = () =>
      gatherJourney(stack.running, {
        journey,
        mail,
        receiver,
        stops: played.stops,
        kills: killer.kills.length,
      });
    const isTold = async () => judgeJourney(await gather()).neverDone.length === 0;
    await waitUntil("every webhook has come", isTold, TOLD_WITHIN_MS).catch(() => {});
    const evidence = await gather();
    const record = await verifyChaosRecord(journey);
    return { evidence, verdict: judgeJourney(evidence), record, played, killer, tookMs };
  } finally {
    await stack.close({ keepData: keep });
    await Promise.all([mail.close(), receiver.close()]);
    if (keep) say(`data and logs: ${stack.running.dataDir}`);
  }
};

const tableOf = ({ seed, size }: ChaosOptions, result: JourneyResult): string => {
  const { evidence, verdict, played, killer, tookMs } = result;
  const stops = (way: string) => String(played.stops.filter((stop) => stop.way === way).length);
  const states = Map.groupBy(evidence.rows, ({ state }) => state);
  const ended = (state: string) => String(states.get(state)?.length ?? 0);
  const columns: [heading: string, cell: string][] = [
    ["seed", String(seed)],
    ["people", String(size)],
    ["calls", String(evidence.calls.length)],
    ["texts", String(evidence.texts.length)],
    ["mails", String(evidence.mails.length)],
    ["webhooks", String(new Set(evidence.told.map(({ id }) => id)).size)],
    ["asked", String(evidence.asked.length)],
    ...KILLABLE.filter((part) => part !== "postgres-backend").map((part): [string, string] => [
      `kills of ${part}`,
      String(countKills(killer.kills, part)),
    ]),
    ["stops by text", stops("text")],
    ["stops by API", stops("api")],
    ["stop answered, median ms", String(median(played.stopMs))],
    ["steps done", ended("done")],
    ["ended", ended("ended")],
    ["skipped", ended("skipped")],
    ["failed", ended("failed")],
    ["unclear", ended("unclear")],
    ["done twice", String(verdict.doneTwice.length)],
    ["after a stop", String(verdict.afterStop.length)],
    ["lost", String(verdict.lost.length)],
    ["told as done, not done", String(verdict.neverDone.length)],
    ["minutes", (tookMs / 60_000).toFixed(1)],
  ];
  return markdownTable(
    columns.map(([heading]) => heading),
    [columns.map(([, cell]) => cell)],
  );
};

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
