import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

export const listsQuery = queryOptions({
  queryKey: ["contact-lists"],
  queryFn: async () => (await api("GET /contact-lists")).contact_lists,
});

export const publishedAgentsQuery = queryOptions({
  queryKey: ["agents", "published"],
  queryFn: async () => (await api("GET /workflows", { query: { status: "active" } })).filter(({ version }) => version),
});

export const accountsQuery = queryOptions({
  queryKey: ["accounts"],
  queryFn: async () => (await api("GET /organizations/telephony-configs")).configurations,
});
