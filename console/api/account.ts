import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: () => api("GET /auth/me"),
  staleTime: 60_000,
});

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: () => api("GET /health"),
  staleTime: Infinity,
});

export const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  queryFn: () => api("GET /organizations/preferences"),
  staleTime: 60_000,
});
