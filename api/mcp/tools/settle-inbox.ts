import { z } from "zod";
import { ToolRefusal } from "../mcp-errors.ts";
import { confirm, defineTool, id } from "../tool.ts";

const DECISIONS = ["confirm", "decline", "undo", "publish", "discard"] as const;

export const settleInbox = defineTool({
  name: "settle_inbox",
  title: "Answer an agent",
  description:
    "Answers one entry of list_inbox by its event_id: a question with choice or text; an action with confirm, decline or undo; a change with publish or discard. A decision that takes effect needs confirm, as start_campaign does. Secrets are given by people in the console.",
  effect: "confirms",
  input: z.object({
    event_id: id,
    decision: z.enum(DECISIONS).optional(),
    choice: z.string().max(5_000).optional(),
    text: z.string().max(5_000).optional(),
    note: z.string().max(5_000).optional(),
    confirm,
  }),
  run: (call, { event_id, decision, choice, text, note }) => {
    if ((decision === undefined) === (choice === undefined && text === undefined))
      throw new ToolRefusal("Give a decision, or the choice or text that answers a question.");
    if (decision === undefined) return call.ask("channels.decide", { body: { event_id, choice, text } });
    const isEdit = decision === "publish" || decision === "discard";
    return call.ask(isEdit ? "channels.settleEdit" : "channels.settleAction", { body: { event_id, decision, note } });
  },
});
