import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Answer, callApi } from "../api/client.ts";
import { PAGE_ROWS } from "../api/pace.ts";

export const listsKey = ["contact-lists"] as const;

export const listsQuery = queryOptions({
  queryKey: listsKey,
  queryFn: async () => (await callApi("GET /contact-lists")).contact_lists,
});

interface ContactPage {
  page: number;
  q: string | undefined;
}

export const contactsQuery = (listId: number, { page, q }: ContactPage) =>
  queryOptions({
    queryKey: [...listsKey, listId, { page, q }],
    queryFn: () =>
      callApi("GET /contact-lists/{contact_list_id}/contacts", {
        params: { contact_list_id: listId },
        query: { page, limit: PAGE_ROWS, ...(q && { q }) },
      }),
    placeholderData: keepPreviousData,
  });

export const segmentsQuery = (listId: number) =>
  queryOptions({
    queryKey: ["segments", listId],
    queryFn: () =>
      callApi("GET /contact-lists/{contact_list_id}/segments", { params: { contact_list_id: listId } }).then(
        ({ segments }) => segments,
      ),
  });

export type Intake = Answer<"GET /contact-lists/{contact_list_id}/intakes">["intakes"][number];

/** Whoever joins by a form is seen without a reload. */
const INTAKES_EVERY_MS = 10_000;

export const intakesQuery = (listId: number) =>
  queryOptions({
    queryKey: ["intakes", listId],
    queryFn: async () =>
      (await callApi("GET /contact-lists/{contact_list_id}/intakes", { params: { contact_list_id: listId } })).intakes,
    refetchInterval: INTAKES_EVERY_MS,
  });

/** Counts whom an expression is true of; one that is not finished yet is refused, and is not asked again. */
export const segmentPreviewQuery = (listId: number, where: string) =>
  queryOptions({
    queryKey: ["segment-preview", listId, where],
    queryFn: () =>
      callApi("POST /contact-lists/{contact_list_id}/segments/preview", {
        params: { contact_list_id: listId },
        body: { where },
      }),
    retry: false,
    placeholderData: keepPreviousData,
  });

export type Import = Answer<"GET /contact-lists/{contact_list_id}/imports">["imports"][number];
export const isUnderWay = ({ status }: Import): boolean => status === "pending" || status === "processing";

export const IMPORTS_SHOWN = 5;

export const importsQuery = (listId: number) =>
  queryOptions({
    queryKey: ["imports", listId],
    queryFn: async () => {
      const answer = await callApi("GET /contact-lists/{contact_list_id}/imports", {
        params: { contact_list_id: listId },
        // One more import is read, to tell whether there are more.
        query: { limit: IMPORTS_SHOWN + 1 },
      });
      return answer.imports;
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2_000 : false),
  });

export const importQuery = (listId: number, importId: number) =>
  queryOptions({
    queryKey: ["import", listId, importId],
    queryFn: () =>
      callApi("GET /contact-lists/{contact_list_id}/imports/{import_id}", {
        params: { contact_list_id: listId, import_id: importId },
      }),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : 1_000),
  });

const CAMPAIGNS_OFFERED = 100;

/** Reads the newest campaigns that call this list. */
export const campaignsOfListQuery = (listId: number) =>
  queryOptions({
    queryKey: ["campaigns", "of list", listId],
    queryFn: async () =>
      (await callApi("GET /campaigns", { query: { contact_list_id: listId, limit: CAMPAIGNS_OFFERED } })).campaigns,
  });

const LOOK_AGAIN_MS = 5_000;

export const outlookQuery = ({ campaignId, contactId }: { campaignId: number; contactId: number }) =>
  queryOptions({
    queryKey: ["outlook", campaignId, contactId],
    queryFn: () =>
      callApi("GET /campaigns/{campaign_id}/contacts/{contact_id}/outlook", {
        params: { campaign_id: campaignId, contact_id: contactId },
      }),
    refetchInterval: LOOK_AGAIN_MS,
  });

export const checkQuery = (phoneNumber: string) =>
  queryOptions({
    queryKey: ["outlook", phoneNumber],
    queryFn: () => callApi("GET /do-not-call/check", { query: { phone_number: phoneNumber } }),
    refetchInterval: LOOK_AGAIN_MS,
  });

export const consentsKey = ["consents"] as const;
export const consentsQuery = (phoneNumber: string) =>
  queryOptions({
    queryKey: [...consentsKey, phoneNumber],
    queryFn: () => callApi("GET /consents", { query: { phone_number: phoneNumber } }),
  });
