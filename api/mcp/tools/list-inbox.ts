import { z } from "zod";
import { REQUEST_KINDS, REQUEST_STATES } from "../../../domain/request/request.rules.ts";
import { defineTool, id } from "../tool.ts";

export const listInbox = defineTool({
  name: "list_inbox",
  title: "What agents ask of people",
  description: "Open questions, proposed actions, changes and secrets that agents ask of people, by their deadline.",
  effect: "reads",
  input: z.object({
    state: z.enum(REQUEST_STATES).optional(),
    kind: z.enum(REQUEST_KINDS).optional(),
    agent_id: id.optional(),
    page: z.number().int().min(1).optional(),
  }),
  run: (call, { agent_id, ...query }) =>
    call.ask("channels.listRequests", { query: { ...query, workflow_id: agent_id } }),
});
