import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

export const publishedAgentsQuery = queryOptions({
  queryKey: ["agents", "published"],
  queryFn: async () => (await api("GET /workflows", { query: { status: "active" } })).filter(({ version }) => version),
});
