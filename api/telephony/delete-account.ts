import type { z } from "zod";
import { SIMULATOR } from "../../domain/environment/sandbox.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordAccount } from "../../infra/postgres/record/record-settings.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import {
  countSimulators,
  findCampaignOnAccount,
  findFollowed,
  findRentedNumber,
  findTelephonyAccount,
  hasLiveCalls,
  isRentingOn,
  lockTelephonyAccount,
} from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { listCalledNumbers, pointNumbers } from "./point-numbers.ts";
import {
  followsAccount,
  lastSimulator,
  rentedOn,
  requireAllowedCarrier,
  telephonyAccountNotFound,
  usedByCalls,
  usedByCampaign,
} from "./telephony.errors.ts";
import type { telephonyAccountParams } from "./telephony.schemas.ts";

/** Disconnects a carrier account and deletes its numbers; a carrier that lets people call them is told last. */
export const deleteTelephonyAccount = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof telephonyAccountParams }>,
) => {
  const account = await context.inOrganization((tx) => findTelephonyAccount(tx, params.config_id));
  if (!account) throw telephonyAccountNotFound();
  const numbers = await listCalledNumbers(context, account);
  const answer = await remove(context, params);
  // Calls that come in meanwhile are rejected, because their account is gone.
  const failures = await pointNumbers(context, { account, numbers, serves: false });
  if (failures.length > 0)
    context.logger.warn(
      { telephony_configuration_id: account.id },
      "the numbers of a removed account can still be called",
    );
  return answer;
};

const remove = (context: OperationContext, params: z.output<typeof telephonyAccountParams>) =>
  context.withEntities(async (em, tx) => {
    const row = await lockTelephonyAccount(em, params.config_id);
    if (!row) throw telephonyAccountNotFound();
    requireAllowedCarrier(context.actor, row);
    await refuseWhileUsed(tx, row);
    await em.remove(row);
    const actor = formatActor(context.actor);
    await recordAccount(tx, { organizationId: row.organization_id, id: row.id, change: "disconnected", actor });
    recordTimelineAtCommit(tx, {
      organizationId: row.organization_id,
      kind: "system",
      actor,
      summary: `Telephony configuration ${row.name} (${row.provider}) was disconnected`,
      payload: { telephony_configuration_id: row.id },
    });
    return { message: `Telephony configuration ${row.name} was deleted` };
  });

const refuseWhileUsed = async (tx: OrganizationTransaction, row: TelephonyAccount) => {
  const campaign = await findCampaignOnAccount(tx, row.id);
  if (campaign) throw usedByCampaign(campaign.name);
  const followed = await findFollowed(tx, row.id);
  if (followed) throw followsAccount(followed.name);
  if (await hasLiveCalls(tx, row.id)) throw usedByCalls();
  if ((await findRentedNumber(tx, row.id)) || (await isRentingOn(tx, row.id))) throw rentedOn();
  if (row.provider === SIMULATOR && (await countSimulators(tx)) === 1) throw lastSimulator();
};
