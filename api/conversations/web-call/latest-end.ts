import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { lockEmbedTokenById, sumSecondsTalked } from "../../../infra/postgres/web-call/embed-token.repository.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";

/**
 * Returns when the minutes of a conversation's embed token are used up, if nobody else talks meanwhile; null: no limit.
 */
export const computeLatestEnd = (
  { database, clock }: Pick<ApiDependencies, "database" | "clock">,
  run: CallRun,
): Promise<Date | null> =>
  database.inOrganization(run.organization_id, async (tx) => {
    const token = run.embed_token_id === null ? null : await lockEmbedTokenById(tx, run.embed_token_id);
    if (!token?.max_minutes) return null;
    const leftSeconds = token.max_minutes * 60 - (await sumSecondsTalked(tx, token.id));
    return new Date(clock.now().getTime() + Math.max(leftSeconds, 0) * 1000);
  });
