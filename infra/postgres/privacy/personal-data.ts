import type { Tables } from "../tables.ts";
import { callData } from "./call-data.ts";
import { contactData } from "./contact-data.ts";
import { otherData } from "./other-data.ts";
import { settingsData } from "./settings-data.ts";
import type { TableData } from "./table-data.ts";

/**
 * The one list of what the database holds about the people whom an organization calls or who call it. Erasure and export walk it. A
 * column that it does not name fails `test/infra/postgres/privacy/personal-data.test.ts`: say there how rows about a person are found, or that it
 * holds nothing of one.
 */
export const PERSONAL_DATA: Readonly<Record<keyof Tables, TableData>> = {
  ...contactData,
  ...callData,
  ...settingsData,
  ...otherData,
};
