import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { TalkWith } from "../agents/talk-with.tsx";
import { callApi } from "../api/client.ts";
import type { Hire } from "../api/routes.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Problem } from "../ui/form.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import styles from "./marketplace.module.css";
import { hireQuery } from "./marketplace-queries.ts";

const route = getRouteApi("/shell/marketplace/hired/$agentId");

/** Shows the steps of a hire, and then what to do with the agent. */
export const HiredPage = () => {
  const { agentId } = route.useParams();
  const { data: agent } = useSuspenseQuery({
    queryKey: ["agent", agentId],
    queryFn: () => callApi("GET /workflows/{workflow_id}", { params: { workflow_id: agentId } }),
  });
  const { data: hire, error } = useQuery(hireQuery(agentId));
  return (
    <Page
      title={hire?.state === "hired" ? words.marketplace.hired(agent.name) : agent.name}
      crumb={<Link to="/marketplace">{words.shell.marketplace}</Link>}
      isNarrow
    >
      {error && <Problem error={error} />}
      {hire?.state === "failed" && (
        <Notice tone="bad" title={words.marketplace.failed} isUrgent>
          {hire.error}
        </Notice>
      )}
      {hire && (
        <Card title={hire.state === "hired" ? words.marketplace.made : words.marketplace.progress}>
          <Steps hire={hire} />
        </Card>
      )}
      {hire?.state === "hired" && (
        <>
          <p>{words.marketplace.hiredText}</p>
          {hire.missing.length > 0 && (
            <Notice tone="warn" title={words.marketplace.missing}>
              <ul>
                {hire.missing.map(({ kind, name, detail }) => (
                  <li key={`${kind}:${name}`}>
                    {name && <strong>{name}: </strong>}
                    {sayNeed(kind) ?? detail}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          <p className={styles.next}>
            <LinkButton kind="primary" to="/agents/$agentId" params={{ agentId }}>
              {words.marketplace.openAgent}
            </LinkButton>
            <TalkWith agent={agent} />
            <LinkButton to="/credentials">{words.marketplace.credentials}</LinkButton>
            <LinkButton to="/carriers">{words.marketplace.numbers}</LinkButton>
          </p>
        </>
      )}
    </Page>
  );
};

/** The packs themselves say why they need a credential. */
const sayNeed = (kind: Hire["missing"][number]["kind"]): string | undefined =>
  ({
    credential: undefined,
    connector: words.marketplace.missingApp,
    language_model: words.marketplace.missingModel,
    embeddings: words.marketplace.missingEmbeddings,
  })[kind];

const LOOKS: Record<Hire["steps"][number]["state"], { tone: Tone; says: string }> = {
  done: { tone: "good", says: words.marketplace.done },
  at_work: { tone: "busy", says: words.marketplace.atWork },
  waiting: { tone: "calm", says: words.marketplace.waiting },
};

const Steps = ({ hire }: { hire: Hire }) => (
  <>
    <ol className={styles.progress} aria-live="polite">
      {hire.steps.map(({ name, state }) => (
        <li key={name}>
          <span>{words.marketplace.stepNames[name] ?? name}</span>
          <Badge tone={LOOKS[state].tone} isLive={state === "at_work"}>
            {LOOKS[state].says}
          </Badge>
        </li>
      ))}
    </ol>
    {hire.state === "running" && <p className={styles.soft}>{words.marketplace.leaveSafely}</p>}
  </>
);
