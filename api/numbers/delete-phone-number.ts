import type { z } from "zod";
import { shortenNumber } from "../../domain/number/e164.ts";
import { areTextsPointedAtUs } from "../../domain/number/inbound-target.rules.ts";
import { recordRemovedNumber } from "../../infra/postgres/record/record-settings.ts";
import { findTelephonyAccount } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { CarrierSync } from "../../infra/telephony/point-number.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import {
  detachFailed,
  rentedNumber,
  requireAllowedCarrier,
  telephonyAccountNotFound,
} from "../telephony/telephony.errors.ts";
import { syncNumber } from "./carrier-sync.ts";
import { requireLockedPhoneNumber, requirePhoneNumber } from "./find-phone-number.ts";
import type { phoneNumberParams } from "./phone-numbers.schemas.ts";

type Params = z.output<typeof phoneNumberParams>;

/** Removes a number. Where the carrier sends us its calls, the carrier is told to stop first. */
export const deletePhoneNumber = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof phoneNumberParams }>,
) => {
  const carrierSync = await detach(context, params);
  return context.withEntities(async (em, tx) => {
    const { account, number, row } = await requireLockedPhoneNumber({ em, tx }, params);
    if (number.managed) throw rentedNumber();
    await em.remove(row);
    const name = shortenNumber(number.address_normalized);
    const actor = formatActor(context.actor);
    await recordRemovedNumber(tx, number, actor);
    recordTimelineAtCommit(tx, {
      organizationId: number.organization_id,
      kind: "system",
      actor,
      summary: `Phone number ${name} was removed from ${account.name}`,
      payload: { telephony_configuration_id: account.id, phone_number_id: number.id },
    });
    return { message: `Phone number ${name} was removed`, provider_sync: carrierSync };
  });
};

const detach = async (context: OperationContext, params: Params): Promise<CarrierSync | null> => {
  const { account, number } = await context.inOrganization(async (tx) => {
    const row = await findTelephonyAccount(tx, params.config_id);
    if (!row) throw telephonyAccountNotFound();
    requireAllowedCarrier(context.actor, row);
    return { account: row, number: await requirePhoneNumber(tx, params) };
  });
  if (number.managed) throw rentedNumber();
  if (number.ownership === "verified") return null;
  const told = { calls: number.inbound_agent_id !== null, texts: areTextsPointedAtUs(number, account) };
  const sync = await syncNumber(context, account, { ...number, inbound_agent_id: null, is_active: false }, told);
  if (sync?.ok === false) throw detachFailed(sync.message ?? "the carrier did not say why");
  return sync;
};
