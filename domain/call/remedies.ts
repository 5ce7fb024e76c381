const WAYS: Readonly<Record<string, readonly string[]>> = {
  blocked_dnc: ["Remove the number from the do-not-call list once the person has asked to be called again"],
  blocked_consent: ["Record the person's consent with POST /consents once they have given it"],
  blocked_window: ["Call again within the calling hours", "Change the hours of the campaign or of the organization"],
  blocked_cap: ["Call again when calls under way have ended", "Raise the number of calls at once"],
  blocked_budget: ["Raise the budget", "Call again when the budget renews"],
};

/** Returns what people can do about a call that a rule has stopped, by its outcome. */
export const remediesFor = (outcome: string): string[] => [...(WAYS[outcome] ?? [])];
