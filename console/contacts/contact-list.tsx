import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, notFound, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Contact } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { FilterFields } from "../ui/filters.tsx";
import { Problem } from "../ui/form.tsx";
import { Megaphone, Trash2, Upload } from "../ui/icons.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { ContactDialog } from "./contact-dialog.tsx";
import { contactsQuery, listsKey, listsQuery } from "./contact-queries.ts";
import { ListImports } from "./list-imports.tsx";
import { ListIntakes } from "./list-intakes.tsx";
import { ListMenu } from "./list-menu.tsx";
import { ListSegments } from "./list-segments.tsx";

const route = getRouteApi("/shell/contacts/$listId");

export const ContactList = () => {
  const { listId } = route.useParams();
  const { q, page = 1 } = route.useSearch();
  const navigate = useNavigate({ from: "/contacts/$listId" });
  const { data: lists } = useSuspenseQuery(listsQuery);
  const { data, error } = useQuery(contactsQuery(listId, { page, q }));
  const list = lists.find(({ id }) => id === listId);
  if (!list) throw notFound();
  const isEmpty = data?.total_count === 0 && !q;
  const importFile = (kind: "plain" | "primary") => (
    <LinkButton kind={kind} needs="operator" to="/contacts/import" search={{ list: listId }}>
      <Upload aria-hidden /> {words.contacts.importFile}
    </LinkButton>
  );
  const show = (search: { q?: string; page?: number }) => void navigate({ search, replace: true });
  return (
    <Page
      title={list.name}
      crumb={<Link to="/contacts">{words.shell.contacts}</Link>}
      actions={
        <>
          <LinkButton kind="primary" needs="operator" to="/campaigns/new" search={{ list: listId }}>
            <Megaphone aria-hidden /> {words.contacts.startCampaign}
          </LinkButton>
          {!isEmpty && importFile("plain")}
          <ListMenu list={list} />
        </>
      }
    >
      {isEmpty ? (
        <Empty title={words.contacts.nobodyYet} text={words.contacts.nobodyYetText}>
          {importFile("primary")}
        </Empty>
      ) : (
        <>
          <FilterFields>
            <TextField
              label={words.contacts.search}
              type="search"
              value={q ?? ""}
              onChange={(text) => show(text ? { q: text } : {})}
            />
          </FilterFields>
          {error && <Problem error={error} />}
          {(data || !error) && (
            <Card
              title={data ? words.contacts.contactCount(formatWhole(data.total_count)) : words.shell.loading}
              isFlush
            >
              {data?.total_count === 0 ? (
                <Empty title={words.contacts.nobody} text="" />
              ) : (
                <DataTable label={list.name} columns={COLUMNS} rows={data?.contacts ?? []} keyOf={({ id }) => id} />
              )}
            </Card>
          )}
          <Pager
            page={page}
            pages={data?.total_pages ?? 1}
            onChange={(next) => show({ ...(q && { q }), page: next })}
          />
        </>
      )}
      {!isEmpty && <ListSegments listId={listId} />}
      <ListIntakes listId={listId} />
      <ListImports listId={listId} />
    </Page>
  );
};

const attributesOf = ({ attributes }: Contact): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" · ");

const COLUMNS: readonly Column<Contact>[] = [
  {
    name: words.contacts.person,
    cell: ({ name, phone_number: number }) =>
      name === null ? (
        NOTHING
      ) : (
        <Link to="/person" search={{ number }} className={table.cellLink}>
          {name}
        </Link>
      ),
  },
  { name: words.contacts.number, cell: (contact) => <Open contact={contact} /> },
  { name: words.contacts.zone, cell: ({ timezone }) => timezone ?? NOTHING },
  { name: words.contacts.consent, cell: ({ consent }) => words.contacts.consents[consent.status] },
  { name: words.contacts.more, cell: (contact) => <span className={table.soft}>{attributesOf(contact)}</span> },
  {
    name: words.contacts.removePerson,
    isNameHidden: true,
    cell: (contact) => <RemovePerson contact={contact} />,
  },
];

const Open = ({ contact }: { contact: Contact }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={`${table.rowLink} ${table.mono}`} onClick={() => setOpen(true)}>
        {contact.phone_number}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={contact.name ?? contact.phone_number} isWide>
        <ContactDialog contact={contact} />
      </Dialog>
    </>
  );
};

const RemovePerson = ({ contact }: { contact: Contact }) => {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const name = contact.name ?? contact.phone_number;
  const remove = useAction({
    run: () =>
      callApi("DELETE /contact-lists/{contact_list_id}/contacts/{contact_id}", {
        params: { contact_list_id: contact.contact_list_id, contact_id: contact.id },
      }),
    said: words.contacts.removedPerson,
    onDone: () => queries.invalidateQueries({ queryKey: listsKey }),
  });
  return (
    <div className={table.actions}>
      <Button
        kind="quiet"
        label={`${words.contacts.removePerson} ${name}`}
        needs="operator"
        disabled={remove.isPending}
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden />
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.contacts.removePersonTitle(name)}
        text={words.contacts.removePersonText}
        action={words.contacts.removePerson}
        refusal={words.shell.cancel}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
};
