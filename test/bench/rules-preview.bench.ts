import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { readChosenRules } from "../../application/rule-pack/chosen-rules.ts";
import { replayPastRules } from "../../application/what-if/replay-past-rules.ts";
import { LONGEST_REPLAY_MS, USUAL_REPLAYED_DAYS } from "../../domain/rule-pack/rules-preview.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import { type DiallingRig, startCampaign, startDiallingRig } from "../activities/dialling-rig.ts";
import { startMigratedPostgres } from "../harness/parts.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { median } from "./median.ts";

/** As many as are replayed without a sample. */
const CALLS = 10_000;
/** Of these a sample of about as many is replayed. */
const MANY_CALLS = 100_000;
const CALLS_OF_A_NUMBER = 4;
/** Contacts of a campaign are inserted by one statement. */
const MOST_NUMBERS = 2_500;
const TRIES = 5;
const GOAL_MS = 2_000;

/** Measures the part of a preview of rule packs that replays the calls of the last days. */
export const rulesPreviewBench: BenchPart = {
  name: "rules-preview",
  title: "how long a preview of rule packs takes that replays past calls",
  run: async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "ringdown-bench-rules-preview-"));
    const postgres = await startMigratedPostgres(folder);
    try {
      const rig = await startDiallingRig();
      try {
        return [
          await measure(rig, context, { all: CALLS, goalMs: GOAL_MS }),
          await measure(rig, context, { all: MANY_CALLS, goalMs: LONGEST_REPLAY_MS }),
        ];
      } finally {
        await rig.close();
      }
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const measure = async (
  rig: DiallingRig,
  { scale, say }: BenchContext,
  { all, goalMs }: { all: number; goalMs: number },
): Promise<BenchRow> => {
  const count = Math.max(Math.round(all * scale), CALLS_OF_A_NUMBER);
  const now = new Date();
  const organizationId = await fill(rig, { count, now });
  const after = readChosenRules({
    rule_packs: ["us-federal", "us-florida", "us-regulation-f"],
    unconfirmed_rules: ["us-federal/artificial_voice"],
    own_rules: [{ name: "Twice a week", expression: "attempts_7d < 2 || attributes.plan == 'gold'", if_false: "wait" }],
  });
  const before = readChosenRules({ rule_packs: ["us-federal"], unconfirmed_rules: null, own_rules: null });
  const asked = { organizationId, days: USUAL_REPLAYED_DAYS, now, before, after, timezone: "America/New_York" };
  const tookMs: number[] = [];
  let looked = 0;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const startedAt = performance.now();
    const { calls, hasMore } = await replayPastRules(rig.test.database, asked, { longestMs: Number.POSITIVE_INFINITY });
    tookMs.push(performance.now() - startedAt);
    if (hasMore) throw new Error("all of them are replayed");
    looked = calls;
  }
  say(`${looked} of ${count} calls were replayed, ${TRIES} times`);
  const ms = median(tookMs);
  return {
    figure: `a preview by three packs and an own rule over ${count} past calls, median, ms`,
    measured: ms.toFixed(0),
    floor: "",
    ratio: null,
    goal: `≤ ${goalMs}`,
    holds: ms <= goalMs,
  };
};

const ROWS_AT_ONCE = 1000;

const fill = async (rig: DiallingRig, { count, now }: { count: number; now: Date }): Promise<number> => {
  const { everything } = rig.test;
  const numbers = Math.min(MOST_NUMBERS, Math.ceil(count / CALLS_OF_A_NUMBER));
  const { organizationId, agentId, versionId } = await startCampaign(rig, {
    contacts: Array.from({ length: numbers }, (_, at) => ({
      phone_number: `+1305${2_000_000 + at}`,
      timezone: "America/New_York",
      attributes: { plan: at % 3 === 0 ? "gold" : "basic" },
    })),
  });
  const contacts = await everything
    .selectFrom("campaign_contacts")
    .select(["id", "campaign_id", "phone_number"])
    .where("organization_id", "=", organizationId)
    .orderBy("id")
    .execute();
  for (let from = 0; from < count; from += ROWS_AT_ONCE)
    await everything
      .insertInto("call_runs")
      .values(
        Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, place) => {
          const call = from + place;
          const contact = contacts[call % numbers];
          const at = new Date(now.getTime() - USUAL_REPLAYED_DAYS * DAY_MS * (1 - (call + 0.5) / count));
          return {
            uuid: randomUUID(),
            organization_id: organizationId,
            agent_id: agentId,
            agent_version_id: versionId,
            campaign_id: contact?.campaign_id ?? null,
            campaign_contact_id: contact?.id ?? null,
            name: "a past call",
            mode: "simulator",
            state: "completed" as const,
            outcome: call % 4 === 0 ? "answered" : "no_answer",
            called_number: contact?.phone_number ?? null,
            created_at: at,
            carrier_requested_at: at,
            ended_at: at,
            over_at: at,
          };
        }),
      )
      .execute();
  await sql`vacuum analyze`.execute(everything);
  return organizationId;
};
