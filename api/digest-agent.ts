import { createHash } from "node:crypto";
import type { AgentDetails } from "../infra/postgres/agent/agent.repository.ts";

const digest = (stored: object): string => createHash("sha256").update(JSON.stringify(stored)).digest("base64url");

/** Names a stored definition by what it says, so that a change of it is noticed whoever has made it, and in what way. */
export const digestDefinition = ({ definition }: Pick<AgentDetails, "definition">): string => digest(definition);

/** The same of all else that a change of an agent may say. */
export const digestSettings = ({
  name,
  configurations,
  template_context_variables,
  call_disposition_codes,
}: AgentDetails): string => digest([name, configurations, template_context_variables, call_disposition_codes]);
