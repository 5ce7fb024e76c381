import { type DemoClient, readNumber } from "../../../infra/local/demo/demo-client.ts";
import { importFile } from "../../../infra/local/demo/import-file.ts";

/** A conversation that greets, answers and says goodbye. */
export const talkingDefinition = ({
  greeting,
  farewell = "Say goodbye.",
  asks = [],
}: {
  greeting: string;
  farewell?: string;
  /** The variables that are written down at the end of the greeting. */
  asks?: readonly string[];
}) => ({
  nodes: [
    {
      id: "start",
      type: "startCall",
      position: { x: 0, y: 0 },
      data: {
        name: "Greeting",
        prompt: "Remind them.",
        greeting,
        extraction_enabled: asks.length > 0,
        extraction_variables: asks.map((name) => ({ name, type: "string", prompt: `Their ${name}` })),
      },
    },
    { id: "end", type: "endCall", position: { x: 0, y: 200 }, data: { name: "Goodbye", prompt: farewell } },
  ],
  edges: [{ id: "done", source: "start", target: "end", data: { label: "Goodbye", condition: "They say goodbye." } }],
});

/** Calls with such an agent last until they are hung up, however long a story takes. */
export const PATIENT = { max_user_idle_timeout: 600, max_call_duration: 1_200 };

interface AgentToMake {
  name: string;
  greeting?: string;
  configurations?: object;
}

/** Makes a published agent that greets, answers and says goodbye; returns its id. */
export const makeTalkingAgent = async (
  client: DemoClient,
  { name, greeting = "Hello, how can I help you?", configurations = {} }: AgentToMake,
): Promise<number> => {
  const agent = await client.post("/workflows/create/definition", {
    name,
    workflow_definition: talkingDefinition({ greeting }),
    workflow_configurations: configurations,
  });
  const id = readNumber(agent, "id");
  await client.post(`/workflows/${id}/publish`);
  return id;
};

/** Makes a list of people, of whom the first is Ada, and the import that brought them in. */
export const makeList = async (client: DemoClient, people = 24): Promise<{ listId: number; importId: number }> => {
  const rows = Array.from(
    { length: people },
    (_, index) => `+1212555${String(110 + index).padStart(4, "0")},${index === 0 ? "Ada" : "Ben"} Example`,
  );
  const file = Buffer.from(["phone_number,name", ...rows, ""].join("\n"));
  const { listId, imported } = await importFile(client, { list: "Patients", name: "patients.csv", file });
  return { listId, importId: readNumber(imported, "import_id") };
};

/** Makes a campaign over such a list, not started yet. */
export const makeCampaign = async (
  client: DemoClient,
  name: string,
  people?: number,
): Promise<{ campaignId: number; listId: number; importId: number }> => {
  const [agentId, list] = await Promise.all([makeTalkingAgent(client, { name: "Reminder" }), makeList(client, people)]);
  const campaign = await client.post("/campaigns/create", {
    name,
    workflow_id: agentId,
    contact_list_id: list.listId,
    max_concurrency: 2,
    consent_attested: true,
  });
  return { campaignId: readNumber(campaign, "id"), ...list };
};
