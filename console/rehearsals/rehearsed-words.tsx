import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { versionQuery } from "../agents/agent-queries.ts";
import { sayCheck } from "../agents/say-check.ts";
import type { Agent, CheckResult, Rehearsal, RehearsedConversationItem } from "../api/routes.ts";
import { listVisitedSteps } from "../calls/call-steps.ts";
import { Card } from "../ui/card.tsx";
import { Problem } from "../ui/form.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Columns, Facts, Stack } from "../ui/page.tsx";
import { formatValue, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { Expectations } from "./expectations.tsx";
import { Played } from "./played.tsx";
import { conversationQuery } from "./rehearsal-queries.ts";
import { ConversationState } from "./rehearsal-state.tsx";

// Loaded separately, because the canvas is the largest part of the console and comes after the words.
const WalkedGraph = lazy(async () => ({ default: (await import("../agents/walked-graph.tsx")).WalkedGraph }));

interface RehearsedWordsProps {
  agent: Agent;
  rehearsal: Rehearsal;
  conversation: RehearsedConversationItem;
}

/** The whole conversation, with what was expected beside it, and where in the agent's graph it was. */
export const RehearsedWords = ({ agent, rehearsal, conversation }: RehearsedWordsProps) => {
  const address = { agentId: agent.id, rehearsalId: rehearsal.id };
  const { data, error } = useQuery(conversationQuery(address, conversation));
  const { data: version } = useQuery(versionQuery(agent.id, { version_number: rehearsal.version_number }));
  const [looked, setLooked] = useState<CheckResult>();
  const check = looked ?? conversation.checks.find(({ passed, node_id: at }) => !passed && at !== null);
  const graph = version?.workflow_json;
  const nameOf = (id: string) => nameStep(graph, id);
  const { checks } = conversation;
  return (
    <section aria-label={words.rehearsals.conversation}>
      <Columns>
        <Stack>
          <Card
            title={words.rehearsals.conversationOf(conversation.scenario_name, formatWhole(conversation.run_number))}
            aside={<ConversationState state={conversation.state} />}
          >
            {error && <Problem error={error} />}
            <Hints conversation={conversation} />
            {data && <Played entries={data.words} state={data.state} decisive={new Set(check?.sentences)} />}
          </Card>
          {graph && data && data.steps.length > 0 && (
            <Card title={words.rehearsals.stepInGraph} isFlush>
              <Suspense>
                <WalkedGraph
                  label={words.rehearsals.stepInGraph}
                  definition={graph}
                  path={listVisitedSteps(data.steps.map((id) => ({ node_id: id })))}
                  lit={check?.node_id ?? null}
                  faulty={listFaultySteps(checks)}
                />
              </Suspense>
            </Card>
          )}
        </Stack>
        <Stack>
          <Expectations checks={checks} looked={check} nameOf={nameOf} onLook={setLooked} />
          {data && Object.keys(data.variables).length > 0 && (
            <Card title={words.rehearsals.variables}>
              <Facts
                facts={Object.entries(data.variables).map(([name, value]) => [name, formatValue(value)] as const)}
              />
            </Card>
          )}
          {conversation.scenario_id !== null && (
            <div>
              <LinkButton
                to="/agents/$agentId/scenarios/$scenarioId"
                params={{ agentId: agent.id, scenarioId: conversation.scenario_id }}
              >
                {words.rehearsals.editScenario}
              </LinkButton>
            </div>
          )}
        </Stack>
      </Columns>
    </section>
  );
};

const Hints = ({ conversation }: { conversation: RehearsedConversationItem }) => {
  const { error, lines_left: linesLeft, tools_without_answer: tools } = conversation;
  return (
    <>
      {error && <Notice tone="bad" title={sayCheck(error)} />}
      {tools.length > 0 && <Notice tone="warn" title={words.rehearsals.withoutAnswer(tools.join(", "))} />}
      {(linesLeft ?? 0) > 0 && <Notice tone="warn" title={words.rehearsals.linesLeft(formatWhole(linesLeft ?? 0))} />}
    </>
  );
};

const listFaultySteps = (checks: readonly CheckResult[]): ReadonlySet<string> =>
  new Set(checks.flatMap(({ passed, node_id: at }) => (passed || at === null ? [] : [at])));

const nameStep = (definition: Record<string, unknown> | undefined, id: string): string => {
  const nodes: unknown[] = Array.isArray(definition?.["nodes"]) ? definition["nodes"] : [];
  const node: { id?: unknown; data?: { name?: unknown } } | undefined = nodes
    .map((each) => Object(each))
    .find((each: { id?: unknown }) => each.id === id);
  return typeof node?.data?.name === "string" ? node.data.name : id;
};
