import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { versionQuery } from "../agents/agent-queries.ts";
import { callApi } from "../api/client.ts";
import type { Run } from "../api/routes.ts";
import { endOfDay, startOfDay } from "./days.ts";

/** The filters of the list of calls; they are in the address. */
export interface CallFilters {
  agent?: number;
  campaign?: number;
  /** The id of a version of an agent. */
  version?: number;
  outcome?: string;
  environment?: "production" | "sandbox";
  /** Who answered: a word of the run. */
  answeredBy?: string;
  number?: string;
  /** Only calls that are not over. */
  live?: boolean;
  /** A day of the viewer, or an instant. */
  since?: string;
  until?: string;
  page?: number;
  /** What was said. */
  said?: string;
  /** The query of the list for the calls behind a figure; the other filters narrow them. */
  figure?: string;
}

const filtersOf = ({ agent, campaign, version, outcome, answeredBy, number, live }: CallFilters) => [
  ...(agent === undefined ? [] : [{ attribute: "workflowId", value: { value: agent } }]),
  ...(campaign === undefined ? [] : [{ attribute: "campaignId", value: { value: campaign } }]),
  ...(version === undefined ? [] : [{ attribute: "definitionId", value: { value: version } }]),
  ...(outcome === undefined ? [] : [{ attribute: "outcome", value: { codes: [outcome] } }]),
  ...(answeredBy === undefined ? [] : [{ attribute: "answeredBy", value: { codes: [answeredBy] } }]),
  ...(number === undefined ? [] : [{ attribute: "calledNumber", value: { value: number } }]),
  ...(live ? [{ attribute: "status", value: { status: "in_progress" } }] : []),
];

const PAGE_ROWS = 50;

/** The parameters behind a figure, and its filters. */
const behindFigure = (figure = "") => {
  const { filters, ...parameters } = Object.fromEntries(new URLSearchParams(figure));
  const read: unknown = filters === undefined ? [] : JSON.parse(filters);
  return { parameters, filters: Array.isArray(read) ? read : [] };
};

export const callsQuery = (filters: CallFilters) =>
  queryOptions({
    queryKey: ["calls", filters],
    queryFn: () => {
      const figure = behindFigure(filters.figure);
      return callApi("GET /organizations/usage/runs", {
        query: {
          ...figure.parameters,
          ...(filters.environment !== undefined && { environment: filters.environment }),
          page: filters.page ?? 1,
          limit: PAGE_ROWS,
          filters: JSON.stringify([...figure.filters, ...filtersOf(filters)]),
          ...(filters.since !== undefined && { start_date: startOfDay(filters.since) }),
          ...(filters.until !== undefined && { end_date: endOfDay(filters.until) }),
        },
      });
    },
    refetchInterval: 5_000,
    placeholderData: keepPreviousData,
  });

/** Searches what was said, within the other filters. */
export const saidQuery = (said: string, filters: CallFilters) =>
  queryOptions({
    queryKey: ["calls", "said", said, filters],
    queryFn: () =>
      callApi("GET /calls/search", {
        query: {
          q: said,
          limit: PAGE_ROWS,
          ...(filters.agent !== undefined && { workflow_id: filters.agent }),
          ...(filters.campaign !== undefined && { campaign_id: filters.campaign }),
          ...(filters.outcome !== undefined && { outcome: filters.outcome }),
          ...(filters.environment !== undefined && { environment: filters.environment }),
          ...(filters.since !== undefined && { start_date: startOfDay(filters.since) }),
          ...(filters.until !== undefined && { end_date: endOfDay(filters.until) }),
        },
      }),
    placeholderData: keepPreviousData,
  });

interface CallAddress {
  agentId: number;
  callId: number;
}

const params = ({ agentId, callId }: CallAddress) => ({ params: { workflow_id: agentId, run_id: callId } });

export const callQuery = (address: CallAddress) =>
  queryOptions({
    queryKey: ["call", address.callId],
    queryFn: () => callApi("GET /workflows/{workflow_id}/runs/{run_id}", params(address)),
    refetchInterval: ({ state }) => !state.data?.is_completed && 2_000,
  });

export const transcriptQuery = (address: CallAddress, isLive: boolean) =>
  queryOptions({
    queryKey: ["call", address.callId, "transcript", isLive],
    queryFn: () => callApi("GET /workflows/{workflow_id}/runs/{run_id}/transcript", params(address)),
    refetchInterval: isLive && 1_500,
    placeholderData: keepPreviousData,
  });

/** The first request waits until the API has read the file. */
export const peaksQuery = (address: CallAddress) =>
  queryOptions({
    queryKey: ["call", address.callId, "peaks"],
    queryFn: () => callApi("GET /workflows/{workflow_id}/runs/{run_id}/peaks", params(address)),
    staleTime: Infinity,
  });

export const callTimelineQuery = ({ callId }: CallAddress, isLive: boolean) =>
  queryOptions({
    queryKey: ["call", callId, "timeline", isLive],
    queryFn: () => callApi("GET /timeline", { query: { workflow_run_id: callId, limit: 500 } }),
    refetchInterval: isLive && 2_000,
    placeholderData: keepPreviousData,
  });

export const agentsQuery = queryOptions({
  queryKey: ["agents"],
  queryFn: () => callApi("GET /workflows"),
});

/** Reads the version of the agent that a call ran with. */
export const versionOfCallQuery = ({ workflow_id: agentId, definition_id: id }: Run) => ({
  ...versionQuery(agentId, { definition_id: id ?? 0 }),
  enabled: id !== null,
});
