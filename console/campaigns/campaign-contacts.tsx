import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { PAGE_ROWS, POLL_EVERY_MS } from "../api/pace.ts";
import type { Campaign } from "../api/routes.ts";
import { omitUnset } from "../search-params.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { TextField } from "../ui/fields.tsx";
import { FilterFields, Filters, filterClass } from "../ui/filters.tsx";
import { Problem } from "../ui/form.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { formatInstant, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { campaignKey, campaignQuery } from "./campaign-queries.ts";
import { buildColumns } from "./contact-columns.tsx";
import { ContactOutlook } from "./contact-outlook.tsx";
import { CONTACT_STATES, type Contact, type ContactState, isContactState } from "./contact-states.ts";

const route = getRouteApi("/shell/campaigns/$campaignId/contacts");
/**
 * The interval is long, because the contacts of one state, or those with a name, may have to be searched among all of the campaign.
 */
const LOOKED_FOR_EVERY_MS = 30_000;

interface Wanted {
  state?: ContactState | undefined;
  q?: string | undefined;
  /** As they were then. */
  as_of?: string | undefined;
}

const useContacts = (campaignId: number, { state, q, as_of }: Wanted) =>
  useInfiniteQuery({
    queryKey: [...campaignKey(campaignId), "contacts", { state, q, as_of }],
    queryFn: ({ pageParam }) =>
      callApi("GET /campaigns/{campaign_id}/contacts", {
        params: { campaign_id: campaignId },
        query: {
          limit: PAGE_ROWS,
          ...(state && { state }),
          ...(q && { q }),
          ...(as_of && { as_of }),
          ...(pageParam > 0 && { cursor: pageParam }),
        },
      }),
    // No contact has this id.
    initialPageParam: 0,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    // The list is not refreshed for a person who has read further pages.
    refetchInterval: ({ state: { data } }) =>
      as_of === undefined &&
      (data === undefined || data.pages.length === 1) &&
      (state || q ? LOOKED_FOR_EVERY_MS : POLL_EVERY_MS),
  });

/** Shows the contacts of a campaign by their state. */
export const CampaignContacts = () => {
  const { campaignId } = route.useParams();
  const { state, q, as_of } = route.useSearch();
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const list = useContacts(campaignId, { state, q: useSettled(q), as_of });
  const { data, error } = list;
  const [asked, setAsked] = useState<Contact | null>(null);
  const total = data?.pages.at(-1)?.total_count;
  return (
    <Page
      title={words.campaigns.contactsTitle(campaign.name)}
      crumb={
        <Link to="/campaigns/$campaignId" params={{ campaignId }} search={omitUnset({ as_of })}>
          {campaign.name}
        </Link>
      }
    >
      {campaign.state === "draft" || campaign.state === "scheduled" ? (
        <NotTaken campaign={campaign} />
      ) : (
        <>
          <ContactFilters campaignId={campaignId} wanted={{ state, q, as_of }} />
          {as_of !== undefined && (
            <Notice tone="calm" title={words.campaigns.timeShown(formatInstant(as_of))}>
              <Link to="/campaigns/$campaignId/contacts" params={{ campaignId }} search={omitUnset({ state, q })}>
                {words.campaigns.timeBack}
              </Link>
            </Notice>
          )}
          {error && <Problem error={error} />}
          {total !== undefined && (
            <Card title={words.contacts.contactCount(formatWhole(total))} isFlush>
              {total === 0 ? (
                <Empty title={q ? words.contacts.nobody : words.campaigns.noContactInState} text="" />
              ) : (
                <DataTable
                  label={words.campaigns.contacts}
                  columns={buildColumns(campaignId, setAsked)}
                  rows={data?.pages.flatMap(({ contacts }) => contacts) ?? []}
                  keyOf={({ id }) => id}
                />
              )}
            </Card>
          )}
          <ShowMore list={list} />
        </>
      )}
      <ContactOutlook
        campaignId={campaignId}
        contact={asked && { ...asked, id: asked.contact_id ?? 0 }}
        onClose={() => setAsked(null)}
      />
    </Page>
  );
};

/** A draft has copied no contacts yet, so the list itself is shown. */
const NotTaken = ({ campaign: { contact_list_id: listId } }: { campaign: Campaign }) => (
  <Empty title={words.campaigns.noContactsYet} text={words.campaigns.noContactsYetText}>
    {listId !== null && (
      <LinkButton kind="primary" to="/contacts/$listId" params={{ listId }}>
        {words.campaigns.showTheList}
      </LinkButton>
    )}
  </Empty>
);

const ContactFilters = ({ campaignId, wanted: { state, q, as_of } }: { campaignId: number; wanted: Wanted }) => {
  const navigate = useNavigate({ from: "/campaigns/$campaignId/contacts" });
  return (
    <>
      <Filters label={words.campaigns.byState}>
        {[undefined, ...Object.keys(CONTACT_STATES).filter(isContactState)].map((each: ContactState | undefined) => (
          <Link
            key={each ?? ""}
            to="/campaigns/$campaignId/contacts"
            params={{ campaignId }}
            search={omitUnset({ state: each, q, as_of })}
            className={filterClass}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          >
            {each ? words.campaigns.contactStates[each] : words.campaigns.all}
          </Link>
        ))}
      </Filters>
      <FilterFields>
        <TextField
          label={words.contacts.search}
          type="search"
          value={q ?? ""}
          onChange={(text) =>
            void navigate({ search: omitUnset({ state, q: text || undefined, as_of }), replace: true })
          }
        />
      </FilterFields>
    </>
  );
};
