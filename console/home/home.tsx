import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { accountQuery } from "../api/account.ts";
import { StateBadge } from "../campaigns/state-badge.tsx";
import { listsQuery } from "../contacts/contact-queries.ts";
import { Card } from "../ui/card.tsx";
import { CircleCheck } from "../ui/icons.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Columns, Page } from "../ui/page.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { Attention } from "./attention.tsx";
import styles from "./home.module.css";
import { agentsQuery, hasBegunQuery, runningQuery } from "./home-queries.ts";
import { Team } from "./home-team.tsx";
import { Week } from "./week.tsx";

const { organization } = words;

/** Shows what needs a person first, then the present and the week; before the first call or campaign the first steps. */
export const Home = () => {
  const { data: account } = useSuspenseQuery(accountQuery);
  const { data: agents } = useSuspenseQuery(agentsQuery);
  const { data: lists } = useSuspenseQuery(listsQuery);
  const { data: hasBegun } = useSuspenseQuery(hasBegunQuery);
  return (
    <Page title={organization.welcome(account.name ?? account.email)}>
      {hasBegun ? (
        <>
          <Attention />
          <Week />
          <Columns>
            <Running />
            <Team />
          </Columns>
        </>
      ) : (
        <Guide hasAgent={agents.some(({ version }) => version !== null)} hasContacts={lists.length > 0} />
      )}
    </Page>
  );
};

interface GuideProps {
  hasAgent: boolean;
  hasContacts: boolean;
}

const Guide = ({ hasAgent, hasContacts }: GuideProps) => {
  const steps = [
    {
      name: organization.stepAgent,
      text: organization.stepAgentText,
      to: "/agents",
      search: { making: true } as const,
      isDone: hasAgent,
    },
    {
      name: organization.stepContacts,
      text: organization.stepContactsText,
      to: "/contacts/import",
      search: undefined,
      isDone: hasContacts,
    },
    {
      name: organization.stepCampaign,
      text: organization.stepCampaignText,
      to: "/campaigns/new",
      search: undefined,
      isDone: false,
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Card title={organization.guide}>
      <p>{organization.guideText}</p>
      <ol className={styles.steps}>
        {steps.map(({ name, text, to, search, isDone }, index) => (
          <li key={name} aria-current={index === next ? "step" : undefined}>
            <span className={styles.mark}>
              {isDone ? <CircleCheck role="img" aria-label={organization.stepDone} /> : index + 1}
            </span>
            <div>
              <strong>{name}</strong>
              <p>{text}</p>
            </div>
            <LinkButton
              kind={index === next ? "primary" : "plain"}
              needs={index === 0 ? "admin" : "operator"}
              to={to}
              search={search ?? {}}
            >
              {name}
            </LinkButton>
          </li>
        ))}
      </ol>
    </Card>
  );
};

const Running = () => {
  const { data } = useSuspenseQuery(runningQuery);
  const running = data.campaigns;
  return (
    <Card title={organization.runningNow} count={running.length} hasMore={data.next_cursor !== null}>
      {running.length === 0 ? (
        <p className={styles.none}>{organization.nothingRuns}</p>
      ) : (
        <ul className={styles.list}>
          {running.map(({ id, name, state, progress }) => (
            <li key={id} className={styles.named}>
              <Link to="/campaigns/$campaignId" params={{ campaignId: id }}>
                {name}
              </Link>
              <StateBadge state={state} progress={progress} />
              <p>
                <Link to="/campaigns/$campaignId/contacts" params={{ campaignId: id }}>
                  {words.campaigns.contactsOf(
                    formatWhole((progress?.finished ?? 0) + (progress?.suppressed ?? 0)),
                    formatWhole(progress?.total ?? 0),
                  )}
                </Link>
              </p>
            </li>
          ))}
        </ul>
      )}
      {data.next_cursor !== null && (
        <Link to="/campaigns" search={{ state: "running" }}>
          {organization.allRunning}
        </Link>
      )}
    </Card>
  );
};
