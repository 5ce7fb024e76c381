import type { z } from "zod";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { PhoneNumber } from "../../infra/postgres/number/phone-number.entity.ts";
import { findPhoneNumber } from "../../infra/postgres/number/phone-number.repository.ts";
import { lockTelephonyAccount } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { DUPLICATE_AGENT, requireUsable } from "../http/require-production.ts";
import { requireKnownAgent } from "../require-agent.ts";
import { phoneNumberNotFound, telephonyAccountNotFound } from "../telephony/telephony.errors.ts";
import type { phoneNumberParams } from "./phone-numbers.schemas.ts";

type Params = z.output<typeof phoneNumberParams>;

/** Returns the number of the path; 404 when it, or that account, is not the organization's. */
export const requirePhoneNumber = async (tx: OrganizationTransaction, params: Params) => {
  const row = await findPhoneNumber(tx, {
    telephonyAccountId: params.config_id,
    phoneNumberId: params.phone_number_id,
  });
  if (!row) throw phoneNumberNotFound();
  return row;
};

/**
 * Locks the number for a change: its account is locked first, so that changes to the numbers of one account take turns.
 * `row` is what is changed; `number` is the state before, with its agent.
 */
export const requireLockedPhoneNumber = async (
  { em, tx }: { em: Entities; tx: OrganizationTransaction },
  params: Params,
) => {
  const account = await requireLockedTelephonyAccount(em, params.config_id);
  const number = await requirePhoneNumber(tx, params);
  return { account, number, row: await em.requireOne(PhoneNumber, { id: number.id }) };
};

export const requireLockedTelephonyAccount = async (em: Entities, id: number) => {
  const account = await lockTelephonyAccount(em, id);
  if (!account) throw telephonyAccountNotFound();
  return account;
};

/** Throws unless the organization knows the agent that is to answer. */
export const requireInboundAgent = async (tx: OrganizationTransaction, agentId: number | undefined): Promise<void> => {
  if (agentId === undefined) return;
  requireUsable({ environment: "production" }, await requireKnownAgent(tx, agentId), DUPLICATE_AGENT);
};
