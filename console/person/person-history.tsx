import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { nameCarrier, nameChannel, nameDirection } from "../calls/call-names.ts";
import { useActors } from "../campaigns/use-actors.ts";
import { CallState } from "../ui/call-state.tsx";
import { Card } from "../ui/card.tsx";
import { describeEndReason } from "../ui/end-reason.ts";
import { Problem } from "../ui/form.tsx";
import { Empty } from "../ui/page.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { formatInstant, formatLength, formatMoment, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./person.module.css";
import { historyQuery, type PersonEvent } from "./person-queries.ts";

type Call = NonNullable<PersonEvent["call"]>;

/** Everything that happened with a person, newest first. */
export const PersonHistory = ({ number }: { number: string }) => {
  const list = useInfiniteQuery(historyQuery(number));
  const nameOf = useActors();
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Card title={words.person.history}>
      {list.error && <Problem error={list.error} />}
      {list.data && events.length === 0 && <Empty title={words.person.nothing} text="" />}
      <ol className={styles.history} aria-label={words.person.history}>
        {events.map((event) => (
          <li key={`${event.kind} ${event.at} ${event.call?.run_id ?? event.campaign?.id ?? event.privacy?.id ?? ""}`}>
            <time dateTime={event.at}>{formatInstant(event.at)}</time>
            <div>
              <strong>{titleOf(event)}</strong>
              <Details event={event} nameOf={nameOf} />
            </div>
          </li>
        ))}
      </ol>
      <ShowMore list={list} />
    </Card>
  );
};

const titleOf = (event: PersonEvent): ReactNode => {
  const { call, campaign, contact_list: list, message } = event;
  if (message) return words.person.text[message.direction];
  if (call) return <CallTitle call={call} />;
  if (event.kind === "joined_campaign" && campaign)
    return (
      <Link to="/campaigns/$campaignId" params={{ campaignId: campaign.id }} className={styles.link}>
        {words.person.joinedCampaign(campaign.name)}
      </Link>
    );
  if (list)
    return list.is_hidden ? (
      words.person.cameByFile
    ) : (
      <Link to="/contacts/$listId" params={{ listId: list.id }} className={styles.link}>
        {list.import_id === null ? words.person.joinedList(list.name) : words.person.imported(list.name)}
      </Link>
    );
  return event.consent ? words.contacts.consents[event.consent.status] : words.person.kinds[event.kind];
};

const CallTitle = ({ call }: { call: Call }) => (
  <span className={styles.call}>
    <Link
      to="/calls/$agentId/$callId"
      params={{ agentId: call.workflow_id, callId: call.run_id }}
      className={styles.link}
    >
      {nameChannel(call.mode) ?? words.person.callWith(nameDirection(call.direction), call.workflow_name)}
    </Link>
    <CallState state={call.state} outcome={call.outcome} mode={call.mode} />
  </span>
);

const Details = ({ event, nameOf }: { event: PersonEvent; nameOf(actor: string): string }) => {
  const by = event.by === null ? null : nameOf(event.by);
  const { call, campaign, consent, do_not_call: entry, message, missed_call: missed, privacy } = event;
  if (call) return <CallDetails call={call} campaign={campaign} />;
  const parts = [
    consent?.source,
    entry && (words.doNotCall.sources[entry.source] ?? entry.source),
    entry?.reason,
    entry?.expires_at && words.person.until(formatMoment(entry.expires_at)),
    message?.text,
    message && campaign?.name,
    message && nameCarrier(message.provider),
    missed && words.person.missedAt(missed.called_number),
    privacy?.reason,
    by,
  ].filter(Boolean);
  return (
    <>
      {parts.length > 0 && <span>{parts.join(" · ")}</span>}
      {consent?.wording && <q>{consent.wording}</q>}
    </>
  );
};

const CallDetails = ({ call, campaign }: { call: Call; campaign: PersonEvent["campaign"] }) => {
  const parts = [
    campaign?.name,
    campaign && words.person.attempt(formatWhole(call.attempt)),
    call.account_name ?? (call.provider === null ? null : nameCarrier(call.provider)),
    call.answered_by && (words.calls.answerers[call.answered_by] ?? call.answered_by),
    call.duration_seconds ? formatLength(call.duration_seconds) : null,
    call.disposition === null || call.disposition === call.outcome ? null : describeEndReason(call.disposition),
    call.opted_out && words.calls.outcomes["opted_out"],
  ].filter(Boolean);
  return (
    <>
      <span>{parts.join(" · ")}</span>
      {call.transfers.map(({ requested_at: at, outcome }) => (
        <span key={at}>
          {words.person.transferred(words.calls.transfers[outcome ?? "open"] ?? NOTHING, formatMoment(at))}
        </span>
      ))}
      {call.requests.map(({ id, kind, decision, state, created_at: at }) => (
        <span key={id}>{words.person.asked(words.person.requests[kind], decision ?? state, formatMoment(at))}</span>
      ))}
    </>
  );
};
