import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

export const teamKey = ["team"] as const;

export const membersQuery = queryOptions({
  queryKey: [...teamKey, "members"],
  queryFn: async () => (await api("GET /team/members")).members,
});

export const invitationsQuery = queryOptions({
  queryKey: [...teamKey, "invitations"],
  queryFn: async () => (await api("GET /team/invitations")).invitations,
});
