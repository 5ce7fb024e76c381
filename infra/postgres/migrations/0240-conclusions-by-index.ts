import type { Kysely } from "kysely";
import { createIndexConcurrently, dropIndexConcurrently } from "./steps.ts";

export const inSteps = true;

/**
 * Calls are found by their conclusion. Under row-level security PostgreSQL looks up an expression in an index only where it knows that
 * the expression reveals nothing of foreign rows, which it does of `case` and not of `coalesce`: the former indexes were never read.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [former, { name, on }] of Object.entries(INDEXES)) {
    await createIndexConcurrently(db, { name, on });
    await dropIndexConcurrently(db, former);
  }
};

const CONCLUSION = "(case when disposition is null then outcome else disposition end)";

const INDEXES = {
  call_runs_agent_conclusion: {
    name: "call_runs_agent_concluded",
    on: `call_runs (agent_id, ${CONCLUSION}, created_at desc, id desc) where ${CONCLUSION} is not null`,
  },
  call_runs_campaign_conclusion: {
    name: "call_runs_campaign_concluded",
    on: `call_runs (campaign_id, ${CONCLUSION}, created_at desc, id desc) where campaign_id is not null and ${CONCLUSION} is not null`,
  },
  call_runs_organization_conclusion: {
    name: "call_runs_organization_concluded",
    on: `call_runs (organization_id, ${CONCLUSION}, created_at desc nulls last, id desc nulls last) where ${CONCLUSION} is not null`,
  },
};
