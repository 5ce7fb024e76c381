import { Link } from "@tanstack/react-router";
import type { CampaignProgress } from "../api/routes.ts";
import { omitUnset } from "../search-params.ts";
import type { Share } from "../ui/shares.tsx";
import { words } from "../words/words.ts";
import { CONTACT_STATES, type ContactState } from "./contact-states.ts";

/** Returns how many contacts are in each state, which add up to the total; each leads to the contacts that it counts. */
export const computeShares = (campaignId: number, progress: CampaignProgress, asOf?: string): Share[] => {
  const share = (state: ContactState, value: number): Share => ({
    label: words.campaigns.contactStates[state],
    value,
    color: CONTACT_STATES[state].color,
    link: (figure) => (
      <Link to="/campaigns/$campaignId/contacts" params={{ campaignId }} search={omitUnset({ state, as_of: asOf })}>
        {figure}
      </Link>
    ),
  });
  return [
    // A contact who answered may be called again, and is then in a call or waiting, not finished.
    share("answered", progress.finished - progress.failed_calls),
    share("unreached", progress.failed_calls),
    share("in_flight", progress.in_flight),
    share("waiting_retry", progress.waiting_retry),
    share("pending", progress.remaining - progress.in_flight - progress.waiting_retry),
    share("suppressed", progress.suppressed),
  ];
};
