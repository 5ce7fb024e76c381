import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Answer, callApi } from "../api/client.ts";
import { omitUnset } from "../search-params.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CallState } from "../ui/call-state.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SwitchField, TextField } from "../ui/fields.tsx";
import { FilterFields } from "../ui/filters.tsx";
import { Problem } from "../ui/form.tsx";
import { Phone, X } from "../ui/icons.ts";
import { Empty, Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import table from "../ui/table.module.css";
import { useSettled } from "../ui/use-settled.ts";
import { formatDuration, formatLength, formatMoment, formatMoney, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { nameCall, nameChannel, nameDirection } from "./call-names.ts";
import { agentsQuery, type CallFilters, callsQuery } from "./call-queries.ts";
import { dayOf } from "./days.ts";
import { FoundCalls } from "./found-calls.tsx";
import { PlaceCall } from "./place-call.tsx";

type CallFilterChange = { [K in keyof CallFilters]?: CallFilters[K] | undefined };
type Call = Answer<"GET /organizations/usage/runs">["runs"][number];

const route = getRouteApi("/shell/calls");

export const CallList = () => {
  const filters = route.useSearch();
  const navigate = useNavigate({ from: "/calls" });
  const said = useSettled(filters.said);
  const { data, error } = useQuery(callsQuery(omitUnset({ ...filters, said: undefined })));
  const [isPlacing, setPlacing] = useState(false);
  const isFiltered = Object.keys(filters).some((name) => name !== "page");
  const show = (change: CallFilterChange) =>
    void navigate({ search: { ...filters, page: undefined, ...change }, replace: true });
  const place = (
    <Button kind="primary" needs="operator" onClick={() => setPlacing(true)}>
      <Phone aria-hidden /> {words.calls.placeOne}
    </Button>
  );
  const isFresh = data?.total_count === 0 && !isFiltered;
  return (
    <Page title={words.shell.calls} actions={!isFresh && place}>
      {isFresh ? (
        <Empty title={words.calls.empty} text={words.calls.emptyText}>
          {place}
        </Empty>
      ) : (
        <>
          <CallFilterFields filters={filters} onChange={show} />
          {said !== undefined && <FoundCalls said={said} filters={filters} />}
          {error && <Problem error={error} />}
          {said === undefined && (data || !error) && (
            <Card
              title={data ? words.calls.count(formatWhole(data.total_count)) : words.shell.loading}
              aside={data && <Totals data={data} />}
              isFlush
            >
              {data?.total_count === 0 ? (
                <Empty title={words.calls.nothingFound} text="">
                  <Button onClick={() => void navigate({ search: {} })}>{words.calls.clearFilters}</Button>
                </Empty>
              ) : (
                <DataTable label={words.shell.calls} columns={COLUMNS} rows={data?.runs ?? []} keyOf={({ id }) => id} />
              )}
            </Card>
          )}
          {said === undefined && (
            <Pager page={filters.page ?? 1} pages={data?.total_pages ?? 1} onChange={(page) => show({ page })} />
          )}
        </>
      )}
      <Dialog
        isOpen={isPlacing}
        onClose={() => setPlacing(false)}
        title={words.calls.placeTitle}
        text={words.calls.placeText}
      >
        <PlaceCall onDone={() => setPlacing(false)} />
      </Dialog>
    </Page>
  );
};

const Totals = ({ data }: { data: Answer<"GET /organizations/usage/runs"> }) => (
  <span className="numbers">
    {[
      words.calls.total(formatDuration(data.total_duration_seconds)),
      ...data.total_costs.map(({ cost_minor, currency }) => formatMoney(cost_minor, currency)),
    ].join(" · ")}
  </span>
);

interface CallFilterFieldsProps {
  filters: CallFilters;
  onChange(change: CallFilterChange): void;
}

const ANY = "any";

const CallFilterFields = ({ filters, onChange }: CallFilterFieldsProps) => {
  const { data: agents } = useSuspenseQuery(agentsQuery);
  const { data: campaign } = useQuery({
    queryKey: ["campaign", filters.campaign, "name"],
    queryFn: () => callApi("GET /campaigns/{campaign_id}", { params: { campaign_id: filters.campaign ?? 0 } }),
    enabled: filters.campaign !== undefined,
    placeholderData: keepPreviousData,
  });
  const outcomes = Object.entries(words.calls.outcomes).map(([value, label]) => ({ value, label }));
  const answerers = Object.entries(words.calls.answerers).map(([value, label]) => ({ value, label }));
  return (
    <FilterFields>
      <TextField
        label={words.calls.wasSaid}
        type="search"
        value={filters.said ?? ""}
        onChange={(said) => onChange({ said: said || undefined })}
      />
      <TextField
        label={words.calls.numberContains}
        type="search"
        value={filters.number ?? ""}
        onChange={(number) => onChange({ number: number || undefined })}
      />
      <Choice
        label={words.calls.outcome}
        value={filters.outcome ?? ANY}
        onChange={(outcome) => onChange({ outcome: outcome === ANY ? undefined : outcome })}
        options={[{ value: ANY, label: words.calls.anyOutcome }, ...outcomes]}
      />
      <Choice
        label={words.calls.answeredBy}
        value={filters.answeredBy ?? ANY}
        onChange={(answeredBy) => onChange({ answeredBy: answeredBy === ANY ? undefined : answeredBy })}
        options={[{ value: ANY, label: words.calls.anybody }, ...answerers]}
      />
      <Choice
        label={words.calls.agent}
        value={String(filters.agent ?? ANY)}
        onChange={(agent) => onChange({ agent: agent === ANY ? undefined : Number(agent) })}
        options={[
          { value: ANY, label: words.calls.anyAgent },
          ...agents.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Choice<"any" | "production" | "sandbox">
        label={words.calls.environment}
        value={filters.environment ?? ANY}
        onChange={(environment) => onChange({ environment: environment === ANY ? undefined : environment })}
        options={[
          { value: ANY, label: words.calls.anyEnvironment },
          { value: "production", label: words.analytics.environments.production },
          { value: "sandbox", label: words.analytics.environments.sandbox },
        ]}
      />
      <TextField
        label={words.calls.since}
        type="date"
        value={filters.since ? dayOf(filters.since) : ""}
        onChange={(since) => onChange({ since: since || undefined })}
      />
      <TextField
        label={words.calls.until}
        type="date"
        value={filters.until ? dayOf(filters.until) : ""}
        onChange={(until) => onChange({ until: until || undefined })}
      />
      <SwitchField
        label={words.calls.liveOnly}
        isOn={filters.live ?? false}
        onChange={(isOn) => onChange({ live: isOn || undefined })}
      />
      {filters.campaign !== undefined && (
        <Button onClick={() => onChange({ campaign: undefined })}>
          {words.calls.campaign}: {campaign?.name ?? `#${filters.campaign}`} <X aria-hidden />
        </Button>
      )}
      {filters.figure !== undefined && (
        <Button onClick={() => onChange({ figure: undefined })}>
          {words.analytics.behindFigure} <X aria-hidden />
        </Button>
      )}
      {filters.version !== undefined && (
        <Button onClick={() => onChange({ version: undefined })}>
          {words.calls.oneVersion} <X aria-hidden />
        </Button>
      )}
    </FilterFields>
  );
};

const COLUMNS: readonly Column<Call>[] = [
  {
    name: words.calls.number,
    cell: (call) => (
      <Link
        className={call.phone_number === null ? table.rowLink : `${table.rowLink} ${table.mono}`}
        to="/calls/$agentId/$callId"
        params={{ agentId: call.workflow_id, callId: call.id }}
      >
        {nameCall(call.phone_number, call)}
      </Link>
    ),
  },
  { name: words.calls.outcome, cell: ({ state, outcome, mode }) => <CallState {...{ state, outcome, mode }} /> },
  {
    name: words.calls.agent,
    cell: ({ workflow_name, environment }) => (
      <>
        {workflow_name} {environment === "sandbox" && <Badge tone="calm">{words.organization.sandboxKey}</Badge>}
      </>
    ),
  },
  { name: words.calls.direction, cell: (call) => nameChannel(call.mode) ?? nameDirection(call.call_type) },
  { name: words.calls.length, isNumber: true, cell: (call) => formatLength(call.call_duration_seconds || null) },
  {
    name: words.calls.cost,
    isNumber: true,
    cell: (call) => (call.cost_minor === null ? NOTHING : formatMoney(call.cost_minor, call.currency)),
  },
  { name: words.calls.when, cell: (call) => <span className={table.soft}>{formatMoment(call.created_at)}</span> },
];
