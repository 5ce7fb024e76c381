import { type RawBuilder, type SqlBool, sql } from "kysely";
import { COMPARED_NUMBER, KNOWN_FIELDS, type Segment } from "../../../domain/contact/segment.ts";

interface SegmentPlace {
  /** The name of the contacts in the statement. */
  contacts: string;
  organizationId: RawBuilder<unknown> | number;
}

/** Returns the condition that selects the contacts of a segment, as `isInSegment` decides; every value of it is a parameter. */
export const buildSegmentCondition = (segment: Segment, place: SegmentPlace): RawBuilder<SqlBool> => {
  switch (segment.kind) {
    case "and":
    case "or":
      return sql`(${sql.join(
        segment.parts.map((part) => buildSegmentCondition(part, place)),
        segment.kind === "and" ? sql` and ` : sql` or `,
      )})`;
    case "not":
      return sql`not ${buildSegmentCondition(segment.part, place)}`;
    case "empty":
      return sql`${textOf(segment.field, place)} = ''`;
    case "contains":
      return sql`(strpos(${textOf(segment.field, place)}, ${segment.text}::text) > 0)`;
    case "compare":
      return buildComparison(segment, place);
  }
};

/** Lists, objects and what the contact has not count as empty. */
const textOf = (field: string, { contacts }: SegmentPlace): RawBuilder<string> => {
  if (field === "priority") return sql`coalesce(${sql.ref(`${contacts}.priority`)}, 0)::text`;
  if (KNOWN_FIELDS.some((name) => name === field)) return sql`coalesce(${sql.ref(`${contacts}.${field}`)}, '')`;
  const attributes = sql.ref(`${contacts}.attributes`);
  return sql`case when jsonb_typeof(${attributes} -> ${field}::text) in ('string','number','boolean') then ${attributes} ->> ${field}::text else '' end`;
};

const DAY = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";

const buildComparison = (
  { field, comparison, value }: Extract<Segment, { kind: "compare" }>,
  place: SegmentPlace,
): RawBuilder<SqlBool> => {
  const text = textOf(field, place);
  const sign = sql.raw(comparison);
  if (value.kind === "text") return sql`((${text}) collate "C" = ${value.text}::text)`;
  // A case is there so that nothing else is converted.
  if (value.kind === "number")
    return sql`case when (${text}) ~ ${COMPARED_NUMBER.source}::text then (${text})::numeric ${sign} ${value.number}::numeric else false end`;
  const day = value.kind === "day" ? sql`${value.day}::text` : dayFromToday(value.days, place);
  return sql`((${text}) ~ ${DAY}::text and left(${text}, 10) collate "C" ${sign} ${day})`;
};

/** Today is that of the organization. */
const dayFromToday = (days: number, { organizationId }: SegmentPlace): RawBuilder<string> => sql`
  (select to_char((now() at time zone coalesce(o.timezone, 'UTC'))::date + ${days}::integer, 'YYYY-MM-DD')
    from organizations o where o.id = ${organizationId})`;
