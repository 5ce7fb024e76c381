import { z } from "zod";
import { USAGE_DAYS } from "../../../domain/call/usage-days.ts";
import { defineTool } from "../tool.ts";

export const usage = defineTool({
  name: "usage",
  title: "Usage and cost",
  description: "Calls, minutes, cost and tokens of the last days, and the calls in progress at this moment.",
  effect: "reads",
  input: z.object({
    days: z
      .number()
      .int()
      .min(1)
      .max(USAGE_DAYS.most)
      .optional()
      .meta({ description: `${USAGE_DAYS.usual} unless set` }),
  }),
  run: async (call, { days }) => ({
    used: await call.ask("calls.dailyUsage", { query: { days } }),
    now: await call.ask("organizations.live"),
  }),
});
