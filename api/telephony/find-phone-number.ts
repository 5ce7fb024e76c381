import type { z } from "zod";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { lockConfiguration } from "../../infra/postgres/telephony/configuration.repository.ts";
import { agentExists, findPhoneNumber } from "../../infra/postgres/telephony/phone-number.repository.ts";
import { agentNotFound } from "../agents/agents.errors.ts";
import type { phoneNumberParams } from "./phone-numbers.schemas.ts";
import { configurationNotFound, phoneNumberNotFound } from "./telephony.errors.ts";

type Params = z.output<typeof phoneNumberParams>;

/** The number the path names; 404 when it, or that account, is not the organization's. */
export const requirePhoneNumber = async (tx: OrganizationTransaction, params: Params) => {
  const row = await findPhoneNumber(tx, { configurationId: params.config_id, phoneNumberId: params.phone_number_id });
  if (!row) throw phoneNumberNotFound();
  return row;
};

/** The same for a change: its account is locked first, so that changes to the numbers of one account take turns. */
export const requireLockedPhoneNumber = async (tx: OrganizationTransaction, params: Params) => {
  const configuration = await requireLockedConfiguration(tx, params.config_id);
  return { configuration, number: await requirePhoneNumber(tx, params) };
};

export const requireLockedConfiguration = async (tx: OrganizationTransaction, id: number) => {
  const configuration = await lockConfiguration(tx, id);
  if (!configuration) throw configurationNotFound();
  return configuration;
};

/** A number can be pointed only at an agent of the organization. */
export const requireInboundAgent = async (tx: OrganizationTransaction, agentId: number | undefined): Promise<void> => {
  if (agentId !== undefined && !(await agentExists(tx, agentId))) throw agentNotFound();
};
