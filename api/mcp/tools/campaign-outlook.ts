import { z } from "zod";
import { defineTool, id } from "../tool.ts";

export const campaignOutlook = defineTool({
  name: "campaign_outlook",
  title: "Outlook of a campaign",
  description:
    "What a draft would do if it were started now: people, hours, the most it costs, warnings. With contact_id of a started campaign: why that person is not called at this moment, and when they may be.",
  effect: "reads",
  input: z.object({ campaign_id: id, contact_id: id.optional() }),
  run: (call, params) =>
    params.contact_id === undefined
      ? call.ask("campaigns.forecast", { params })
      : call.ask("campaigns.contactOutlook", { params }),
});
