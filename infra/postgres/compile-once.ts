import type { CompiledQuery } from "kysely";
import type { OrganizationTransaction } from "./database.ts";

/**
 * Returns a statement that is composed and compiled at its first use, for those that run many times a second. `compile` gives its
 * parameters any values; each use names them in the order in which they stand in the statement.
 */
export const compileOnce = <Row>(
  compile: (tx: OrganizationTransaction) => CompiledQuery<Row>,
): ((tx: OrganizationTransaction, parameters: readonly unknown[]) => Promise<Row[]>) => {
  let compiled: CompiledQuery<Row> | undefined;
  return async (tx, parameters) => {
    compiled ??= compile(tx);
    const { rows } = await tx.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
};
