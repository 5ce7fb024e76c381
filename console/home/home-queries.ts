import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";

export const agentsQuery = queryOptions({ queryKey: ["agents", "home"], queryFn: () => callApi("GET /workflows") });

/** A test in text or in the browser is no such call, and neither is one that a program tries out with a sandbox key. */
const CALLS = JSON.stringify([
  { attribute: "callChannel", value: { status: "telephony" } },
  { attribute: "environment", value: { status: "production" } },
]);

/** Reads whether there is any campaign or call; one ends the first steps, for good. */
export const hasBegunQuery = queryOptions({
  queryKey: ["campaigns", "home", "any"],
  queryFn: async () => {
    const { campaigns } = await callApi("GET /campaigns", { query: { limit: 1 } });
    if (campaigns.length > 0) return true;
    const query = { limit: 1, filters: CALLS };
    return (await callApi("GET /organizations/usage/runs", { query })).total_count > 0;
  },
  refetchInterval: ({ state }) => !state.data && 5_000,
  staleTime: ({ state }) => (state.data ? Infinity : 0),
});

const RUNNING_SHOWN = 10;

/** Reads the newest running campaigns, even when many others are newer. */
export const runningQuery = queryOptions({
  queryKey: ["campaigns", "home", "running"],
  queryFn: () => callApi("GET /campaigns", { query: { state: "running", with_progress: true, limit: RUNNING_SHOWN } }),
  refetchInterval: 5_000,
});

const WEEK_DAYS = 7;

/** Reads today's calls so far. */
export const todayQuery = queryOptions({
  queryKey: ["home", "today"],
  queryFn: () => callApi("GET /team/home", { query: { days: 1 } }),
  refetchInterval: 5_000,
});

/** Reads the last week with the one before it, and what waits for people. */
export const weekQuery = queryOptions({
  queryKey: ["home", "week"],
  queryFn: () => callApi("GET /team/home", { query: { days: WEEK_DAYS } }),
  refetchInterval: 15_000,
});

export const teamQuery = queryOptions({
  queryKey: ["home", "team"],
  queryFn: async () => (await callApi("GET /team/status")).agents,
  refetchInterval: 5_000,
});

export const nowKey = ["home", "now"] as const;
/** The stream keeps it current while the page is visible. */
export const nowQuery = queryOptions({
  queryKey: nowKey,
  queryFn: () => callApi("GET /organizations/live"),
});
