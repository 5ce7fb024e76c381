import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { writeCopyFile } from "./contact-rows.ts";

/** The floor of an import: what COPY alone takes for the rows of a file. */
export interface BareTable {
  /** Writes the rows to copy; must come before `copy`. */
  prepare(count: number, organizationId: number): Promise<void>;
  /** Empties this table and that of the contacts, and lets the server write out what it still has to. */
  empty(): Promise<void>;
  /** Copies all rows with one COPY; returns seconds. */
  copy(): Promise<number>;
  close(): Promise<void>;
}

/** A table like that of the contacts, with its checks, defaults, indexes, foreign keys and row-level security. */
const LIKE_CONTACTS = `
create table bare_contacts (like contacts including all);
alter table bare_contacts
  add foreign key (organization_id) references organizations on delete cascade,
  add foreign key (contact_list_id) references contact_lists on delete cascade,
  enable row level security;
create policy tenant on bare_contacts to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)`;

/** COPY into a table with row-level security is for its owner: the floor does not even pay for the policy. */
const COPY =
  "copy bare_contacts (organization_id, contact_list_id, phone_number, name, timezone, attributes) from stdin";

export const openBareTable = async (url: string, { folder }: { folder: string }): Promise<BareTable> => {
  const file = join(folder, "rows.copy");
  const client = new Client(url);
  await client.connect();
  await client.query(LIKE_CONTACTS);
  return {
    prepare: async (count, organizationId) => {
      const { rows } = await client.query<{ id: number }>(
        "insert into contact_lists (organization_id, name) values ($1, 'copied') returning id",
        [organizationId],
      );
      await writeCopyFile(file, { count, organizationId, listId: Number(rows[0]?.id) });
    },
    empty: async () => {
      await client.query("truncate bare_contacts");
      await client.query("truncate contacts cascade");
      await client.query("checkpoint");
    },
    copy: async () => {
      const startedAt = performance.now();
      await pipeline(createReadStream(file), client.query(copyFrom(COPY)));
      return (performance.now() - startedAt) / 1000;
    },
    close: () => client.end(),
  };
};
