import { type DemoClient, numberOf } from "../../../infra/local/demo/demo-client.ts";

export const EDIT = {
  reason: "People ask for the price first.",
  changes: [{ step: "Greeting", field: "prompt", text: "Say the price first." }],
};
const SCRIPT = [
  {
    when: "discount",
    call: { name: "ask_people", arguments: { question: "May I give ten percent?", choices: ["yes", "no"] } },
  },
  { when: "opening", call: { name: "ask_people", arguments: { question: "When do you open?" } } },
  { when: "wrong prompt", call: { name: "propose_edit", arguments: EDIT } },
  { when: "look it up", call: { name: "request_secret", arguments: { name: "CRM", why: "To look up orders" } } },
];

/** An agent that may ask everything, in the organization of a client. */
export const makeAskingAgent = async (client: DemoClient): Promise<number> => {
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
          data: { ...start, ask_people: true, propose_edit: true, request_secret: true },
        },
        { id: "end", type: "endCall", position: { x: 0, y: 200 }, data: { name: "Goodbye", prompt: "Say goodbye." } },
      ],
      edges: [{ id: "done", source: "start", target: "end", data: { label: "Finished", condition: "All is over." } }],
    },
  });
  const id = numberOf(agent, "id");
  await client.post(`/workflows/${id}/publish`);
  return id;
};

/** Somebody says this to the agent, which then asks. */
export const sayTo = async (client: DemoClient, agentId: number, text: string): Promise<void> => {
  const session = await client.post(`/workflows/${agentId}/text-chat/sessions`);
  const runId = numberOf(session, "workflow_run_id");
  await client.post(`/workflows/${agentId}/text-chat/sessions/${runId}/messages`, { text });
};
