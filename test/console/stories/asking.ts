import { type DemoClient, readNumber, readText } from "../../../infra/local/demo/demo-client.ts";

export const EDIT = {
  reason: "People ask for the price first.",
  changes: [{ step: "Greeting", field: "prompt", text: "Say the price first." }],
};
const SCRIPT = [
  { when: "confirmed and carried out: done", say: "Your table is booked." },
  {
    when: "discount",
    call: { name: "ask_people", arguments: { question: "May I give ten percent?", choices: ["yes", "no"] } },
  },
  {
    when: "size",
    call: {
      name: "ask_people",
      arguments: { question: "Which one do they get?", choices: ["small", "medium", "large"] },
    },
  },
  { when: "opening", call: { name: "ask_people", arguments: { question: "When do you open?" } } },
  { when: "wrong prompt", call: { name: "propose_edit", arguments: EDIT } },
  {
    when: "a table",
    call: { name: "book_a_table", arguments: { day: "Monday", proposal_summary: "A table for two" } },
  },
  { when: "look it up", call: { name: "request_secret", arguments: { name: "CRM", why: "To look up orders" } } },
];

/** Makes a tool that somebody has to confirm and that can be undone, of a system at this address. */
export const makeBookingTool = async (client: DemoClient, url: string): Promise<string> => {
  const day = { name: "day", type: "string", description: "The day", required: true };
  const tool = await client.post("/tools/", {
    name: "Book a table",
    definition: { type: "http_api", config: { method: "POST", url, parameters: [day] } },
    requires_confirmation: true,
    compensation: { method: "DELETE", url: `${url}/{{id}}`, arguments: { id: "{{result.id}}" } },
  });
  return readText(tool, "tool_uuid");
};

/** An agent that may ask everything and has these tools, in the organization of a client. */
export const makeAskingAgent = async (client: DemoClient, tools: readonly string[] = []): Promise<number> => {
  await client.put("/organizations/model-configurations/v2", {
    llm: { provider: "local", model: "scripted", script: SCRIPT },
  });
  const start = { name: "Greeting", prompt: "What can I do for you?", greeting: "Hello, this is Mira." };
  const agent = await client.post("/workflows/create/definition", {
    name: "Sales",
    workflow_definition: {
      nodes: [
        {
          id: "start",
          type: "startCall",
          position: { x: 0, y: 0 },
          data: { ...start, ask_people: true, propose_edit: true, request_secret: true, tool_uuids: tools },
        },
        { id: "end", type: "endCall", position: { x: 0, y: 200 }, data: { name: "Goodbye", prompt: "Say goodbye." } },
      ],
      edges: [{ id: "done", source: "start", target: "end", data: { label: "Finished", condition: "All is over." } }],
    },
  });
  const id = readNumber(agent, "id");
  await client.post(`/workflows/${id}/publish`);
  return id;
};

/** Somebody says this to the agent, which then asks; returns the path of their talk. */
export const sayTo = async (client: DemoClient, agentId: number, text: string): Promise<string> => {
  const session = await client.post(`/workflows/${agentId}/text-chat/sessions`);
  const path = `/workflows/${agentId}/text-chat/sessions/${readNumber(session, "workflow_run_id")}`;
  await client.post(`${path}/messages`, { text });
  return path;
};
