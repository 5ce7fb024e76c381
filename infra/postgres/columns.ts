import type { ColumnType } from "kysely";

/** Read as a Date; written as a Date or an ISO 8601 string. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;

/** A JSON object of a known shape: only code that checks it writes the column. */
export type JsonOf<T extends object> = ColumnType<T, T, T>;

/** A JSON object; written as the object itself. */
export type Json = ColumnType<Record<string, unknown>, object, object>;
export type GeneratedJson = ColumnType<Record<string, unknown>, object | undefined, object>;
