import { once } from "node:events";
import { chmodSync, cpSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../infra/local/ports.ts";
import { type RunningStack, startStack } from "../../infra/local/stack.ts";
import { environmentOfTheUser } from "../harness/test-stack.ts";
import { createSimulatorClient } from "../infra/simulator/simulator-client.ts";
import { type ChaosCampaign, prepareChaosCampaign } from "./chaos-campaign.ts";
import { type Evidence, gatherEvidence } from "./chaos-evidence.ts";
import { type Disturbance, planChaos, type Step } from "./chaos-plan.ts";
import type { ChaosOptions, ChaosScenario } from "./chaos-scenario.ts";
import { playChaos } from "./chaos-story.ts";
import { createKiller } from "./killer.ts";
import { type LoadBalancer, openLoadBalancer } from "./load-balancer.ts";
import { isClean, judge } from "./verdict.ts";
import { chaosTable, describeBreaches, markdownTable } from "./verdict-table.ts";

const STILL_MINUTES = 10;

export const movedDataScenario: ChaosScenario = {
  name: "moved-data",
  title: "a DATA_DIR copied while stopped goes on elsewhere, in another folder and on other ports; twice",
  usualSize: 2000,
  run: async (options) => {
    const balancer = await openLoadBalancer();
    const root = mkdtempSync(join(tmpdir(), "ringdown-moved-"));
    // Started by root, PostgreSQL runs as another user, who must get in.
    chmodSync(root, 0o755);
    const house = await openHouse(root, balancer);
    try {
      return await playMoves(house, { balancer, options });
    } finally {
      await house.close();
      await balancer.close();
      if (options.keep) options.say(`data and logs: ${root}`);
      else rmSync(root, { recursive: true, force: true });
    }
  },
};

interface Move {
  stoppedAtMs: number;
  startedAtMs: number;
  portsBefore: string;
  portsAfter: string;
}

/** The present location of the platform. */
interface House {
  readonly running: RunningStack;
  readonly moves: readonly Move[];
  /** Stops it, copies its data, puts the old folder and the old ports out of reach, and starts it on the copy. */
  move(): Promise<void>;
  close(): Promise<void>;
}

const openHouse = async (root: string, balancer: LoadBalancer): Promise<House> => {
  const moves: Move[] = [];
  const taken: Server[] = [];
  const start = async (dataDir: string) => {
    const environment = {
      ...environmentOfTheUser(),
      DATA_DIR: dataDir,
      PORT: String(await findFreePort()),
      LOG_LEVEL: "warn",
    };
    const stack = await startStack({ environment });
    balancer.serve([stack.addresses.api]);
    return stack;
  };
  let running = await start(join(root, "house-0"));
  const move = async () => {
    const before = running;
    await before.stop();
    const stoppedAtMs = Date.now();
    const dataDir = join(root, `house-${moves.length + 1}`);
    cpSync(before.dataDir, dataDir, { recursive: true });
    renameSync(before.dataDir, `${before.dataDir}-left`);
    taken.push(...(await Promise.all(portsOf(before).map(listenOn))));
    running = await start(dataDir);
    const ports = { portsBefore: portsOf(before).join(" "), portsAfter: portsOf(running).join(" ") };
    moves.push({ stoppedAtMs, startedAtMs: Date.now(), ...ports });
  };
  const close = async () => {
    await running.stop();
    for (const server of taken) server.close();
  };
  return {
    get running() {
      return running;
    },
    moves,
    move,
    close,
  };
};

const portsOf = ({ addresses: { api, objectStore, simulator, temporalUi, temporal }, environment }: RunningStack) =>
  [api, objectStore, simulator, temporalUi, `tcp://${temporal}`, environment["DATABASE_URL"]].map((url) =>
    Number(new URL(url ?? "").port),
  );

const listenOn = async (port: number): Promise<Server> => {
  const server = createServer((socket) => socket.destroy()).listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
};

const at = (atShare: number, disturbance: Disturbance): Step => ({ atShare, atLatestAfterMs: null, disturbance });

/** The data moves once with calls under way and once paused; both times the do-not-call list must move too. */
const stepsFor = (contacts: number): Step[] => {
  const last = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => contacts - 1 - from - index);
  const plain = { killWhileAsking: null, withKey: false };
  const size = Math.ceil(contacts / 50);
  return [
    at(0.15, { kind: "do-not-call", contacts: last(0, size), ...plain }),
    at(0.3, { kind: "restart" }),
    at(0.45, { kind: "do-not-call", contacts: last(size, size), ...plain }),
    at(0.6, { kind: "pause", forMs: 1000, killWhilePaused: [], restartWhilePaused: true, ...plain }),
  ];
};

interface MovedStage {
  balancer: LoadBalancer;
  options: ChaosOptions;
}

const playMoves = async (house: House, { balancer, options }: MovedStage) => {
  const { seed, size, minutes, say } = options;
  const plan = planChaos({ seed, contacts: Math.ceil(size / 4), minutes: minutes / 2 });
  // The client keeps one address, as with a name that follows the platform.
  const fixed = { ...house.running, addresses: { ...house.running.addresses, api: balancer.url } };
  const chaos = await prepareChaosCampaign(fixed, plan);
  const killer = createKiller(() => house.running);
  const startedAtMs = Date.now();
  const stillLimitMs = STILL_MINUTES * 60_000;
  const stage = { chaos, killer, restart: house.move, say };
  const promises = await playChaos(stage, { steps: stepsFor(plan.contacts), stillLimitMs });
  const tookMs = Date.now() - startedAtMs;
  const evidence = await gatherEvidence(withSimulatorOf(chaos, house.running));
  const verdict = judge(evidence, promises);
  say(describeBreaches(verdict));
  const result = {
    name: `${seed}, moved twice`,
    contacts: plan.contacts,
    calls: evidence.calls.length,
    kills: [],
    tookMs,
  };
  return {
    table: `${chaosTable([{ ...result, verdict }])}\n\n${movesTable(house.moves, evidence)}`,
    holds: isClean(verdict) && house.moves.length === 2,
  };
};

/** The simulator's record has moved too: one record covers the whole time. */
const withSimulatorOf = (chaos: ChaosCampaign, { addresses, environment }: RunningStack): ChaosCampaign => ({
  ...chaos,
  simulator: createSimulatorClient(addresses.simulator ?? "", environment["SIMULATOR_SIGNING_KEY"] ?? ""),
});

const movesTable = (moves: readonly Move[], { calls }: Evidence): string =>
  markdownTable(
    ["move", "calls before", "under way when stopped", "calls after", "ports before", "ports after"],
    moves.map(({ stoppedAtMs, startedAtMs, portsBefore, portsAfter }, index) => [
      String(index + 1),
      String(calls.filter((call) => Date.parse(call.started_at) <= stoppedAtMs).length),
      String(
        calls.filter(
          (call) => Date.parse(call.started_at) <= stoppedAtMs && Date.parse(call.ended_at ?? "") > stoppedAtMs,
        ).length,
      ),
      String(calls.filter((call) => Date.parse(call.started_at) > startedAtMs).length),
      portsBefore,
      portsAfter,
    ]),
  );
