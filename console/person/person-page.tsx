import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Person } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/form.tsx";
import { OutlookRules } from "../ui/outlook.tsx";
import { Columns, Empty, Facts, Page, Stack } from "../ui/page.tsx";
import { describeRefusal } from "../ui/rule-words.ts";
import { formatMoment, formatValue, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./person.module.css";
import { PersonHistory } from "./person-history.tsx";
import { type Prospect, personQuery } from "./person-queries.ts";
import { WriteText } from "./write-text.tsx";

const route = getRouteApi("/shell/person");

/** Shows one person: what may happen next and why not now, and everything that happened. */
export const PersonPage = () => {
  const { number } = route.useSearch();
  return number === undefined ? (
    <Page title={words.contacts.person}>
      <Empty title={words.person.noNumber} text={words.person.noNumberText} />
    </Page>
  ) : (
    <OnePerson number={number} />
  );
};

const OnePerson = ({ number }: { number: string }) => {
  const { data: person, error } = useQuery(personQuery(number));
  const name = person?.names[0];
  return (
    <Page
      title={name ?? number}
      crumb={<Link to="/contacts">{words.shell.contacts}</Link>}
      actions={<WriteText number={number} />}
      status={person?.do_not_call && <Badge tone="bad">{words.shell.doNotCall}</Badge>}
    >
      {error && <Problem error={error} />}
      <Columns>
        <Stack>
          <PersonHistory number={number} />
        </Stack>
        <Stack>
          {person && (
            <>
              <WhatNext person={person} />
              <WhoTheyAre person={person} />
            </>
          )}
        </Stack>
      </Columns>
    </Page>
  );
};

const WhatNext = ({ person }: { person: Person }) => {
  const [asked, setAsked] = useState<{ title: string; outlook: Prospect["outlook"] } | null>(null);
  return (
    <Card title={words.person.next}>
      <ol className={styles.next}>
        {person.next.map((prospect) => (
          <li key={prospect.campaign_id}>
            <Link to="/campaigns/$campaignId" params={{ campaignId: prospect.campaign_id }} className={styles.link}>
              {prospect.campaign_name}
            </Link>
            <span>{describeProspect(prospect)}</span>
            <WhyNot
              outlook={prospect.outlook}
              onAsk={() => setAsked({ title: prospect.campaign_name, outlook: prospect.outlook })}
            />
          </li>
        ))}
        {person.next.length === 0 && <li>{words.person.noCampaign}</li>}
        {person.next_left_off && <li>{words.person.moreCampaigns}</li>}
        <li>
          <strong>{words.contacts.anyCall}</strong>
          <WhyNot
            outlook={person.any_call}
            onAsk={() => setAsked({ title: words.contacts.anyCall, outlook: person.any_call })}
          />
        </li>
      </ol>
      <Dialog isOpen={asked !== null} onClose={() => setAsked(null)} title={asked?.title ?? ""} isWide>
        {asked && <OutlookRules outlook={asked.outlook} />}
      </Dialog>
    </Card>
  );
};

const describeProspect = ({ state, attempts, next_attempt_at: next, call_back_at: back }: Prospect): string => {
  const tried = words.person.tried(formatWhole(attempts));
  if (state === "in_flight") return [words.person.underWay, tried].join(" · ");
  if (back !== null) return [words.campaigns.calledBack(formatMoment(back)), tried].join(" · ");
  if (state === "planned") return words.person.begins(formatMoment(next));
  return [next === null ? words.person.waits : words.person.from(formatMoment(next)), tried].join(" · ");
};

/** The first rule that does not pass, when it ends, and the paragraph of the law where one says so. */
const WhyNot = ({ outlook, onAsk }: { outlook: Prospect["outlook"]; onAsk(): void }) => {
  const finding = outlook.rules.find(({ rule }) => rule === outlook.blocked_by);
  const { law, next_at: at } = outlook;
  return (
    <div className={styles.why}>
      <span>
        {outlook.may_be_dialled
          ? words.contacts.mayBeDialled
          : [
              finding ? describeRefusal(finding) : (outlook.sentence ?? words.contacts.notNow),
              law && `${law.pack}: ${[law.rule, law.paragraph].filter(Boolean).join(", ")}`,
              at ? words.contacts.nextAt(formatMoment(at)) : words.person.notByTime,
            ]
              .filter(Boolean)
              .join(" ")}
      </span>
      <Button kind="quiet" onClick={onAsk}>
        {words.contacts.rules}
      </Button>
    </div>
  );
};

const WhoTheyAre = ({ person }: { person: Person }) => (
  <Card title={words.person.who}>
    <Facts
      facts={[
        [words.contacts.number, <code key="number">{person.phone_number}</code>],
        [words.contacts.person, person.names.join(", ") || NOTHING],
        [words.contacts.consent, words.contacts.consents[person.consent.status]],
        ...person.contacts.map(
          (contact) =>
            [
              contact.contact_list_name,
              <Link
                key={contact.contact_id}
                to="/contacts/$listId"
                params={{ listId: contact.contact_list_id }}
                search={{ q: person.phone_number }}
                className={styles.link}
              >
                {describeAttributes(contact.attributes)}
              </Link>,
            ] as const,
        ),
      ]}
    />
  </Card>
);

const describeAttributes = (attributes: Readonly<Record<string, unknown>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}: ${formatValue(value)}`)
    .join(" · ") || words.person.onThisList;
