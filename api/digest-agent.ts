import { createHash } from "node:crypto";
import type { AgentDetails } from "../infra/postgres/agent/agent.repository.ts";

const digest = (stored: object): string => createHash("sha256").update(JSON.stringify(stored)).digest("base64url");

/** Names what a change of an agent may say beside its definition, by what it says. */
export const digestSettings = ({
  name,
  configurations,
  template_context_variables,
  call_disposition_codes,
}: AgentDetails): string => digest([name, configurations, template_context_variables, call_disposition_codes]);
