import { z } from "zod";
import { defineTool, id } from "../tool.ts";

export const readCall = defineTool({
  name: "read_call",
  title: "Read a call",
  description: "One call with what was said, how it ended, what it cost and what the agent has gathered.",
  effect: "reads",
  input: z.object({ agent_id: id, run_id: id }),
  run: async (call, { agent_id, run_id }) => {
    const params = { workflow_id: agent_id, run_id };
    return {
      call: await call.ask("calls.get", { params }),
      transcript: await call.ask("calls.transcript", { params }),
    };
  },
});
