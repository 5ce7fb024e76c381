import { Client } from "pg";
import { askAnalyticsOperation } from "../../api/calls/analytics/analytics.operations.ts";
import { listUsageOperation } from "../../api/calls/calls.operations.ts";
import type { BenchPart, BenchRow } from "./bench-part.ts";
import { type FilledOrganization, openFilledOrganization } from "./filled-organization.ts";
import { median, quantile } from "./median.ts";
import { onStack } from "./on-stack.ts";

const CALLS = 200_000;
const ASKED = 20;
const GOAL_MS = 2_000;

/** The questions that people ask first, over all of the calls. */
const QUESTIONS: readonly { measures: string; by: string }[] = [
  { measures: "calls", by: "day" },
  { measures: "answered,talk_time", by: "day" },
  { measures: "calls,answered,talk_time,turns,interruptions,answer_latency", by: "agent" },
  { measures: "answer_latency", by: "hour_of_day" },
  { measures: "calls", by: "day,outcome" },
  { measures: "answered", by: "contact_list,campaign" },
  { measures: "calls", by: "variable:plan" },
];

/** How long usual questions take of an organization with a month of calls, and the calls behind a figure. */
export const analyticsBench: BenchPart = {
  name: "analytics",
  title: "how long figures of 200,000 calls take, and the calls behind one",
  run: async ({ scale, say }) => {
    const count = Math.max(1_000, Math.round(CALLS * scale));
    return onStack(async (stack) => {
      say(`filling an organization with ${count} calls`);
      const organization = await openFilledOrganization(stack, count);
      try {
        await addFigures(organization.databaseUrl);
        const rows: BenchRow[] = [];
        for (const question of QUESTIONS) rows.push(await measure(organization, question, count));
        rows.push(await measureList(organization));
        return rows;
      } finally {
        await organization.close();
      }
    });
  },
};

/** What conversations leave in calls. */
const addFigures = async (url: string): Promise<void> => {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(`
      update call_runs set turns = id % 12, interruptions = id % 4, answer_ms = 200 + id % 900,
        slowest_answer_ms = 400 + id % 2000,
        gathered_context = jsonb_build_object('plan', (array['gold', 'silver', 'none'])[1 + id % 3], 'amount', id % 500)
      where answered_at is not null`);
    await client.query("vacuum analyze call_runs");
  } finally {
    await client.end();
  }
};

const timed = async (work: () => Promise<unknown>): Promise<number[]> => {
  await work();
  const took: number[] = [];
  for (let asked = 0; asked < ASKED; asked += 1) {
    const startedAt = performance.now();
    await work();
    took.push(performance.now() - startedAt);
  }
  return took;
};

const rowOf = (figure: string, took: readonly number[]): BenchRow => {
  const p95 = quantile(took, 0.95);
  return {
    figure,
    measured: `${Math.round(median(took))} ms, p95 ${Math.round(p95)} ms`,
    floor: "",
    ratio: null,
    goal: `p95 ≤ ${GOAL_MS} ms`,
    holds: p95 <= GOAL_MS,
  };
};

const SPAN = { start_date: "2020-01-01" };

const measure = async (
  { client }: FilledOrganization,
  question: { measures: string; by: string },
  count: number,
): Promise<BenchRow> => {
  const took = await timed(async () => {
    const { body } = await client.call(askAnalyticsOperation, { query: { ...question, ...SPAN } });
    if (body.total.calls !== count) throw new Error(`${body.total.calls} of ${count} calls were counted`);
  });
  return rowOf(`${question.measures} by ${question.by}`, took);
};

const measureList = async ({ client }: FilledOrganization): Promise<BenchRow> => {
  const { body } = await client.call(askAnalyticsOperation, { query: { ...SPAN, by: "hour_of_day" } });
  const query = Object.fromEntries(new URLSearchParams(body.rows[0]?.calls_query));
  return rowOf(
    "the first page of the calls behind a figure",
    await timed(() => client.call(listUsageOperation, { query })),
  );
};
