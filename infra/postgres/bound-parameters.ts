import {
  type Configuration,
  type Dictionary,
  isRaw,
  type QueryResult,
  type RawQueryFragment,
  type Transaction,
} from "@mikro-orm/core";
import {
  type NativeQueryBuilder,
  PostgreSqlConnection,
  PostgreSqlDriver,
  PostgreSqlPlatform,
} from "@mikro-orm/postgresql";
import { CompiledQuery, type Kysely } from "kysely";

/**
 * Sends values to the server apart from the statement. MikroORM's own driver writes them into its text, which the
 * server logs with every error.
 */
export class BoundDriver extends PostgreSqlDriver {
  protected override readonly connection: PostgreSqlConnection;
  protected override readonly platform: PostgreSqlPlatform;

  constructor(config: Configuration) {
    super(config);
    this.connection = new BoundConnection(config);
    this.platform = new ArrayPlatform();
  }
}

class ArrayPlatform extends PostgreSqlPlatform {
  /** Each element is quoted: unquoted, PostgreSQL would read the word null as no value and drop spaces. */
  override marshallArray(values: string[]): string {
    return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
  }
}

class BoundConnection extends PostgreSqlConnection {
  override async execute<T extends QueryResult | Dictionary | Dictionary[] = Dictionary[]>(
    query: string | NativeQueryBuilder | RawQueryFragment,
    params: readonly unknown[] | Dictionary = [],
    method: "all" | "get" | "run" = "all",
    ctx?: Transaction<Kysely<unknown>>,
  ): Promise<T> {
    await this.ensureConnection();
    const asked = typeof query === "string" ? { sql: query, params } : isRaw(query) ? query : query.toRaw();
    if (!Array.isArray(asked.params)) throw new TypeError("parameters are a list");
    const rows = await (ctx ?? this.getClient()).executeQuery(bind(asked.sql, asked.params));
    return this.transformRawResult(rows, method);
  }
}

const bind = (text: string, given: readonly unknown[]): CompiledQuery => {
  const bound: unknown[] = [];
  const fill = (sql: string, values: readonly unknown[]): string => {
    let next = 0;
    return sql.replaceAll(/\\\?|\?\?|\?/g, (mark) => {
      if (mark === "\\?") return "?";
      return mark === "??" ? identifier(String(values[next++])) : place(values[next++]);
    });
  };
  const place = (value: unknown): string => {
    if (isRaw(value)) return fill(value.sql, value.params);
    if (Array.isArray(value)) return value.map(place).join(", ");
    return `$${bound.push(value)}`;
  };
  return CompiledQuery.raw(fill(text, given), bound);
};

const identifier = (name: string): string =>
  name
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");
