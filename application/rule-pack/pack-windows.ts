import { readWindow, type WindowReading } from "../../domain/campaign/dialling-window.ts";
import { readZonesKey } from "../../domain/contact/contact-zones.ts";
import { listAppliedRules } from "../../domain/rule-pack/applied-rules.ts";
import { readRuleHours } from "../../domain/rule-pack/judge-rules.ts";
import { listHolidays } from "../../infra/holiday/holiday-calendar.ts";
import type { ContactsAtStart } from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import type { OrganizationRules } from "./chosen-rules.ts";
import { toRuledGroup } from "./counted-people.ts";

/** Returns the windows of the hours that rule packs have for people, each of which must be open. */
export const listPackWindows = (
  rules: OrganizationRules | null,
  people: ContactsAtStart,
  fallbackZone: string,
): ((atMs: number) => WindowReading)[] => {
  if (rules === null) return [];
  const { phoneNumber, numberClass } = toRuledGroup(people);
  const zones = readZonesKey(people.timezone, fallbackZone);
  return listAppliedRules(rules, { phoneNumber, country: numberClass?.country ?? null, region: people.region }).flatMap(
    ({ rule }) => {
      if (rule.kind !== "hours") return [];
      return [
        (atMs: number) =>
          readWindow(
            readRuleHours(rule, (calendar) => listHolidays(calendar, new Date(atMs))),
            zones,
            atMs,
          ),
      ];
    },
  );
};
