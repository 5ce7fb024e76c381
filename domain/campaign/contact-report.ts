import type { CampaignState } from "./campaign-states.rules.ts";
import type { ContactState } from "./contact-states.rules.ts";

/** What a campaign's report has a row for: each attempt, or each contact, also one that was never called. */
export const REPORT_ROWS = ["calls", "contacts"] as const;
export const USUAL_REPORT_ROWS = "calls";

/** The columns of a report on contacts, before and after those of their attributes. */
export const CONTACT_COLUMNS = {
  before: ["Contact ID", "Phone Number", "Name", "Time Zone", "State", "Attempts", "Last Outcome", "Reason"],
  after: [
    "Run ID",
    "Call Disposition",
    "Caller ID",
    "Started At",
    "Answered At",
    "Ended At",
    "Next Attempt At",
    "Call Duration (s)",
    "Cost (minor)",
    "Currency",
    "Agent Version",
  ],
} as const;

/** A contact of a campaign, as far as it says why it was not reached. */
export interface ReportedContact {
  state: ContactState;
  dialled: boolean;
  /** Of a suppressed contact: what keeps it from being called. */
  lastOutcome: string | null;
  /** The sentence of the contact's last attempt that did not end well. */
  lastError: string | null;
  /** When the person has asked to be called, as ISO 8601; null: they have not. */
  callBackAt: string | null;
}

const SUPPRESSED: Readonly<Record<string, string>> = {
  blocked_dnc: "The number is on the do-not-call list",
  blocked_consent: "Consent was withdrawn, or was never given",
  blocked_number_kind: "The organization does not call numbers of this kind or country",
  blocked_window: "No calling window opens for this number within eight days",
  blocked_ended: "The campaign's end came before its turn",
  blocked_cap: "The number was called as often as the organization allows",
  blocked_budget: "No budget was left",
  opted_out: "The person asked not to be called",
};

const UNDIALLED: Readonly<Record<CampaignState, string>> = {
  draft: "The campaign has not started",
  scheduled: "The campaign has not begun yet",
  running: "Its turn has not come yet",
  paused: "The campaign is paused",
  failed: "The campaign stopped before its turn came",
  canceled: "The campaign was canceled before its turn came",
  completed: "The campaign ended before its turn came",
};

/** Returns why a contact was not reached; null for one that was, or that is being called. */
export const explainContact = (
  { state, dialled, lastOutcome, lastError, callBackAt }: ReportedContact,
  campaign: CampaignState,
): string | null => {
  if (state === "answered" || state === "in_flight") return null;
  // What a rule of a pack says names the rule.
  if (state === "suppressed") return (lastOutcome && SUPPRESSED[lastOutcome]) ?? lastError ?? "It is not called";
  if (state === "pending") return UNDIALLED[campaign];
  if (state === "waiting_retry" && callBackAt !== null) return `The person asked to be called back at ${callBackAt}`;
  const last = lastError ?? lastOutcome;
  if (state === "waiting_retry")
    return last === null ? "It waits for another attempt" : `It waits for another attempt: ${last}`;
  return dialled ? last : `No carrier took the call: ${last ?? "unknown"}`;
};
