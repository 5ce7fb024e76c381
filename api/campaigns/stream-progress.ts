import { EVENT_STREAMS } from "../../domain/access/event-streams.ts";
import { isCampaignOver } from "../../domain/campaign/campaign-states.rules.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { readProgress } from "./get-progress.ts";
import { progressAnswer } from "./progress.schemas.ts";

/**
 * Streams progress as server-sent events until the campaign is over; it is read once a second, for any number of
 * listeners.
 */
export const streamProgress = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof campaignParams }>,
) =>
  context.openStream({
    name: `progress of campaign ${params.campaign_id}`,
    everyMs: EVENT_STREAMS.readEveryMs,
    read: async () => {
      const progress = await readProgress(context, params.campaign_id);
      const data = progressAnswer.parse(progress);
      const eventsAfter = () => [{ id: data.as_of, data }];
      // Calls of a canceled campaign may be in progress still.
      const isOver = isCampaignOver(progress.state) && progress.in_flight === 0;
      return isOver ? { eventsAfter, end: { data: { state: progress.state } } } : { eventsAfter };
    },
  });
