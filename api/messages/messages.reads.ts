import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { findCampaignName, findText, listTexts } from "../../infra/postgres/message/text-messages.repository.ts";
import { invalidParameter } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { messageNotFound } from "./messages.errors.ts";
import { presentMessage } from "./messages.presenter.ts";
import type { listMessagesQuery, messageParams } from "./messages.schemas.ts";

/** Lists texts, newest first. The cursor is the id of the last text of the page. */
export const listMessages = (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof listMessagesQuery }>,
) =>
  context.inOrganization(async (tx) => {
    const { limit, cursor, phone_number, own_number, campaign_id, direction, state, since, until } = query;
    const { country } = await tx.selectFrom("organizations").select("country").executeTakeFirstOrThrow();
    const filter = {
      phoneNumber: phone_number === undefined ? undefined : readNumber("phone_number", phone_number, country),
      ownNumber: own_number === undefined ? undefined : readNumber("own_number", own_number, country),
      campaignId: campaign_id,
      ...{ direction, state, since, until, before: cursor },
    };
    const rows = await listTexts(tx, { ...filter, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      messages: page.map(presentMessage),
      next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  });

const readNumber = (name: string, written: string, country: string | null): string => {
  const parsed = parsePhoneNumber(written, country);
  if (!parsed.ok) throw invalidParameter(name, parsed.reason);
  return parsed.e164;
};

export const getMessage = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof messageParams }>,
) => {
  const message = await context.inOrganization(async (tx) => {
    const text = await findText(tx, params.message_id);
    return text && { ...text, campaign_name: await findCampaignName(tx, text) };
  });
  if (!message) throw messageNotFound();
  return presentMessage(message);
};
