import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ContactList } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Upload } from "../ui/icons.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Empty, Page } from "../ui/page.tsx";
import table from "../ui/table.module.css";
import { formatDay, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { listsQuery } from "./contact-queries.ts";
import { NewList } from "./new-list.tsx";

export const ContactLists = () => {
  const { data: lists } = useSuspenseQuery(listsQuery);
  const importFile = (
    <LinkButton kind="primary" needs="operator" to="/contacts/import">
      <Upload aria-hidden /> {words.contacts.importFile}
    </LinkButton>
  );
  return (
    <Page
      title={words.shell.contacts}
      actions={
        <>
          <LinkButton needs="admin" to="/people">
            {words.people.title}
          </LinkButton>
          <NewList />
          {lists.length > 0 && importFile}
        </>
      }
    >
      {lists.length === 0 ? (
        <Empty title={words.contacts.empty} text={words.contacts.emptyText}>
          {importFile}
        </Empty>
      ) : (
        <Card title={words.contacts.count(formatWhole(lists.length))} isFlush>
          <DataTable label={words.shell.contacts} columns={COLUMNS} rows={lists} keyOf={({ id }) => id} />
        </Card>
      )}
    </Page>
  );
};

const COLUMNS: readonly Column<ContactList>[] = [
  {
    name: words.contacts.name,
    cell: ({ id, name, description }) => (
      <>
        <Link className={table.rowLink} to="/contacts/$listId" params={{ listId: id }}>
          {name}
        </Link>
        {description && <p className={table.soft}>{description}</p>}
      </>
    ),
  },
  {
    name: words.contacts.people,
    isNumber: true,
    cell: ({ id, contact_count: count }) => (
      <Link className={table.link} to="/contacts/$listId" params={{ listId: id }}>
        {formatWhole(count)}
      </Link>
    ),
  },
  { name: words.contacts.made, cell: ({ created_at }) => <span className={table.soft}>{formatDay(created_at)}</span> },
];
