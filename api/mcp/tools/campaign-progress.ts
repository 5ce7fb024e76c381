import { z } from "zod";
import { pollUntil } from "../poll-until.ts";
import { defineTool, id } from "../tool.ts";

const MOST_SECONDS = 45;

export const campaignProgress = defineTool({
  name: "campaign_progress",
  title: "Watch a campaign",
  description:
    "How far a campaign is. With wait_seconds it answers when the campaign is over or paused, or the time has passed.",
  effect: "reads",
  input: z.object({ campaign_id: id, wait_seconds: z.number().int().min(0).max(MOST_SECONDS).optional() }),
  run: (call, { campaign_id, wait_seconds }) =>
    pollUntil(call, {
      seconds: wait_seconds ?? 0,
      read: () => call.ask("campaigns.progress", { params: { campaign_id } }),
      isDone: (answer) => progress.parse(answer).state !== "running",
    }),
});

const progress = z.looseObject({ state: z.string() });
