import { sql } from "kysely";
import type { Segment } from "../../../domain/contact/segment.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { ContactList } from "./contact-list.entity.ts";
import { buildSegmentCondition } from "./segment-condition.ts";

/** A kept segment of a list: what was written. */
export type KeptSegment = ContactList["segments"][number];

export const writeSegments = async (
  tx: OrganizationTransaction,
  listId: number,
  segments: readonly KeptSegment[],
): Promise<void> => {
  await sql`update contact_lists set segments = ${JSON.stringify(segments)}::jsonb where id = ${listId}`.execute(tx);
};

export interface SegmentPreview {
  count: number;
  examples: { id: number; phone_number: string; name: string | null }[];
}

/** Counts the contacts of a list that are in a segment now, and gives the first of them. It reads the whole list. */
export const previewSegment = async (
  tx: OrganizationTransaction,
  list: Pick<ContactList, "id" | "organization_id">,
  { segment, examples }: { segment: Segment; examples: number },
): Promise<SegmentPreview> => {
  const condition = buildSegmentCondition(segment, { contacts: "c", organizationId: list.organization_id });
  const { rows } = await sql<SegmentPreview>`
    with found as materialized (
      select c.id, c.phone_number, c.name from contacts c where c.contact_list_id = ${list.id} and ${condition}
    )
    select (select count(*)::int from found) as count,
      (select coalesce(jsonb_agg(first), '[]') from (select * from found order by id limit ${examples}) first) as examples`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, examples: [] };
};
