import { type RawBuilder, sql } from "kysely";
import type { FoundBy } from "./table-data.ts";

/** What a person is found by. */
export interface FoundPerson {
  organizationId: number;
  /** E.164. */
  numbers: readonly string[];
  /** Ids of the runs in which the person was called, called or wrote. */
  runIds: readonly number[];
  /** UUIDs of the documents that name the person. */
  documentUuids: readonly string[];
}

/** Selects the rows of a person by a column. */
export const isOfPerson = (by: FoundBy, column: string, person: FoundPerson): RawBuilder<boolean> =>
  CONDITIONS[by](sql.ref(column), person);

type Condition = (column: RawBuilder<unknown>, person: FoundPerson) => RawBuilder<boolean>;

const ofRuns = (runIds: readonly number[]) => sql`any(${runIds}::bigint[])`;
const documentsOf = ({ documentUuids }: FoundPerson) =>
  sql`select d.id from documents d where d.document_uuid = any(${documentUuids}::uuid[])`;

const CONDITIONS: Readonly<Record<FoundBy, Condition>> = {
  number: (column, { numbers }) => sql`${column} = any(${numbers}::text[])`,
  run: (column, { runIds }) => sql`${column} = ${ofRuns(runIds)}`,
  delivery: (column, { runIds }) => sql`${column} in (
    select d.id from webhook_deliveries d
    where d.timeline_event_id in (select e.id from timeline_events e where e.run_id = ${ofRuns(runIds)})
      or d.request_id in (select r.id from requests r where r.run_id = ${ofRuns(runIds)}))`,
  scenario: (column, { runIds }) => sql`${column} in (
    select s.id from scenarios s where (s.source ->> 'run_id')::bigint = ${ofRuns(runIds)})`,
  document: (column, person) => sql`${column} in (${documentsOf(person)})`,
  document_version: (column, person) => sql`${column} in (
    select v.id from document_versions v where v.document_id in (${documentsOf(person)}))`,
};
