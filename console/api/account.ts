import { queryOptions } from "@tanstack/react-query";
import { callApi } from "./client.ts";

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: () => callApi("GET /auth/me"),
  staleTime: 60_000,
});

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: () => callApi("GET /health"),
  staleTime: Infinity,
});

export const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  queryFn: () => callApi("GET /organizations/preferences"),
  staleTime: 60_000,
});

export const retentionQuery = queryOptions({
  queryKey: ["retention"],
  queryFn: () => callApi("GET /organizations/retention"),
  staleTime: 60_000,
});
