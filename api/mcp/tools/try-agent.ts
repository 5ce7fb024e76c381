import { z } from "zod";
import { defineTool, id } from "../tool.ts";

export const tryAgent = defineTool({
  name: "try_agent",
  title: "Try an agent in text",
  description:
    "Talks with an agent's draft in text: says each line of `say` in turn and returns every turn. Nobody is called. run_id goes on with a conversation.",
  effect: "acts",
  input: z.object({
    agent_id: id,
    say: z.array(z.string().min(1).max(10_000)).max(10),
    run_id: id.optional(),
    context: z.record(z.string(), z.unknown()).optional().meta({ description: "Values of {{variables}}" }),
    end: z.boolean().optional().meta({ description: "Ends the conversation afterwards" }),
  }),
  run: async (call, { agent_id, say, run_id, context, end }) => {
    const params = { workflow_id: agent_id };
    const begun =
      run_id === undefined
        ? session.parse(await call.ask("textSessions.create", { params, body: { initial_context: context } }))
            .workflow_run_id
        : run_id;
    const at = { params: { ...params, run_id: begun } };
    for (const text of say) {
      const { is_completed } = session.parse(await call.ask("textSessions.message", { ...at, body: { text } }));
      if (is_completed) break;
    }
    const talked = session.parse(await call.ask("textSessions.get", at));
    if (end && !talked.is_completed) await call.ask("textSessions.end", { ...at, body: {} });
    return {
      run_id: begun,
      ended: talked.is_completed || end === true,
      gathered: talked.gathered_context,
      turns: talked.session_data.turns.map(({ user_message, assistant_message, error, events }) => ({
        person: user_message?.text,
        agent: assistant_message?.text,
        error,
        steps: events.map(({ name }) => name),
      })),
    };
  },
});

const message = z.looseObject({ text: z.string() }).nullish();
const session = z.looseObject({
  workflow_run_id: z.number(),
  is_completed: z.boolean(),
  gathered_context: z.unknown(),
  session_data: z.looseObject({
    turns: z.array(
      z.looseObject({
        user_message: message,
        assistant_message: message,
        error: z.string().nullish(),
        events: z.array(z.looseObject({ name: z.string() })),
      }),
    ),
  }),
});
