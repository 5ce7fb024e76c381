import {
  type CampaignSchedule,
  chooseHoursInForce,
  DEFAULT_CALLING_HOURS,
  toDiallingHours,
} from "../../../domain/campaign/calling-hours.ts";
import { type Moment, spanOf } from "../../../domain/campaign/campaign-span.ts";
import { limitToSpan } from "../../../domain/campaign/dialling-window.ts";
import type { HoursReading } from "../../../domain/campaign/zone-windows.ts";
import { chooseFallbackZone } from "../../../domain/contact/contact-zones.ts";
import { reachesNobody } from "../../../domain/environment/sandbox.rules.ts";
import { listHolidays } from "../../holiday/holiday-calendar.ts";
import type { Organization } from "../access/organization.entity.ts";
import type { OrganizationTransaction } from "../database.ts";

export interface HoursOf {
  organizationId: number;
  /** Null: a call outside campaigns. */
  campaign: CampaignTimes | null;
  environment: "production" | "sandbox";
  telephonyAccountId: number | null;
}

/** The columns of an organization that choose its rules. */
type ChoiceOfRules = Pick<Organization, "rule_packs" | "unconfirmed_rules" | "own_rules">;

/** The columns of a campaign that say when it dials. */
export interface CampaignTimes {
  schedule_config: CampaignSchedule | null;
  starts_at: Moment | null;
  ends_at: Moment | null;
}

/** Reads the hours that apply at an instant to a campaign's calls, or to one outside campaigns. */
export const readDiallingHours = async (tx: OrganizationTransaction, of: HoursOf, at: Date): Promise<HoursReading> =>
  (await readHoursAndRules(tx, of, at)).reading;

/** Reads with the hours the columns of the organization that choose its rules, for those who need both. */
const readHoursAndRules = async (
  tx: OrganizationTransaction,
  { organizationId, campaign, environment, telephonyAccountId }: HoursOf,
  at: Date,
): Promise<{ reading: HoursReading; rules: ChoiceOfRules }> => {
  const { provider, rule_packs, unconfirmed_rules, own_rules, ...organization } = await tx
    .selectFrom("organizations")
    .leftJoin("telephony_configurations as account", (join) => join.on("account.id", "=", telephonyAccountId))
    .select(["organizations.calling_hours", "organizations.timezone", "account.provider"])
    .select(["organizations.rule_packs", "organizations.unconfirmed_rules", "organizations.own_rules"])
    .where("organizations.id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return {
    reading: buildDiallingHours(organization, { campaign, isSimulated: reachesNobody(environment, provider) }, at),
    rules: { rule_packs, unconfirmed_rules, own_rules },
  };
};

/** Builds the hours from rows that were read already. A simulated call reaches nobody. */
export const buildDiallingHours = (
  organization: Pick<Organization, "calling_hours" | "timezone">,
  { campaign, isSimulated }: Pick<HoursOf, "campaign"> & { isSimulated: boolean },
  at: Date,
): HoursReading => {
  const inForce = chooseHoursInForce({
    schedule: campaign?.schedule_config ?? null,
    callingHours: organization.calling_hours ?? DEFAULT_CALLING_HOURS,
    isCampaign: campaign !== null,
    isSimulated,
  });
  const span = spanOf(campaign);
  return {
    hours: limitToSpan(
      toDiallingHours(inForce, (name) => listHolidays(name, at)),
      span,
    ),
    fallbackZone: chooseFallbackZone([inForce?.timezone, organization.timezone]),
    source: inForce?.source ?? (span === null ? null : "campaign"),
  };
};

type CampaignCalled = CampaignTimes & {
  organization_id: number;
  environment: "production" | "sandbox";
  telephony_configuration_id: number | null;
};

/** Reads the hours of a campaign's calls. */
export const readCampaignHours = (
  tx: OrganizationTransaction,
  campaign: CampaignCalled,
  at: Date,
): Promise<HoursReading> => readDiallingHours(tx, toHoursOf(campaign), at);

/** Reads both for a claim of a campaign's contacts, in one statement. */
export const readCampaignHoursAndRules = (tx: OrganizationTransaction, campaign: CampaignCalled, at: Date) =>
  readHoursAndRules(tx, toHoursOf(campaign), at);

const toHoursOf = (campaign: CampaignCalled): HoursOf => ({
  organizationId: campaign.organization_id,
  campaign,
  environment: campaign.environment,
  telephonyAccountId: campaign.telephony_configuration_id,
});
