import { createAgentOperation } from "../../../api/agents/agents.operations.ts";
import { signUpOperation } from "../../../api/auth/auth.operations.ts";
import { createRunOperation } from "../../../api/calls/calls.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import type { RunningStack } from "../../../infra/local/stack.ts";
import { createApiClient } from "../../harness/api-client.ts";

/** An agent to talk with in the browser. */
export interface TalkingAgent {
  /** Makes conversations that nobody has joined yet. */
  begin(count: number): Promise<{ id: number; url: string; token: string }[]>;
}

const STORY =
  "we opened at nine and closed at ten and on sunday we opened at noon and closed at five in the afternoon and " +
  "on monday it was the other way round because somebody had lost the key and nobody knew where it was";

/** Signs an organization up whose agent answers at once; with the address of a provider of speech it has audio. */
export const openTalkingAgent = async (
  { addresses }: RunningStack,
  { speechUrl }: { speechUrl?: string },
): Promise<TalkingAgent> => {
  const { body: person } = await createApiClient(addresses.api).call(signUpOperation, {
    body: { email: `${crypto.randomUUID()}@example.com`, password: "a long enough password" },
  });
  const client = createApiClient(addresses.api, { token: person.token });
  const speech = { provider: "openai", model: "instant", base_url: speechUrl };
  const script = [
    { when: "story", say: STORY },
    { when: "", say: "Very well." },
  ];
  await client.call(setModelsOperation, {
    body: {
      llm: { provider: "local", model: "scripted", script },
      ...(speechUrl !== undefined && { tts: speech, stt: speech }),
    },
  });
  const agent = await client.call(createAgentOperation, {
    body: {
      name: "Reception",
      workflow_definition: definition,
      workflow_configurations: { max_call_duration: 1200, max_user_idle_timeout: 300, call_recording_enabled: false },
    },
  });
  const params = { workflow_id: agent.body.id };
  const beginOne = async () => {
    const { body } = await client.call(createRunOperation, { params, body: { name: "WEB-1", mode: "smallwebrtc" } });
    if (!body.join) throw new Error("the run says nowhere to join");
    return { id: body.id, url: body.join.url, token: body.join.token };
  };
  return { begin: (count) => Promise.all(Array.from({ length: count }, beginOne)) };
};

const definition = {
  nodes: [
    {
      id: "start",
      type: "startCall",
      position: { x: 0, y: 0 },
      data: { name: "Greeting", prompt: "Answer.", greeting: "Hello there.", allow_interrupt: true },
    },
  ],
  edges: [],
};
