import { countByState } from "../../domain/campaign/contact-states.rules.ts";
import { readFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import {
  countCampaignContacts,
  findContactNumber,
  listCampaignContacts as listRows,
} from "../../infra/postgres/campaign/listed-contacts.repository.ts";
import { countToLastPage } from "../../infra/postgres/last-page.ts";
import { invalidCursor } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { campaignContactsQuery } from "./campaign-contacts.schemas.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { readPastContacts } from "./read-past-contacts.ts";

type Input = OperationInput<{ params: typeof campaignParams; query: typeof campaignContactsQuery }>;

/**
 * Lists the contacts that the campaign took at its start, in the order of their numbers. The cursor is the last one's id,
 * because addresses are logged and numbers are not.
 */
export const listCampaignContacts = (context: OperationContext, { params, query }: Input) =>
  context.inOrganization(async (tx) => {
    const campaignId = params.campaign_id;
    const { as_of: asOf, cursor, limit, state, q } = query;
    if (asOf !== undefined) return readPastContacts(tx, { ...query, campaignId, asOf });
    const figures = await readFigures(tx, campaignId);
    if (!figures) throw campaignNotFound();
    const afterNumber = cursor === undefined ? undefined : await findContactNumber(tx, { campaignId, id: cursor });
    if (cursor !== undefined && afterNumber === undefined) throw invalidCursor();
    const inState = state === undefined ? figures.total : countByState(figures)[state];
    // No more contacts are read than are counted: looking for one more of a rare state would read the whole campaign.
    const most = Math.min(limit + 1, inState);
    const rows = most > 0 ? await listRows(tx, { campaignId, state, q, afterNumber, limit: most }) : [];
    // The stored counts do not cover searches; all that one finds may be on its first page.
    const ofFirstPage =
      cursor === undefined ? countToLastPage(rows.length, { limit: limit + 1, offset: 0 }) : undefined;
    const total =
      q === undefined ? inState : (ofFirstPage ?? (await countCampaignContacts(tx, { campaignId, state, q })));
    const contacts = rows.slice(0, limit);
    return {
      contacts,
      total_count: total,
      next_cursor: rows.length > limit ? (contacts.at(-1)?.id ?? null) : null,
    };
  });
