import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";

export const teamKey = ["team"] as const;

export const membersQuery = queryOptions({
  queryKey: [...teamKey, "members"],
  queryFn: async () => (await callApi("GET /team/members")).members,
});

export const invitationsQuery = queryOptions({
  queryKey: [...teamKey, "invitations"],
  queryFn: async () => (await callApi("GET /team/invitations")).invitations,
});
