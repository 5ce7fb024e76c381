import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { DateTime } from "luxon";
import { admitCall } from "../../activities/call-run/admit-call.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../activities/dialling-rig.ts";
import type { NewContact } from "../factories/campaigns.ts";
import { startMigratedPostgres } from "../harness/parts.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { median } from "./median.ts";

/** Of each organization. */
const ROUNDS = 40;
const CLAIMS_OF_A_ROUND = 5;
const CONTACTS_OF_A_CLAIM = 10;
const MOST_SHARE = 1.05;
/** Each number was dialled before, so that rules about attempts have some to count. */
const EARLIER_ATTEMPTS = 2;

const CHOICES = [
  { packs: 0, names: null },
  { packs: 1, names: ["us-federal"] },
  { packs: 3, names: ["us-federal", "us-florida", "us-regulation-f"] },
] as const;

/**
 * Measures claims and admissions of three organizations, which differ in their rule packs alone, one of each directly after another: what
 * else the machine does meets all of them, and they are compared three by three.
 */
export const rulePacksBench: BenchPart = {
  name: "rule-packs",
  title: "what rule packs add to a claim and to an admission",
  run: async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "ringdown-bench-rule-packs-"));
    const postgres = await startMigratedPostgres(folder);
    try {
      const rig = await startDiallingRig();
      try {
        return await measure(rig, context);
      } finally {
        await rig.close();
      }
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Measured {
  packs: number;
  campaign: StartedCampaign;
  claimMs: number[];
  admissionMs: number[];
}

const measure = async (rig: DiallingRig, { scale, say }: BenchContext): Promise<BenchRow[]> => {
  const rounds = Math.max(Math.round(ROUNDS * scale), 3);
  const perRound = CLAIMS_OF_A_ROUND * CONTACTS_OF_A_CLAIM;
  const measured: Measured[] = [];
  for (const { packs, names } of CHOICES) {
    const campaign = await openCampaign(rig, { names, contacts: (rounds + 1) * perRound });
    measured.push({ packs, campaign, claimMs: [], admissionMs: [] });
  }
  // The first round of a process also reads what later ones know.
  await measureRound(rig, measured);
  for (const { claimMs, admissionMs } of measured) [claimMs.length, admissionMs.length] = [0, 0];
  for (let round = 0; round < rounds; round += 1) await measureRound(rig, measured);
  say(`${rounds * perRound} admissions and ${rounds * CLAIMS_OF_A_ROUND} claims of each organization`);
  return rowsOf(measured);
};

/** Whoever comes first in a round comes last in another. */
const rotate = <T>(all: readonly T[], by: number): T[] => {
  const first = by % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
};

const openCampaign = async (
  rig: DiallingRig,
  { names, contacts: count }: { names: readonly string[] | null; contacts: number },
): Promise<StartedCampaign> => {
  const timezone = zoneByDay();
  const contacts: NewContact[] = Array.from({ length: count }, (_, at) => ({
    phone_number: `+1305${2_000_000 + at}`,
    timezone,
    attributes: { plan: "basic", city: "Miami" },
  }));
  const campaign = await startCampaign(rig, { contacts, concurrentCallLimit: 5_000 });
  const { organizationId, agentId, versionId } = campaign;
  const { everything } = rig.test;
  const earlier = contacts.flatMap(({ phone_number }) =>
    Array.from({ length: EARLIER_ATTEMPTS }, (_, before) => {
      const at = new Date(Date.now() - (before + 2) * DAY_MS);
      return {
        uuid: randomUUID(),
        organization_id: organizationId,
        agent_id: agentId,
        agent_version_id: versionId,
        name: "an earlier call",
        mode: "simulator",
        state: "completed" as const,
        outcome: "no_answer" as const,
        called_number: phone_number,
        carrier_requested_at: at,
        ended_at: at,
        over_at: at,
      };
    }),
  );
  for (let from = 0; from < earlier.length; from += ROWS_AT_ONCE)
    await everything
      .insertInto("call_runs")
      .values(earlier.slice(from, from + ROWS_AT_ONCE))
      .execute();
  await everything
    .updateTable("organizations")
    .set({ rule_packs: names === null ? null : [...names] })
    .where("id", "=", organizationId)
    .execute();
  await sql`vacuum analyze`.execute(everything);
  return campaign;
};

const ROWS_AT_ONCE = 500;

const ZONES = [
  "Pacific/Auckland",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Europe/Berlin",
  "America/New_York",
  "Pacific/Honolulu",
];

/** Far from the ends of the hours of every pack. */
const zoneByDay = (): string =>
  ZONES.find((zone) => {
    const { hour } = DateTime.now().setZone(zone);
    return hour >= 9 && hour < 18;
  }) ?? "UTC";

const measureRound = async (rig: DiallingRig, measured: readonly Measured[]): Promise<void> => {
  const claimed = measured.map((of) => ({ of, runs: new Array<string>() }));
  for (let claim = 0; claim < CLAIMS_OF_A_ROUND; claim += 1)
    for (const { of, runs } of rotate(claimed, claim)) {
      const { result, ms } = await timed(() => of.campaign.claim(CONTACTS_OF_A_CLAIM));
      if (result.runUuids.length !== CONTACTS_OF_A_CLAIM) throw new Error(`${result.runUuids.length} were claimed`);
      of.claimMs.push(ms);
      runs.push(...result.runUuids);
    }
  for (let place = 0; place < CLAIMS_OF_A_ROUND * CONTACTS_OF_A_CLAIM; place += 1)
    for (const { of, runs } of rotate(claimed, place))
      of.admissionMs.push(await admit(rig, of.campaign, runs[place] ?? ""));
  // Calls under way are counted by each admission.
  await rig.test.everything
    .updateTable("call_runs")
    .set({ state: "completed", outcome: "no_answer", ended_at: new Date(), over_at: new Date() })
    .where("ended_at", "is", null)
    .execute();
};

const admit = async ({ deps }: DiallingRig, campaign: StartedCampaign, run: string): Promise<number> => {
  const { result, ms } = await timed(() =>
    deps.database.inOrganization(campaign.organizationId, (tx) => admitCall(deps, tx, campaign.input(run))),
  );
  if (result.kind !== "dial") throw new Error(`a call was not admitted: ${JSON.stringify(result)}`);
  return ms;
};

const timed = async <T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> => {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
};

const rowsOf = (measured: readonly Measured[]): BenchRow[] => {
  const without = measured.find(({ packs }) => packs === 0);
  if (!without) throw new Error("an organization without packs is measured");
  return measured.flatMap((each) => [
    rowOf("an admission", each, { own: each.admissionMs, floor: without.admissionMs }),
    rowOf(`a claim of ${CONTACTS_OF_A_CLAIM}`, each, { own: each.claimMs, floor: without.claimMs }),
  ]);
};

const rowOf = (
  what: string,
  { packs }: Measured,
  { own, floor }: { own: readonly number[]; floor: readonly number[] },
): BenchRow => {
  const figure = `${what} with ${packs === 1 ? "one rule pack" : `${packs} rule packs`}, median, ms`;
  const told = { figure, measured: median(own).toFixed(2) };
  if (packs === 0) return { ...told, floor: "", ratio: null, goal: "", holds: null };
  // Each against the one that was made beside it.
  const ratio = median(own.map((ms, at) => ms / (floor[at] ?? Number.NaN)));
  return {
    ...told,
    floor: `without: ${median(floor).toFixed(2)}`,
    ratio,
    goal: `≤ ${MOST_SHARE}×`,
    holds: ratio <= MOST_SHARE,
  };
};
