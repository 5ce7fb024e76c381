import { readLocal } from "../../domain/campaign/campaign-span.ts";
import type { CampaignWarning } from "../../domain/campaign/campaign-warning.rules.ts";
import { readWindow } from "../../domain/campaign/dialling-window.ts";
import { readZonesKey } from "../../domain/contact/contact-zones.ts";
import { findOldestDate, NATIONAL_LIST_DAYS } from "../../domain/contact/national-list.ts";
import { parseNumberClass } from "../../domain/number/number-kinds.rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import {
  countContactsByZones,
  countRefusedClasses,
} from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { readCampaignHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import { listOutdated } from "../../infra/postgres/contact/national-list.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { listCostWarnings } from "./cost-warnings.ts";

const ZONES_NAMED = 5;

/** Returns warnings for a campaign's author before it dials; the contacts of a file are unknown before its import. */
export const listCampaignWarnings = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  campaign: Campaign,
): Promise<CampaignWarning[]> => [
  ...(await warnOfClosedWindows(tx, campaign, context.clock.now())),
  ...(await warnOfChangedClocks(tx, campaign, context.clock.now())),
  ...(await listCostWarnings(context, tx, campaign)),
  ...(await warnOfOldLists(tx, context.clock.now())),
  ...(await warnOfNumberKinds(tx, campaign)),
];

export const presentWarnings = (warnings: readonly CampaignWarning[]) => ({
  warnings: warnings.map(({ sentence }) => sentence),
  warning_details: [...warnings],
});

const warnOfOldLists = async (tx: OrganizationTransaction, now: Date): Promise<CampaignWarning[]> => {
  const outdated = await listOutdated(tx, findOldestDate(now));
  return outdated.map(({ source, as_of }) => ({
    code: "national_list_outdated",
    sentence: `The national do-not-call list ${source} is of ${as_of}, more than ${NATIONAL_LIST_DAYS} days ago; upload a newer one`,
    values: { source, as_of, days: NATIONAL_LIST_DAYS },
  }));
};

const CLASSES_NAMED = 5;

const warnOfNumberKinds = async (tx: OrganizationTransaction, campaign: Campaign): Promise<CampaignWarning[]> => {
  const refused = await countRefusedClasses(tx, campaign);
  const contacts = refused.reduce((sum, each) => sum + each.contacts, 0);
  if (contacts === 0) return [];
  const kinds = refused
    .slice(0, CLASSES_NAMED)
    .map(({ numberClass, contacts: count }) => {
      const { kind, country } = parseNumberClass(numberClass);
      return `${kind} in ${country ?? "no country"}: ${count}`;
    })
    .join(", ");
  return [
    {
      code: "numbers_not_allowed",
      sentence: `${contacts === 1 ? "1 contact" : `${contacts} contacts`} will not be called, because the organization's preferences do not allow the kind or the country of the number (${kinds})`,
      values: { contacts, kinds },
    },
  ];
};

/** Tells of zones whose clocks skip or repeat the start or the end, and what it means there. */
const warnOfChangedClocks = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  now: Date,
): Promise<CampaignWarning[]> => {
  const moments = [campaign.starts_at, campaign.ends_at].flatMap((each) =>
    each && "local" in each ? [each.local] : [],
  );
  if (moments.length === 0 || campaign.contact_list_id === null) return [];
  const { fallbackZone } = await readCampaignHours(tx, campaign, now);
  const keys = (await countContactsByZones(tx, campaign.contact_list_id)).map(({ timezone }) => timezone);
  const zones = [...new Set(keys.flatMap((key) => readZonesKey(key, fallbackZone)))].sort();
  return moments.flatMap((local) => {
    const odd = zones.filter((zone) => readLocal(local, zone).kind !== "once");
    const [first] = odd;
    if (first === undefined) return [];
    const how = readLocal(local, first).kind;
    const named = odd.slice(0, ZONES_NAMED).join(", ");
    return [
      {
        code: "clocks_change" as const,
        sentence:
          how === "twice"
            ? `The clocks in ${named} show ${local} twice: a start is the second time, an end the first`
            : `The clocks in ${named} skip ${local}: it counts as the instant at which they are put forward`,
        values: { local, zones: named, how },
      },
    ];
  });
};

const warnOfClosedWindows = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  now: Date,
): Promise<CampaignWarning[]> => {
  if (campaign.contact_list_id === null) return [];
  const { hours, fallbackZone, source } = await readCampaignHours(tx, campaign, now);
  if (!hours) return [];
  const closed = (await countContactsByZones(tx, campaign.contact_list_id)).flatMap(({ timezone, contacts }) => {
    const window = readWindow(hours, readZonesKey(timezone, fallbackZone), now.getTime());
    return !window.open && window.opensAtMs === null ? [{ timezone, contacts, hasEnded: window.ended ?? false }] : [];
  });
  const ended = closed.filter(({ hasEnded }) => hasEnded);
  const never = closed.filter(({ hasEnded }) => !hasEnded);
  const name = (zones: typeof closed) => nameZones(zones, fallbackZone);
  return [...warnOfEnd(ended, name), ...warnOfNever(never, { source, name })];
};

interface ClosedZone {
  timezone: string;
  contacts: number;
}
type NameZones<Zone extends ClosedZone> = (zones: Zone[]) => { zones: string; further: number; named: string };

const countIn = (zones: readonly ClosedZone[]): number => zones.reduce((sum, zone) => sum + zone.contacts, 0);

const nameZones = (closed: readonly ClosedZone[], fallbackZone: string) => {
  const zones = closed
    .slice(0, ZONES_NAMED)
    .map(({ timezone }) => readZonesKey(timezone, fallbackZone).slice(0, 3).join(", "))
    .join("; ");
  const further = Math.max(closed.length - ZONES_NAMED, 0);
  return { zones, further, named: further > 0 ? `${zones}; ${further} more zones` : zones };
};

const warnOfEnd = <Zone extends ClosedZone>(closed: Zone[], name: NameZones<Zone>): CampaignWarning[] => {
  const contacts = countIn(closed);
  if (contacts === 0) return [];
  const { zones, further, named } = name(closed);
  return [
    {
      code: "ends_too_early",
      sentence: `${contacts === 1 ? "1 contact" : `${contacts} contacts`} will not be called: the campaign ends before they may be called (${named})`,
      values: { contacts, zones, further_zones: further },
    },
  ];
};

const warnOfNever = <Zone extends ClosedZone>(
  closed: Zone[],
  { source, name }: { source: "campaign" | "organization" | null; name: NameZones<Zone> },
): CampaignWarning[] => {
  const contacts = countIn(closed);
  if (contacts === 0) return [];
  const [whose, hoursName] =
    source === "campaign"
      ? (["campaign", "the campaign's schedule"] as const)
      : (["organization", "the organization's calling hours"] as const);
  const { zones, further, named } = name(closed);
  return [
    {
      code: "hours_never_open",
      sentence: `${contacts === 1 ? "1 contact" : `${contacts} contacts`} will not be called: by their own clocks ${hoursName} does not open within eight days (${named})`,
      values: { contacts, whose, zones, further_zones: further },
    },
  ];
};
