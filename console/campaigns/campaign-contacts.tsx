import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Campaign } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { filterClass, Filters } from "../ui/filters.tsx";
import { Problem } from "../ui/form.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { campaignKey, campaignQuery } from "./campaign-queries.ts";
import { buildColumns } from "./contact-columns.tsx";
import { ContactOutlook } from "./contact-outlook.tsx";
import { CONTACT_STATES, type Contact, type ContactState, isContactState } from "./contact-states.ts";

const route = getRouteApi("/shell/campaigns/$campaignId/contacts");
const PAGE_ROWS = 100;
const EVERY_MS = 5_000;
/** The contacts of one state may have to be looked for among all of the campaign. */
const STATE_EVERY_MS = 30_000;

const useContacts = (campaignId: number, state: ContactState | undefined) =>
  useInfiniteQuery({
    queryKey: [...campaignKey(campaignId), "contacts", { state }],
    queryFn: ({ pageParam }) =>
      callApi("GET /campaigns/{campaign_id}/contacts", {
        params: { campaign_id: campaignId },
        query: { limit: PAGE_ROWS, ...(state && { state }), ...(pageParam > 0 && { cursor: pageParam }) },
      }),
    // No contact has this id.
    initialPageParam: 0,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // Somebody who reads on keeps what they have read.
    refetchInterval: ({ state: { data } }) =>
      (data === undefined || data.pages.length === 1) && (state ? STATE_EVERY_MS : EVERY_MS),
  });

/** Shows the contacts of a campaign by where it has them. */
export const CampaignContacts = () => {
  const { campaignId } = route.useParams();
  const { state } = route.useSearch();
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const list = useContacts(campaignId, state);
  const { data, error } = list;
  const [asked, setAsked] = useState<Contact | null>(null);
  const total = data?.pages.at(-1)?.total_count;
  return (
    <Page
      title={words.campaigns.contactsTitle(campaign.name)}
      crumb={
        <Link to="/campaigns/$campaignId" params={{ campaignId }}>
          {campaign.name}
        </Link>
      }
    >
      {campaign.state === "draft" ? (
        <NotTaken campaign={campaign} />
      ) : (
        <>
          <StateFilters campaignId={campaignId} />
          {error && <Problem sentence={error.message} />}
          {total !== undefined && (
            <Card title={words.contacts.contactCount(formatWhole(total))} isFlush>
              {total === 0 ? (
                <Empty title={words.campaigns.noContactInState} text="" />
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

/** A draft has taken nobody yet: its list is what can be looked at. */
const NotTaken = ({ campaign: { contact_list_id: listId } }: { campaign: Campaign }) => (
  <Empty title={words.campaigns.noContactsYet} text={words.campaigns.noContactsYetText} docs="Campaigns">
    {listId !== null && (
      <LinkButton kind="primary" to="/contacts/$listId" params={{ listId }}>
        {words.campaigns.showTheList}
      </LinkButton>
    )}
  </Empty>
);

const StateFilters = ({ campaignId }: { campaignId: number }) => (
  <Filters label={words.campaigns.byState}>
    {[undefined, ...Object.keys(CONTACT_STATES).filter(isContactState)].map((state: ContactState | undefined) => (
      <Link
        key={state ?? ""}
        to="/campaigns/$campaignId/contacts"
        params={{ campaignId }}
        search={state ? { state } : {}}
        className={filterClass}
        activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      >
        {state ? words.campaigns.contactStates[state] : words.campaigns.all}
      </Link>
    ))}
  </Filters>
);
