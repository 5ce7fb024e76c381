import { createAgentOperation } from "../../api/agents/agents.operations.ts";
import { acceptInvitationOperation } from "../../api/auth/account.operations.ts";
import { signUpOperation } from "../../api/auth/auth.operations.ts";
import { setModelsOperation } from "../../api/models/models.operations.ts";
import { inviteMemberOperation } from "../../api/team/members.operations.ts";
import { createToolOperation } from "../../api/tools/tools.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { receptionDefinition } from "../application/conversation/rig.ts";
import { type ApiClient, createApiClient } from "../harness/api-client.ts";

/** An organization with two people and an agent that asks them for everything. */
export interface AskingPlatform {
  people: readonly [ApiClient, ApiClient];
  agentId: number;
  /** Begins each secret that people give. */
  secretMarker: string;
  /** A word in answers that is no secret: the search for secrets must find it. */
  controlWords: string;
}

const PASSWORD = "a long enough password";
/** None of these words is in what agents are told of an answer: one answer must not bring about the next request. */
const SCRIPT = [
  { when: "discount", call: { name: "ask_people", arguments: { question: "May I give ten percent?" } } },
  { when: "friends", call: { name: "book_a_table", arguments: { day: "Monday" } } },
  { when: "warehouse", call: { name: "request_secret", arguments: { name: "Shop", why: "To look orders up" } } },
];

export const openAskingPlatform = async ({ addresses }: RunningStack, toolUrl: string): Promise<AskingPlatform> => {
  const visitor = createApiClient(addresses.api);
  const email = () => `${crypto.randomUUID()}@example.com`;
  const signedUp = await visitor.call(signUpOperation, { body: { email: email(), password: PASSWORD } });
  const owner = createApiClient(addresses.api, { token: signedUp.body.token });
  const invited = await owner.call(inviteMemberOperation, { body: { email: email(), role: "admin" } });
  const accepted = await visitor.call(acceptInvitationOperation, {
    body: { token: invited.body.token ?? "", password: PASSWORD },
  });
  await owner.call(setModelsOperation, { body: { llm: { provider: "local", model: "scripted", script: SCRIPT } } });
  const tool = await owner.call(createToolOperation, { body: bookingTool(toolUrl) });
  const start = { ask_people: true, request_secret: true, tool_uuids: [tool.body.tool_uuid] };
  const agent = await owner.call(createAgentOperation, {
    body: { name: "Mira", workflow_definition: receptionDefinition({ start }) },
  });
  return {
    people: [owner, createApiClient(addresses.api, { token: accepted.body.token })],
    agentId: agent.body.id,
    secretMarker: `planted-${crypto.randomUUID()}`,
    controlWords: `control-${crypto.randomUUID()}`,
  };
};

const bookingTool = (url: string) => {
  const day = { name: "day", type: "string" as const, description: "The day", required: true };
  return {
    name: "Book a table",
    category: "http_api" as const,
    definition: { type: "http_api" as const, config: { method: "POST" as const, url, parameters: [day] } },
    requires_confirmation: true,
    compensation: { method: "DELETE" as const, url: `${url}/{{id}}`, arguments: { id: "{{result.id}}" } },
  };
};
