import { AGENTS } from "./descriptions/agents.ts";
import { CALLS } from "./descriptions/calls.ts";
import { COMMON } from "./descriptions/common.ts";
import { CONTACTS } from "./descriptions/contacts.ts";
import { DOCUMENTS } from "./descriptions/documents.ts";
import { MARKETPLACE } from "./descriptions/marketplace.ts";
import { ORGANIZATIONS } from "./descriptions/organizations.ts";
import { PARAMETERS } from "./descriptions/parameters.ts";
import { PEOPLE } from "./descriptions/people.ts";
import { REHEARSALS } from "./descriptions/rehearsals.ts";
import { REMOVALS } from "./descriptions/removals.ts";
import { SANDBOX } from "./descriptions/sandbox.ts";
import { TELEPHONY } from "./descriptions/telephony.ts";
import { TIMELINE } from "./descriptions/timeline.ts";
import { TOOLS } from "./descriptions/tools.ts";
import { mapValues, type Schema } from "./schema.ts";

const TABLES = [
  PEOPLE,
  REMOVALS,
  REHEARSALS,
  SANDBOX,
  COMMON,
  ORGANIZATIONS,
  AGENTS,
  CALLS,
  CONTACTS,
  TELEPHONY,
  DOCUMENTS,
  TIMELINE,
  TOOLS,
  MARKETPLACE,
];

/** What fields mean, by name; `Schema.field` where a field of one schema means something else. */
export const FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  TABLES.flatMap((table) => Object.entries(table)),
);

/** What parameters mean, by name; `operationId.parameter` where one of one operation means something else. */
export const PARAMETER_DESCRIPTIONS: Readonly<Record<string, string>> = PARAMETERS;

/** Returns the schema with a description for each field; one of the field's own schema comes first. */
export const describeFields = (name: string, schema: Schema): Schema => {
  if (!schema.properties) return schema;
  const properties = mapValues(schema.properties, (field, key) => {
    const description = field.description ?? FIELD_DESCRIPTIONS[`${name}.${key}`] ?? FIELD_DESCRIPTIONS[key];
    return description ? { ...field, description } : field;
  });
  return { ...schema, properties };
};
