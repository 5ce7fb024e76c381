import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { agentQuery } from "../agents/agent-queries.ts";
import type { Rehearsal } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { Facts, Page } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";
import { formatMoment, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { AgentCrumb } from "./agent-crumb.tsx";
import { RehearsalCommands } from "./rehearsal-commands.tsx";
import { Comparison } from "./rehearsal-comparison.tsx";
import { rehearsalQuery } from "./rehearsal-queries.ts";
import { Results } from "./rehearsal-results.tsx";
import { RehearsalResult } from "./rehearsal-state.tsx";
import styles from "./rehearsals.module.css";
import { RehearsedWords } from "./rehearsed-words.tsx";
import { sayExpected, sayUsed } from "./say-cost.ts";

const route = getRouteApi("/shell/agents/$agentId/rehearsals/$rehearsalId");

/** One rehearsal as it goes, and every word of it. */
export const RehearsalPage = () => {
  const { agentId, rehearsalId } = route.useParams();
  const { conversation: chosenId } = route.useSearch();
  const { data: agent } = useSuspenseQuery(agentQuery(agentId));
  const { data: rehearsal } = useSuspenseQuery(rehearsalQuery({ agentId, rehearsalId }));
  const chosen = rehearsal.conversations.find(({ id }) => id === chosenId) ?? findFirstFault(rehearsal);
  return (
    <Page
      title={words.rehearsals.ofVersion(formatWhole(rehearsal.version_number))}
      crumb={<AgentCrumb agent={agent} isDeeper />}
      status={<RehearsalResult {...rehearsal} />}
      actions={<RehearsalCommands rehearsal={rehearsal} />}
    >
      <div className={styles.head}>
        <HowFar rehearsal={rehearsal} />
        <Comparison rehearsal={rehearsal} />
      </div>
      <Results rehearsal={rehearsal} chosen={chosen?.id} />
      {chosen && <RehearsedWords key={chosen.id} agent={agent} rehearsal={rehearsal} conversation={chosen} />}
    </Page>
  );
};

/** A rehearsal is opened to see what is not as expected. */
const findFirstFault = ({ conversations }: Rehearsal) =>
  conversations.find(({ state }) => state === "red" || state === "failed");

const HowFar = ({ rehearsal }: { rehearsal: Rehearsal }) => {
  const { counts, conversations, usage, estimate } = rehearsal;
  const played = counts.green + counts.red + counts.failed;
  const all = conversations.length;
  return (
    <Card title={words.rehearsals.result}>
      <div className={styles.progress}>
        <Progress
          label={words.rehearsals.progress}
          value={played}
          max={all}
          tone={counts.red + counts.failed > 0 ? "bad" : "good"}
        />
        <p role="status">
          {words.rehearsals.progressOf(formatWhole(played), formatWhole(all))}
          {" · "}
          {words.rehearsals.counts(formatWhole(counts.green), formatWhole(counts.red + counts.failed))}
        </p>
      </div>
      <Facts
        facts={[
          [words.rehearsals.when, formatMoment(rehearsal.created_at)],
          [words.rehearsals.estimated, sayExpected(estimate)],
          [words.rehearsals.used, usage === null ? NOTHING : sayUsed(usage)],
        ]}
      />
    </Card>
  );
};
