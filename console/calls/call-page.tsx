import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { preferencesQuery } from "../api/account.ts";
import { callApi } from "../api/client.ts";
import type { OrganizationPreferences, Run } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { CallState } from "../ui/call-state.tsx";
import { Card } from "../ui/card.tsx";
import { DAY_MS } from "../ui/day-bars.tsx";
import { describeEndReason } from "../ui/end-reason.ts";
import { Ellipsis, PhoneOff, Unplug } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { Notice } from "../ui/notice.tsx";
import { Columns, Facts, Page, Stack } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatDay, formatLength, formatMoment, formatMoney, formatValue, NOTHING } from "../words/format.ts";
import { sayReason } from "../words/say-refusal.ts";
import { words } from "../words/words.ts";
import { nameCall, nameCarrier, nameChannel, nameDirection } from "./call-names.ts";
import { callQuery } from "./call-queries.ts";
import { CallTimeline } from "./call-timeline.tsx";
import { CallWords } from "./call-words.tsx";
import styles from "./calls.module.css";
import {
  AgentLink,
  AttemptLink,
  CallsWith,
  CampaignLink,
  PersonLink,
  VersionLink,
  WorkflowLink,
} from "./named-links.tsx";

// Only live calls need it, and its sound.
const Supervise = lazy(async () => ({ default: (await import("./supervise.tsx")).Supervise }));

const route = getRouteApi("/shell/calls/$agentId/$callId");

export const CallPage = () => {
  const address = route.useParams();
  const { entry } = route.useSearch();
  const { data: call } = useSuspenseQuery(callQuery(address));
  return (
    <Page
      title={nameCall(call.direction === "inbound" ? call.caller_number : call.called_number, call)}
      crumb={<Link to="/calls">{words.shell.calls}</Link>}
      status={<CallState state={call.state} outcome={call.outcome} mode={call.mode} />}
      actions={<CallMenu call={call} />}
    >
      {call.error && <Notice tone="bad" title={sayReason(call.error)} />}
      <WhyItWaits call={call} />
      {call.state === "in_progress" && (
        <Suspense>
          <Supervise key={call.id} call={call} />
        </Suspense>
      )}
      <Columns>
        <Stack>
          <CallWords key={call.id} call={call} sought={entry} />
        </Stack>
        <Stack>
          <CallFacts call={call} />
          <CallTimeline call={call} />
          <Variables title={words.calls.given} values={call.initial_context} />
        </Stack>
      </Columns>
    </Page>
  );
};

/** A call that nobody can say anything about yet says at least that, in the carrier's words. */
const WhyItWaits = ({ call: { carrier_unreachable: unreachable } }: { call: Run }) =>
  unreachable && (
    <Notice
      tone="warn"
      title={words.calls.carrierUnreachable(String(unreachable.tries), formatMoment(unreachable.last_tried_at))}
    >
      <code>{unreachable.last_error}</code>
    </Notice>
  );

const CallMenu = ({ call }: { call: Run }) => {
  const queries = useQueryClient();
  const hangUp = useAction({
    run: () =>
      callApi("POST /workflows/{workflow_id}/runs/{run_id}/hang-up", {
        params: { workflow_id: call.workflow_id, run_id: call.id },
      }),
    said: words.calls.hungUp,
    onDone: () => queries.invalidateQueries({ queryKey: ["call", call.id] }),
  });
  const revoke = useAction({
    run: () =>
      callApi("POST /workflows/{workflow_id}/runs/{run_id}/revoke-links", {
        params: { workflow_id: call.workflow_id, run_id: call.id },
      }),
    said: words.calls.revoked,
  });
  return (
    <>
      {!call.is_completed && (
        <Button kind="danger" needs="operator" disabled={hangUp.isPending} onClick={() => hangUp.mutate()}>
          <PhoneOff aria-hidden /> {nameChannel(call.mode) === undefined ? words.calls.hangUp : words.calls.endIt}
        </Button>
      )}
      <Menu
        trigger={
          <Button label={words.shell.more}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Unplug aria-hidden />} needs="operator" onSelect={() => revoke.mutate()}>
          {words.calls.revoke}
        </MenuItem>
      </Menu>
    </>
  );
};

const CallFacts = ({ call }: { call: Run }) => {
  const { data: preferences } = useQuery(preferencesQuery);
  return (
    <Card title={words.calls.facts}>
      <Facts
        facts={[
          ...wayOf(call),
          ...transferOf(call),
          ...(call.campaign_id === null
            ? []
            : [[words.calls.campaign, <CampaignLink key="campaign" id={call.campaign_id} />] as const]),
          [words.calls.agent, <AgentLink key="agent" id={call.workflow_id} />],
          ...(call.definition_id === null
            ? []
            : [[words.calls.version, <VersionLink key="version" call={call} />] as const]),
          ...courseOf(call),
          [words.calls.length, formatLength(call.duration_seconds)],
          [words.calls.cost, formatMoney(call.cost_minor, call.currency)],
          [words.calls.endReason, call.end_reason === null ? NOTHING : describeEndReason(call.end_reason)],
          ...conclusionOf(call),
          ...(preferences && call.ended_at
            ? [[words.calls.deletedAfter, keptUntil(call.ended_at, preferences)] as const]
            : []),
          [words.calls.uuid, <code key="uuid">{call.uuid}</code>],
          ...(call.temporal_url === null
            ? []
            : [[words.calls.workflow, <WorkflowLink key="workflow" url={call.temporal_url} />] as const]),
        ]}
      />
    </Card>
  );
};

type Fact = readonly [name: string, value: ReactNode];

/** How the two sides are connected: by a carrier and numbers, or without them. */
const wayOf = (call: Run): readonly Fact[] => {
  const channel = nameChannel(call.mode);
  if (channel !== undefined) return [[words.calls.channel, channel]];
  return [
    [words.calls.direction, nameDirection(call.direction)],
    ...numbersOf(call),
    [words.calls.carrier, nameCarrier(call.mode)],
  ];
};

/** Who was called to take the caller, and what became of it. */
const transferOf = ({ transfer }: Run): readonly Fact[] => {
  if (!transfer) return [];
  const said = words.calls.transfers[transfer.outcome ?? "open"] ?? NOTHING;
  return [[words.calls.handedTo, transfer.to === null ? said : `${transfer.to}: ${said}`]];
};

/** A run that is not dialled has no attempts, and nobody who answers. */
const courseOf = (call: Run): readonly Fact[] => {
  const placed = formatMoment(call.started_at ?? call.created_at);
  const ended: Fact = [words.calls.endedAt, formatMoment(call.ended_at)];
  if (nameChannel(call.mode) !== undefined) return [[words.calls.begunAt, placed], ended];
  return [
    [words.calls.tryOf, <AttemptLink key="attempt" call={call} />],
    [words.calls.startedAt, placed],
    [words.calls.answeredAt, formatMoment(call.answered_at)],
    ...answererOf(call),
    ended,
  ];
};

/** Who answered, and why the call says so. */
const answererOf = ({ answered_by: by, answer_evidence: evidence }: Run): readonly Fact[] => {
  if (by === null) return [];
  const name = words.calls.ivrKinds[evidence?.kind ?? ""] ?? words.calls.answerers[by] ?? by;
  const who: Fact = [words.calls.answeredBy, evidence?.person_came ? `${name}, ${words.calls.personCame}` : name];
  return evidence ? [who, [words.calls.answerEvidence, describeEvidence(evidence)]] : [who];
};

const describeEvidence = (evidence: NonNullable<Run["answer_evidence"]>): string =>
  [
    words.calls.answerSources[evidence.source] ?? evidence.source,
    evidence.carrier_word,
    ...evidence.tones.map((tone) => words.calls.answerTones[tone] ?? tone),
    evidence.words === null ? null : `“${evidence.words}”`,
    evidence.decided_after_ms === null ? null : words.calls.decidedAfter((evidence.decided_after_ms / 1000).toFixed(1)),
  ]
    .filter((part) => part !== null)
    .join(" · ");

/** What the agent has concluded, where that says more than how the call ended. */
const conclusionOf = ({ disposition, outcome, end_reason: reason }: Run): readonly Fact[] => {
  if (disposition === null || disposition === outcome) return [];
  const said = describeEndReason(disposition);
  return reason !== null && said === describeEndReason(reason) ? [] : [[words.calls.disposition, said]];
};

/** Both ends of the call, where it has them: not every carrier's call shows a number. */
const numbersOf = ({ direction, caller_number: from, called_number: to }: Run): readonly Fact[] => {
  const facts: Fact[] = [];
  const shown = from ?? (direction === "inbound" ? words.calls.withheld : null);
  if (shown !== null) facts.push([words.calls.from, shown]);
  if (to !== null) facts.push([words.calls.to, <CallsWith key="to" number={to} />]);
  const person = direction === "inbound" ? from : to;
  if (person !== null) facts.push([words.contacts.person, <PersonLink key="person" number={person} />]);
  return facts;
};

/** The day after which recording and words are deleted. */
const keptUntil = (endedAt: string, { retention_days: days }: OrganizationPreferences): string =>
  days === null ? words.calls.keptForever : formatDay(new Date(Date.parse(endedAt) + days * DAY_MS).toISOString());

interface VariablesProps {
  title: string;
  values: Record<string, unknown> | null;
}

const Variables = ({ title, values }: VariablesProps) => {
  const entries = Object.entries(values ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return (
    <Card title={title}>
      {entries.length === 0 ? (
        <p className={styles.none}>{words.calls.noVariables}</p>
      ) : (
        <Facts facts={entries.map(([name, value]) => [name, formatValue(value)] as const)} />
      )}
    </Card>
  );
};
