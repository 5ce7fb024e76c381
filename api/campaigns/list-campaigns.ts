import { listCampaigns as listRows } from "../../infra/postgres/campaign/campaign-lists.repository.ts";
import { invalidCursor } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentCampaign } from "./campaigns.presenter.ts";
import type { listCampaignsQuery } from "./campaigns.schemas.ts";
import { readListedProgress } from "./get-progress.ts";

/** Lists campaigns, newest first; the cursor is the last campaign of the page. */
export const listCampaigns = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof listCampaignsQuery }>,
) => {
  const { limit, state, contact_list_id: listId, recurs_campaign_id: recursId, q } = query;
  const beforeId = query.cursor === undefined ? query.before_id : readCursor(query.cursor);
  const { page, hasMore, progress } = await context.inOrganization(async (tx) => {
    const rows = await listRows(tx, { limit: limit + 1, beforeId, state, listId, recursId, namePart: q });
    const shown = rows.slice(0, limit);
    const read = query.with_progress ? await readListedProgress(context, tx, shown) : null;
    return { page: shown, hasMore: rows.length > limit, progress: read };
  });
  const last = hasMore ? page.at(-1) : undefined;
  return {
    campaigns: page.map((row) => ({ ...presentCampaign(row), progress: progress?.get(row.id) ?? null })),
    next_cursor: last ? writeCursor(last.id) : null,
  };
};

const writeCursor = (id: number): string => Buffer.from(String(id)).toString("base64url");

const readCursor = (cursor: string): number => {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  if (!/^\d{1,15}$/.test(text)) throw invalidCursor();
  return Number(text);
};
