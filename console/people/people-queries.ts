import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";

const SHOWN = 20;
const LOOKS_AGAIN_MS = 1_500;

/** What somebody asks by: a number, or an address. */
export type AskedPerson = { phone_number: string } | { email: string };

export const readAsked = (typed: string): AskedPerson =>
  typed.includes("@") ? { email: typed.trim() } : { phone_number: typed.trim() };

/** The erasures of the organization, looked at again while one is under way. */
export const erasuresQuery = queryOptions({
  queryKey: ["people", "erasures"],
  queryFn: () => callApi("GET /people/erasures", { query: { limit: SHOWN } }),
  refetchInterval: ({ state }) => state.data?.erasures.some((row) => row.state === "running") && LOOKS_AGAIN_MS,
});

export const exportsQuery = queryOptions({
  queryKey: ["people", "exports"],
  queryFn: () => callApi("GET /people/exports", { query: { limit: SHOWN } }),
  refetchInterval: ({ state }) => state.data?.exports.some((row) => row.state === "running") && LOOKS_AGAIN_MS,
});
