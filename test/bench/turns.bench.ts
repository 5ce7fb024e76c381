import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { setModelsOperation } from "../../api/models/models.operations.ts";
import { updateTelephonyAccountOperation } from "../../api/telephony/telephony.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { createTokenSigner } from "../../infra/secrets/token-signer.ts";
import { buildRelayUrl } from "../../infra/telephony/call-addresses.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { openTestStack } from "../harness/test-stack.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { type ChatServer, startChatServer } from "./chat-server.ts";
import { memoryOf } from "./process-memory.ts";
import { connectRelay, type RelayCaller } from "./relay-caller.ts";

const FEW = 10;
const MANY = 200;
const TURNS_OF_FEW = 40;
const TURNS_OF_MANY = 5;
/** People listen and think between two things that they say. */
const BETWEEN_TURNS_MS = { few: 300, many: 6000 };
const GOAL_MS = 20;
/** A process compiles what it often does only after some hundred turns. */
const WARM_UP_TURNS = 40;

/**
 * Measures a turn without the model: from the carrier's frame to the first word back, minus the time of the model, a
 * server of this program, until its first sentence. Then the same with 200 simultaneous calls, and their memory. The
 * calls are rows, their words go over real WebSocket connections, their turns through the whole engine and database.
 */
export const turnsBench: BenchPart = {
  name: "turns",
  title: "turn overhead of relayed conversations, and 200 of them at once",
  run: async (context) => {
    const model = await startChatServer();
    const stack = await openTestStack({
      OUTBOUND_ALLOWED_NETWORKS: "127.0.0.0/8",
      RATE_LIMIT_PER_ADDRESS_PER_SECOND: "1000000",
    });
    try {
      return await measure(context, stack.running, model);
    } finally {
      await stack.close();
      await model.close();
    }
  },
};

const measure = async ({ scale, say }: BenchContext, stack: RunningStack, model: ChatServer): Promise<BenchRow[]> => {
  const organization = await openDiallingOrganization(stack, {});
  const { client, telephonyAccountId: config_id, account } = organization;
  await client.call(updateTelephonyAccountOperation, {
    params: { config_id },
    body: { config: { provider: "simulator", account, conversations: true } },
  });
  const llm = { provider: "openai", model: "bench", api_key: "a key of the bench", base_url: model.baseUrl };
  await client.call(setModelsOperation, { body: { llm } });
  const few = await connectAll(stack, organization, FEW);
  const cold = await talk(few, {
    turns: scaled(WARM_UP_TURNS, scale),
    betweenMs: BETWEEN_TURNS_MS.few,
    model,
    name: 0,
  });
  say(`${few.length} calls, the first of the process: overhead of a turn ${describe(cold)}`);
  const alone = await talk(few, {
    turns: scaled(TURNS_OF_FEW, scale),
    betweenMs: BETWEEN_TURNS_MS.few,
    model,
    name: 1,
  });
  say(`${few.length} calls: overhead of a turn ${describe(alone)}`);
  const before = memoryOf(stack.pid("api") ?? 0).residentMb;
  const many = await connectAll(stack, organization, scaled(MANY, scale));
  const crowded = await talk(many, { turns: TURNS_OF_MANY, betweenMs: BETWEEN_TURNS_MS.many, model, name: 2 });
  say(`${many.length} calls: overhead of a turn ${describe(crowded)}`);
  const after = memoryOf(stack.pid("api") ?? 0).residentMb;
  for (const caller of [...few, ...many]) caller.hangUp();
  return [
    overheadRow(`turn overhead, relay, ${few.length} calls, the first of a process`, cold, null),
    overheadRow(`turn overhead, relay, ${few.length} calls`, alone, GOAL_MS),
    overheadRow(`turn overhead, relay, ${many.length} calls at once`, crowded, null),
    {
      figure: `memory of the API for each of ${many.length} live calls, kB`,
      measured: (((after - before) * 1024) / many.length).toFixed(0),
      floor: `before ${before} MB, with them ${after} MB`,
      ratio: null,
      goal: "",
      holds: null,
    },
  ];
};

const scaled = (size: number, scale: number): number => Math.max(Math.round(size * scale), 5);

/** Live calls made by rows, their carrier connected. */
const connectAll = async (stack: RunningStack, organization: DiallingOrganization, count: number) => {
  const { environment, addresses } = stack;
  const uuids = Array.from({ length: count }, () => randomUUID());
  const db = new Client({ connectionString: environment["DATABASE_MIGRATIONS_URL"] });
  await db.connect();
  await db.query(LIVE_RUNS, [organization.organizationId, organization.telephonyAccountId, uuids]);
  await db.end();
  const tokens = createTokenSigner([environment["ENCRYPTION_KEY"] ?? ""]);
  const publicBaseUrl = environment["PUBLIC_BASE_URL"] ?? "";
  const expiresAt = new Date(Date.now() + 3_600_000);
  const callers: RelayCaller[] = [];
  for (const runUuid of uuids) {
    const call = { provider: "simulator", organizationId: organization.organizationId, runUuid, expiresAt };
    const givenUrl = buildRelayUrl({ tokens, publicBaseUrl }, call);
    const url = givenUrl.replace(publicBaseUrl.replace(/^http/, "ws"), addresses.api.replace(/^http/, "ws"));
    callers.push(await connectRelay({ givenUrl, url, signingKey: environment["SIMULATOR_SIGNING_KEY"] ?? "" }));
  }
  return callers;
};

const LIVE_RUNS = `
  insert into call_runs (uuid, organization_id, agent_id, agent_version_id, name, mode, provider, state, holds_conversation,
    telephony_configuration_id, called_number, carrier_requested_at, started_at, answered_at)
  select run, a.organization_id, a.id, v.id, 'a call', 'simulator', 'simulator', 'in_progress', true, $2, '+12025550100',
    now(), now(), now()
  from unnest($3::uuid[]) run, agents a join agent_versions v on v.agent_id = a.id where a.organization_id = $1`;

interface Talk {
  turns: number;
  betweenMs: number;
  model: ChatServer;
  /** Tells the words of one round from those of others. */
  name: number;
}

/** Everybody says so many things, one after another, the callers side by side. Gives what each turn took besides the model. */
const talk = async (callers: readonly RelayCaller[], { turns, betweenMs, model, name }: Talk): Promise<number[]> => {
  const overheads: number[] = [];
  let next = 0;
  const hold = async (caller: RelayCaller, place: number): Promise<void> => {
    await delay((betweenMs * place) / callers.length);
    for (let turn = 0; turn < turns; turn += 1) {
      const words = `turn-${name}-${next++}`;
      const { saidMs, answeredMs } = await caller.say(`And what about ${words}?`);
      const time = model.timeOf(words);
      if (!time) throw new Error(`the model was not asked about ${words}`);
      overheads.push(answeredMs - saidMs - (time.spokeMs - time.askedMs));
      await delay(betweenMs);
    }
  };
  await Promise.all(callers.map(hold));
  return overheads.sort((a, b) => a - b);
};

const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
const describe = (sorted: readonly number[]): string =>
  `p50 ${quantile(sorted, 0.5).toFixed(1)} ms, p95 ${quantile(sorted, 0.95).toFixed(1)} ms`;

const overheadRow = (figure: string, sorted: readonly number[], goalMs: number | null): BenchRow => {
  const p95 = quantile(sorted, 0.95);
  return {
    figure: `${figure}, ms (p50 / p95 of ${sorted.length})`,
    measured: `${quantile(sorted, 0.5).toFixed(1)} / ${p95.toFixed(1)}`,
    floor: "",
    ratio: null,
    goal: goalMs === null ? "" : `p95 ≤ ${goalMs}`,
    holds: goalMs === null ? null : p95 <= goalMs,
  };
};
