/** What may surprise a campaign's author when it dials. */
export interface CampaignWarning {
  code:
    | "hours_never_open"
    | "may_cost_more"
    | "national_list_outdated"
    | "numbers_not_allowed"
    | "clocks_change"
    | "ends_too_early";
  /** For people who read English. */
  sentence: string;
  /** What the sentence says, for clients that say it in words of their own. */
  values: Record<string, string | number | boolean>;
}
