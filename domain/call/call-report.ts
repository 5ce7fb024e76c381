/** The formats of reports. */
export const REPORT_FORMATS = ["csv", "xlsx"] as const;
export const USUAL_REPORT_FORMAT = "csv";

/**
 * The columns of a report on calls, a row for each attempt: before and after those of the variables that the agents gathered. The person's
 * words on which a variable rests come last.
 */
export const CALL_COLUMNS = {
  before: [
    "Run ID",
    "Campaign ID",
    "Agent ID",
    "Agent Definition ID",
    "Created At",
    "Phone Number",
    "Call Disposition",
    "Call Duration (s)",
  ],
  after: [
    "Call Tags",
    "Transcript URL",
    "Recording URL",
    "Outcome",
    "Attempt",
    "Name",
    "Caller ID",
    "Started At",
    "Answered At",
    "Ended At",
    "Cost (minor)",
    "Currency",
    "Agent Version",
    "Answered By",
  ],
} as const;

/** These are stored with the gathered variables, but the agent does not gather them: they have columns of their own, or none. */
export const NOT_EXTRACTED = ["call_tags", "call_disposition", "mapped_call_disposition", "nodes_visited"] as const;
