import type { InferKyselyDB } from "@mikro-orm/postgresql";
import type { ColumnType } from "kysely";
import type { entities } from "./entities.ts";

/** Every table by its name, for typed queries. */
export interface Tables extends Written<InferKyselyDB<(typeof entities)[number]>> {}

/** Times may also be written as ISO 8601, and JSON of unknown shape as any object. */
type Written<T> = { [Table in keyof T]: { [Column in keyof T[Table]]: WrittenColumn<T[Table][Column]> } };
type WrittenColumn<C> =
  C extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, WrittenValue<I>, WrittenValue<U>>
    : ColumnType<C, WrittenValue<C>, WrittenValue<C>>;
type WrittenValue<V> = V extends Date ? Date | string : Record<string, unknown> extends V ? object : V;
