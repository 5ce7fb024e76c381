import { z } from "zod";
import { defineTool, id } from "../tool.ts";

export const findCalls = defineTool({
  name: "find_calls",
  title: "Find calls",
  description: "Calls, newest first, by agent, campaign, part of a number, outcome (such as no_answer) or day.",
  effect: "reads",
  input: z.object({
    agent_id: id.optional(),
    campaign_id: id.optional(),
    phone_number: z.string().min(1).max(64).optional(),
    outcome: z.string().max(64).optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    page: z.number().int().min(1).optional(),
    limit: z.number().int().min(1).max(50).optional().meta({ description: "20 unless set" }),
  }),
  run: (call, { agent_id, from, to, limit = 20, ...query }) =>
    call.ask("calls.listAll", {
      query: { ...query, workflow_id: agent_id, start_date: from, end_date: to, limit },
    }),
});
