import { z } from "zod";
import { ToolRefusal } from "../mcp-errors.ts";
import { defineTool, id } from "../tool.ts";

export const draftCampaign = defineTool({
  name: "draft_campaign",
  title: "Draft a campaign",
  description:
    "Makes a draft that calls the people of a contact list with an agent, and forecasts it: whom it calls, when, and for how much at most. Nothing is dialled. describe_operation campaigns.create shows every setting.",
  effect: "acts",
  input: z.object({
    name: z.string().min(1).max(255),
    agent_id: id,
    contact_list_id: id,
    consent_attested: z
      .boolean()
      .optional()
      .meta({ description: "True only if a person has said that everybody in the list agreed to be called" }),
    settings: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "starts_at, ends_at, retry_config, schedule_config, max_concurrency, budget and others" }),
  }),
  run: async (call, { name, agent_id, contact_list_id, consent_attested, settings }) => {
    const body = { ...settings, name, workflow_id: agent_id, contact_list_id, consent_attested };
    const campaign = await call.ask("campaigns.create", { body });
    const params = { campaign_id: created.parse(campaign).id };
    // The draft is there whatever its forecast says.
    const forecast = await call.ask("campaigns.forecast", { params }).catch((error: unknown) => {
      if (error instanceof ToolRefusal) return error.message;
      throw error;
    });
    return { campaign, forecast };
  },
});

const created = z.looseObject({ id: z.number() });
