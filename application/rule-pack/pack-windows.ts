import { readWindow, type WindowReading } from "../../domain/campaign/dialling-window.ts";
import { readZonesKey } from "../../domain/contact/contact-zones.ts";
import { listAppliedRules } from "../../domain/rule-pack/applied-rules.ts";
import { readRuleHours } from "../../domain/rule-pack/judge-rules.ts";
import { listHolidays } from "../../infra/holiday/holiday-calendar.ts";
import type { OrganizationRules } from "./chosen-rules.ts";

/** People of whom only this much is counted together. */
export interface CountedPeople {
  /** The zones in which they may be, as a key. */
  timezone: string;
  /** ISO 3166; null: not known. */
  country: string | null;
  /** What their numbers begin with, where that tells a region; null: it does not. */
  prefix: string | null;
}

/** Returns the windows of the hours that rule packs have for people, each of which must be open. */
export const listPackWindows = (
  rules: OrganizationRules | null,
  { timezone, country, prefix }: CountedPeople,
  fallbackZone: string,
): ((atMs: number) => WindowReading)[] => {
  if (rules === null) return [];
  const zones = readZonesKey(timezone, fallbackZone);
  return listAppliedRules(rules, { phoneNumber: prefix ?? "", country, region: null }).flatMap(({ rule }) => {
    if (rule.kind !== "hours") return [];
    return [
      (atMs: number) =>
        readWindow(
          readRuleHours(rule, (calendar) => listHolidays(calendar, new Date(atMs))),
          zones,
          atMs,
        ),
    ];
  });
};
