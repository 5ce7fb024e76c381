import { z } from "zod";
import { confirm, defineTool, id } from "../tool.ts";

export const controlCampaign = defineTool({
  name: "control_campaign",
  title: "Pause, resume, unschedule or cancel a campaign",
  description:
    "pause takes effect with the answer: nothing is dialled after it. unschedule makes a campaign that waits for its start a draft again. resume dials again and cancel ends it for good, so both need confirm, as start_campaign does.",
  effect: "confirms",
  input: z.object({ campaign_id: id, action: z.enum(["pause", "resume", "unschedule", "cancel"]), confirm }),
  run: (call, { campaign_id, action }) => call.ask(`campaigns.${action}`, { params: { campaign_id }, body: {} }),
});
