import { z } from "zod";
import { defineTool } from "../tool.ts";

export const addDoNotCall = defineTool({
  name: "add_do_not_call",
  title: "Never call these numbers again",
  description:
    "Adds numbers to the do-not-call list; nobody calls them once this has answered. Taking one off is contacts.doNotCall.remove.",
  effect: "acts",
  input: z.object({
    phone_numbers: z.array(z.string().max(64)).min(1).max(1_000),
    reason: z.string().max(255).optional(),
  }),
  run: (call, body) => call.ask("contacts.doNotCall.add", { body }),
});
