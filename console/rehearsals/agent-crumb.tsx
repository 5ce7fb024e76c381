import { Link } from "@tanstack/react-router";
import type { Agent } from "../api/routes.ts";
import { words } from "../words/words.ts";

/** Leads back to an agent's graph, and from deeper pages to its rehearsals. */
export const AgentCrumb = ({ agent, isDeeper = false }: { agent: Agent; isDeeper?: boolean }) => (
  <>
    <Link to="/agents">{words.shell.agents}</Link>
    {" / "}
    <Link to="/agents/$agentId" params={{ agentId: agent.id }}>
      {agent.name}
    </Link>
    {isDeeper && (
      <>
        {" / "}
        <Link to="/agents/$agentId/rehearsals" params={{ agentId: agent.id }}>
          {words.rehearsals.title}
        </Link>
      </>
    )}
  </>
);
