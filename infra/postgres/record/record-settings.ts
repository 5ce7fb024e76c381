import {
  DECIDING_OF_ACCOUNT,
  DECIDING_OF_CAMPAIGN,
  DECIDING_OF_NUMBER,
} from "../../../domain/record/deciding-settings.ts";
import type { AccountChange, Facts, NumberChange } from "../../../domain/record/entry-facts.ts";
import type { NationalList } from "../contact/national-list.entity.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { NumberVerification } from "../number/number-verification.entity.ts";
import type { PhoneNumber } from "../number/phone-number.entity.ts";
import { appendEntry } from "./append-entry.ts";

interface Changed<Change> {
  organizationId: number;
  id: number;
  change: Change;
  actor: string;
}

/** Records an account as its row is now, behind the change; without a row it is connected no more. */
export const recordAccount = async (
  tx: OrganizationTransaction,
  { organizationId, id: account, change, actor }: Changed<AccountChange>,
): Promise<void> => {
  const settings = await tx
    .selectFrom("telephony_configurations")
    .select(DECIDING_OF_ACCOUNT)
    .where("id", "=", account)
    .executeTakeFirst();
  const facts = { account, change, settings: settings ?? null };
  await appendEntry(tx, { organizationId, kind: "account.changed", actor, facts });
};

/** Records a number of an account as its row is now, behind the change. */
export const recordNumber = async (
  tx: OrganizationTransaction,
  number: Pick<PhoneNumber, "id" | "organization_id">,
  { change, actor }: { change: Exclude<NumberChange, "removed" | "verified">; actor: string },
): Promise<void> => {
  const row = await tx
    .selectFrom("phone_numbers")
    .select([...DECIDING_OF_NUMBER, "address_normalized", "telephony_configuration_id"])
    .where("id", "=", number.id)
    .executeTakeFirstOrThrow();
  const { address_normalized: phoneNumber, telephony_configuration_id: account, ...settings } = row;
  const facts = { number: number.id, account, change, settings };
  await appendEntry(tx, { organizationId: number.organization_id, kind: "number.changed", actor, phoneNumber, facts });
};

/** Records that a number is none of its account any more. */
export const recordRemovedNumber = (
  tx: OrganizationTransaction,
  number: Pick<PhoneNumber, "id" | "organization_id" | "address_normalized" | "telephony_configuration_id">,
  actor: string,
): Promise<void> =>
  appendEntry(tx, {
    organizationId: number.organization_id,
    kind: "number.changed",
    actor,
    phoneNumber: number.address_normalized,
    facts: { number: number.id, account: number.telephony_configuration_id, change: "removed", settings: null },
  });

/** Records that a number may be shown from now on, or no longer, because its owner has or had proved it. */
export const recordVerification = (
  tx: OrganizationTransaction,
  proof: Pick<NumberVerification, "organization_id" | "phone_number"> & { telephony_configuration_id: number | null },
  { change, actor }: { change: "verified" | "verification_removed"; actor: string },
): Promise<void> =>
  appendEntry(tx, {
    organizationId: proof.organization_id,
    kind: "number.changed",
    actor,
    phoneNumber: proof.phone_number,
    facts: { number: null, account: proof.telephony_configuration_id, change, settings: null },
  });

/** Records a campaign's settings as its row has them now, behind the change; without a row it was deleted. */
export const recordCampaign = async (
  tx: OrganizationTransaction,
  { organizationId, id: campaign, change, actor }: Changed<Facts["campaign.set"]["change"]>,
): Promise<void> => {
  const settings = await tx
    .selectFrom("campaigns")
    .select(DECIDING_OF_CAMPAIGN)
    .where("id", "=", campaign)
    .executeTakeFirst();
  const facts = { campaign, change, settings: settings ?? null };
  await appendEntry(tx, { organizationId, kind: "campaign.set", actor, facts });
};

/** Records that the numbers of a national list are called by nobody from now on, or again. */
export const recordNationalList = (
  tx: OrganizationTransaction,
  { id: list, organization_id: organizationId, source, as_of }: NationalList,
  { change, actor }: { change: Facts["national_list.changed"]["change"]; actor: string },
): Promise<void> =>
  appendEntry(tx, { organizationId, kind: "national_list.changed", actor, facts: { list, source, as_of, change } });
