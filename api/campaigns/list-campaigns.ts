import type { z } from "zod";
import { listCampaigns as listRows } from "../../infra/postgres/campaign/campaign-lists.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { cursorInvalid } from "./campaigns.errors.ts";
import { presentCampaign } from "./campaigns.presenter.ts";
import type { listCampaignsQuery } from "./campaigns.schemas.ts";

/** Newest first; the cursor is the last campaign of the page. */
export const listCampaigns = async (
  context: OperationContext,
  { query }: { query: z.output<typeof listCampaignsQuery> },
) => {
  const { limit, state } = query;
  const beforeId = query.cursor === undefined ? query.before_id : readCursor(query.cursor);
  const rows = await context.inOrganization((tx) => listRows(tx, { limit: limit + 1, beforeId, state }));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { campaigns: page.map((row) => presentCampaign(row)), next_cursor: last ? writeCursor(last.id) : null };
};

const writeCursor = (id: number): string => Buffer.from(String(id)).toString("base64url");

const readCursor = (cursor: string): number => {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  if (!/^\d{1,15}$/.test(text)) throw cursorInvalid();
  return Number(text);
};
