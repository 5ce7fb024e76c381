import { z } from "zod";
import { confirm, defineTool, id } from "../tool.ts";

export const startCampaign = defineTool({
  name: "start_campaign",
  title: "Start a campaign",
  description:
    "Starts dialling, at once or at the campaign's starts_at. Call it without confirm first: it then only says how many people it calls, the most it costs and in which hours, and gives a token. Show that to a person, and call again with the token.",
  effect: "confirms",
  input: z.object({ campaign_id: id, consent_attested: z.boolean().optional(), confirm }),
  run: (call, { campaign_id, consent_attested }) =>
    call.ask("campaigns.start", { params: { campaign_id }, body: { consent_attested } }),
});
