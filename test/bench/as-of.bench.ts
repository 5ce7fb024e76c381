import { Client } from "pg";
import {
  campaignContactsOperation,
  campaignProgressOperation,
  campaignSummaryOperation,
} from "../../api/campaigns/campaign-reading.operations.ts";
import type { BenchPart, BenchRow } from "./bench-part.ts";
import { type FilledOrganization, openFilledOrganization } from "./filled-organization.ts";
import { median } from "./median.ts";
import { onStack } from "./on-stack.ts";

const CONTACTS = 1_000_000;
const ASKED = 3;
/** A slider that is moved answers at once; a page and a summary of a million are waited for, and no request waits for longer. */
const MOST_MS = { progress: 100, others: 15_000 };

/** How long it takes to read what was true of a large campaign at an instant: three steps a contact. */
export const asOfBench: BenchPart = {
  name: "as-of",
  title: "progress, contacts and summary of a campaign of a million as they were at an instant",
  run: async ({ scale, say }) => {
    const contacts = Math.max(1_000, Math.round(CONTACTS * scale));
    return onStack(async (stack) => {
      say(`filling a campaign with ${contacts} contacts`);
      // The first campaign has half of them.
      const organization = await openFilledOrganization(stack, contacts * 2);
      try {
        await addSteps(organization);
        return await measure(organization, say);
      } finally {
        await organization.close();
      }
    });
  },
};

/** What dialling leaves: a step as the call is begun, one as its carrier takes it, one at its end. */
const STEPS = `
insert into campaign_steps (campaign_id, at, organization_id, total, suppressed, finished, dialled, answered, unreached, in_flight,
  waiting_retry, attempts, revision, kept_revision, campaign_state, contact_ids, contact_state, outcome, has_answered, run_id,
  is_accepted, duration_seconds, cost_minor, currency)
select r.campaign_id, r.created_at + step.after, r.organization_id, f.total, 0, 0, 0, 0, 0, 0, 0, 0,
  row_number() over told, row_number() over told, 'running', array[r.campaign_contact_id], step.state,
  case when step.n = 3 then r.outcome end, case when step.n = 3 then r.outcome = 'answered' end,
  case when step.n > 1 then r.id end, step.n = 2, case when step.n = 3 then r.duration_seconds end,
  case when step.n = 3 then r.cost_minor end, case when step.n = 3 then r.currency end
from call_runs r join campaign_figures f on f.campaign_id = r.campaign_id cross join (values
  (1, interval '0 s', 'in_flight'), (2, interval '1 s', null), (3, interval '80 s', 'finished')) step (n, after, state)
where r.campaign_id = $1
window told as (order by r.created_at + step.after, r.id)
order by r.created_at + step.after, r.id`;

const addSteps = async ({ databaseUrl, campaignId }: FilledOrganization): Promise<void> => {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query(STEPS, [campaignId]);
    await client.query("update campaign_figures set revision = $2, kept_revision = $2 where campaign_id = $1", [
      campaignId,
      rowCount,
    ]);
    await client.query("update campaigns set created_at = now() - interval '31 days' where id = $1", [campaignId]);
    await client.query("vacuum analyze campaign_steps");
  } finally {
    await client.end();
  }
};

const measure = async (
  { client, campaignId }: FilledOrganization,
  say: (text: string) => void,
): Promise<BenchRow[]> => {
  const as_of = new Date(Date.now() - 15 * 86_400_000).toISOString();
  const params = { campaign_id: campaignId };
  const timed = async (figure: string, work: () => Promise<unknown>, mostMs = MOST_MS.others): Promise<BenchRow> => {
    const took: number[] = [];
    for (let asked = 0; asked < ASKED; asked += 1) {
      const startedAt = performance.now();
      await work();
      took.push(performance.now() - startedAt);
    }
    const ms = median(took);
    say(`${figure}: ${took.map(Math.round).join(", ")} ms`);
    return {
      figure,
      measured: `${Math.round(ms)} ms`,
      floor: "",
      ratio: null,
      goal: `≤ ${mostMs} ms`,
      holds: ms <= mostMs,
    };
  };
  const contacts = (query: object) => () =>
    client.call(campaignContactsOperation, { params, query: { as_of, ...query } });
  return [
    await timed(
      "progress as of an instant",
      () => client.call(campaignProgressOperation, { params, query: { as_of } }),
      MOST_MS.progress,
    ),
    await timed("a page of contacts as of an instant", contacts({})),
    await timed("a page of those who had answered", contacts({ state: "answered" })),
    await timed("a page found by a part of a name", contacts({ q: "Person 77" })),
    await timed("summary as of an instant", () => client.call(campaignSummaryOperation, { params, query: { as_of } })),
  ];
};
