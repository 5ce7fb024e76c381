import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

export const listsKey = ["contact-lists"] as const;

export const listsQuery = queryOptions({
  queryKey: listsKey,
  queryFn: async () => (await api("GET /contact-lists")).contact_lists,
});

interface ContactPage {
  page: number;
  q: string | undefined;
}

const PAGE_ROWS = 100;

export const contactsQuery = (listId: number, { page, q }: ContactPage) =>
  queryOptions({
    queryKey: [...listsKey, listId, { page, q }],
    queryFn: () =>
      api("GET /contact-lists/{contact_list_id}/contacts", {
        params: { contact_list_id: listId },
        query: { page, limit: PAGE_ROWS, ...(q && { q }) },
      }),
    placeholderData: keepPreviousData,
  });

export const importQuery = (listId: number, importId: number) =>
  queryOptions({
    queryKey: ["import", listId, importId],
    queryFn: () =>
      api("GET /contact-lists/{contact_list_id}/imports/{import_id}", {
        params: { contact_list_id: listId, import_id: importId },
      }),
    refetchInterval: ({ state }) =>
      state.data?.status === "completed" || state.data?.status === "failed" ? false : 1_000,
  });
