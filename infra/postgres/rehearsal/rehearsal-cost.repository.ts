import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** Sums what the models of rehearsals have cost since an instant, and what is held for the requests under way. */
export const readRehearsalCost = async (
  tx: OrganizationTransaction,
  since: Date,
  currency: string,
): Promise<{ spentMinor: number; heldMinor: number }> => {
  const { rows } = await sql<{ spent: number; held: number }>`
    select coalesce(sum(coalesce((model_usage->'priced_parts'->>${currency}::text)::bigint,
        case when model_usage->>'currency' = ${currency} then (model_usage->>'cost_minor')::bigint end)), 0)::bigint as spent,
      coalesce(sum(held_minor) filter (where held_currency = ${currency}), 0)::bigint as held
    from rehearsal_conversations
    where started_at >= ${since} and (model_usage is not null or held_minor is not null)`.execute(tx);
  const [sums] = rows;
  return { spentMinor: sums?.spent ?? 0, heldMinor: sums?.held ?? 0 };
};
