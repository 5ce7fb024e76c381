import { findFreePort } from "../../infra/local/ports.ts";
import { startNginx } from "../deploy/nginx.ts";
import type { ProxySite } from "../deploy/proxy-site.ts";
import { openTestStack } from "../harness/test-stack.ts";
import type { ChaosScenario } from "./chaos-scenario.ts";
import { playRolls, type Rolls } from "./rolls.ts";
import { startSecondPair } from "./second-pair.ts";
import { markdownTable } from "./verdict-table.ts";

const ROLLS = 10;
const MOST_NAMED = 12;
/** Long enough for requests, streams and conversations under way to be met by the end. */
const DRAIN_SECONDS = 2;
/** Clients here ask without pause: what is refused because they ask too much would say nothing about rolls. */
const UNLIMITED = { RATE_LIMIT_PER_KEY_PER_SECOND: "10000", RATE_LIMIT_PER_ADDRESS_PER_SECOND: "10000" };

export const rollsScenario: ChaosScenario = {
  name: "rolls",
  title: "two APIs behind nginx are rolled again and again while a campaign talks and clients ask",
  usualSize: 2000,
  run: async ({ size, say, keep }) => {
    const rolls = await rollTwoApis({ rolls: ROLLS, contacts: size, say, keep });
    const { refused, failed, wordsLost } = rolls;
    const noticed = [
      ...refused.map(({ status, method, path }) => `${status} ${method} ${path}`),
      ...failed,
      ...wordsLost,
    ];
    for (const each of noticed.slice(0, MOST_NAMED)) say(each);
    return { table: rollsTable(rolls), holds: isUnnoticed(rolls) };
  },
};

/** Nobody was refused, and nothing that a person said is missing. */
export const isUnnoticed = ({ refused, failed, wordsLost }: Rolls): boolean =>
  refused.length + failed.length + wordsLost.length === 0;

/** Starts a platform with two APIs behind a proxy, and rolls them in turn. */
export const rollTwoApis = async (options: {
  rolls: number;
  contacts: number;
  say: (sentence: string) => void;
  keep: boolean;
  /** The proxy in front of both; nginx unless another one is named. */
  startProxy?: (apis: readonly string[], port: number) => Promise<ProxySite>;
}): Promise<Rolls> => {
  const port = await findFreePort();
  const stack = await openTestStack({
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    TRUST_PROXY: "1",
    ...UNLIMITED,
  });
  try {
    const second = await startSecondPair(stack.running);
    const { startProxy = startNginx } = options;
    const proxy = await startProxy([stack.running.addresses.api, second.apiUrl], port);
    try {
      return await playRolls({ stack, second, proxy }, options);
    } finally {
      await proxy.stop();
      await second.stop();
    }
  } finally {
    await stack.close({ keepData: options.keep });
  }
};

const rollsTable = (rolls: Rolls): string =>
  markdownTable(
    [
      "rolls",
      "requests",
      "of carriers",
      "WebSockets",
      "refused",
      "failed",
      "sentences of people",
      "lost",
      "stream cut",
    ],
    [
      [
        rolls.rolls,
        rolls.requests,
        rolls.callbacks,
        rolls.sockets,
        rolls.refused.length,
        rolls.failed.length,
        rolls.words,
        rolls.wordsLost.length,
        rolls.streamEnds,
      ].map(String),
    ],
  );
