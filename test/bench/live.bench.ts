import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { takeSnapshot } from "../../activities/campaign/take-snapshot.ts";
import { campaignDaysOperation } from "../../api/campaigns/live-campaign.operations.ts";
import { orderChangedContacts } from "../../application/campaign/order-contacts.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../activities/dialling-rig.ts";
import { startMigratedPostgres } from "../harness/parts.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { type FilledOrganization, openFilledOrganization } from "./filled-organization.ts";
import { median } from "./median.ts";
import { onStack } from "./on-stack.ts";

const CONTACTS = 100_000;
const ASKED = 15;
/** No request, and no claim or change of one contact, takes longer. */
const MOST_MS = 200;
const ORDERS = { oldest: null, hottest: "double(attributes.score) * 10.0" } as const;

/** What a live campaign of a hundred thousand contacts costs: its figures by day, and the order of the hottest. */
export const liveBench: BenchPart = {
  name: "live",
  title: "figures by day of a campaign of a hundred thousand, and what it costs to call the hottest first",
  sections: ["days", "order"],
  run: async (context) => [
    ...(context.only === null || context.only === "days" ? await measureDays(context) : []),
    ...(context.only === null || context.only === "order" ? await measureOrder(context) : []),
  ],
};

const measureDays = ({ scale, say }: BenchContext): Promise<BenchRow[]> =>
  onStack(async (stack) => {
    const contacts = Math.max(1_000, Math.round(CONTACTS * scale));
    say(`filling a live campaign with ${contacts} contacts, and as many calls`);
    // The first campaign has half of them.
    const organization = await openFilledOrganization(stack, contacts * 2);
    try {
      await haveJoined(organization);
      const rows: BenchRow[] = [];
      for (const [name, query, days] of [
        ["figures of 14 days", {}, 16],
        ["figures of 62 days", { days: 62 }, 64],
        ["figures of 62 days, on each person's clock", { days: 62, clock: "person" }, 64],
      ] as const) {
        const { client, campaignId } = organization;
        const ask = async () => {
          const { body } = await client.call(campaignDaysOperation, { params: { campaign_id: campaignId }, query });
          if (body.days.every(({ joined, called }) => joined === 0 || called === 0))
            throw new Error("nobody is counted");
        };
        const measured = await timeOf(ask);
        const floorMs = await bareReadMs(organization, days);
        rows.push({
          ...goal(`${name} of ${contacts} contacts, ms`, measured),
          floor: `a bare look at the same contacts and calls: ${Math.round(floorMs)} ms`,
          ratio: measured / floorMs,
        });
      }
      return rows;
    } finally {
      await organization.close();
    }
  });

/** Each joined some minutes before the first call to them: over thirty days. */
const haveJoined = async ({ databaseUrl, campaignId }: FilledOrganization): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl, options: "-c session_replication_role=replica" });
  await client.connect();
  try {
    await client.query("update campaigns set enrolment = 'live' where id = $1", [campaignId]);
    await client.query(
      `update campaign_contacts c set joined_at = r.created_at - make_interval(mins => (c.id % 10)::int)
       from call_runs r where r.campaign_contact_id = c.id and c.campaign_id = $1`,
      [campaignId],
    );
    await client.query("vacuum analyze campaign_contacts");
  } finally {
    await client.end();
  }
};

/** What the database needs to look once at each contact and call of the span. */
const bareReadMs = async ({ databaseUrl, campaignId }: FilledOrganization, days: number): Promise<number> => {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    return await timeOf(async () => {
      await client.query("select count(state), max(joined_at) from campaign_contacts where campaign_id = $1", [
        campaignId,
      ]);
      await client.query(
        `select count(carrier_accepted_at), max(answered_at), max(outcome) from call_runs
         where campaign_id = $1 and created_at >= now() - make_interval(days => $2)`,
        [campaignId, days],
      );
    });
  } finally {
    await client.end();
  }
};

const measureOrder = async ({ scale, say }: BenchContext): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-bench-live-"));
  const postgres = await startMigratedPostgres(folder);
  try {
    const rig = await startDiallingRig();
    try {
      const contacts = Math.max(1_000, Math.round(CONTACTS * scale));
      const rows: BenchRow[] = [];
      const snapshots: Record<string, number> = {};
      for (const order of ["oldest", "hottest"] as const) {
        say(`taking ${contacts} contacts, the ${order} first`);
        const campaign = await openCampaign(rig, { contacts, order });
        snapshots[order] = await snapshotMs(rig, campaign);
        const claim = () => campaign.claim(10);
        rows.push(goal(`a claim of 10 of ${contacts}, the ${order} first, ms`, await timeOf(claim)));
        if (order === "hottest")
          rows.push(
            goal(`a contact who changes among ${contacts} who wait, ms`, await timeOf(await changeOne(rig, campaign))),
          );
      }
      const { oldest = 0, hottest = 0 } = snapshots;
      return [
        info(`taking ${contacts} contacts, the oldest first, ms`, oldest),
        info(`taking ${contacts} contacts, the hottest first, ms`, hottest),
        info("microseconds that the order adds for each contact", ((hottest - oldest) * 1000) / contacts),
        ...rows,
      ];
    } finally {
      await rig.close();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A campaign that is to take its contacts. */
const openCampaign = async (
  rig: DiallingRig,
  { contacts, order }: { contacts: number; order: keyof typeof ORDERS },
): Promise<StartedCampaign> => {
  const campaign = await startCampaign(rig, { contacts: [], concurrentCallLimit: 5_000 });
  const { contact_list_id: listId } = await campaign.row();
  await sql`insert into contacts (organization_id, contact_list_id, phone_number, name, timezone, attributes)
    select ${campaign.organizationId}, ${listId}, '+1305' || 2000000 + n, 'Person ' || n, 'America/New_York',
      jsonb_build_object('city', 'Miami', 'score', ((n * 7919) % 1000)::text)
    from generate_series(1, ${contacts}::bigint) n`.execute(rig.test.everything);
  await rig.test.everything
    .updateTable("campaigns")
    .set({ snapshot_at: null, order, order_by: ORDERS[order] })
    .where("id", "=", campaign.campaignId)
    .execute();
  await sql`analyze`.execute(rig.test.everything);
  return campaign;
};

const snapshotMs = async (rig: DiallingRig, campaign: StartedCampaign): Promise<number> => {
  const startedAtMs = performance.now();
  await campaign.inOrganization((tx) => takeSnapshot(tx, campaign, new Date()));
  const took = performance.now() - startedAtMs;
  await sql`analyze`.execute(rig.test.everything);
  return took;
};

/** As an intake does for one contact who was there. */
const changeOne = async (rig: DiallingRig, campaign: StartedCampaign): Promise<() => Promise<void>> => {
  const { contact_list_id: listId } = await campaign.row();
  const { rows } = await sql<{ id: number }>`
    update contacts set attributes = jsonb_build_object('score', id::text)
    where contact_list_id = ${listId} and id % 1000 = 7 returning id`.execute(rig.test.everything);
  let next = 0;
  return async () => {
    const { id = 0 } = rows[next] ?? {};
    next = (next + 1) % rows.length;
    await campaign.inOrganization((tx) => orderChangedContacts(tx, { listId: Number(listId), contactIds: [id] }));
  };
};

const timeOf = async (ask: () => Promise<unknown>): Promise<number> => {
  const took: number[] = [];
  for (let round = 0; round < ASKED; round += 1) {
    const startedAtMs = performance.now();
    await ask();
    took.push(performance.now() - startedAtMs);
  }
  return median(took);
};

const info = (figure: string, measured: number): BenchRow => ({
  figure,
  measured: (Math.round(measured * 10) / 10).toLocaleString("en"),
  floor: "",
  ratio: null,
  goal: "",
  holds: null,
});

const goal = (figure: string, measured: number): BenchRow => ({
  ...info(figure, measured),
  goal: `≤ ${MOST_MS}`,
  holds: measured <= MOST_MS,
});
