import { operations } from "../api/areas.ts";
import type { AnyOperation } from "../api/http/operation.ts";

/** Lists operations that change something and say neither which event they write nor why they write none. */
export const listOperationsWithoutTrace = (list: readonly AnyOperation[]): string[] =>
  list.filter(({ method, timeline }) => method !== "get" && timeline === undefined).map(({ id }) => id);

if (import.meta.main) {
  const silent = listOperationsWithoutTrace(operations);
  for (const id of silent) {
    console.log(
      `${id}\n  but an operation that changes something says in \`timeline\` which event it writes, or why none`,
    );
  }
  process.exitCode = silent.length > 0 ? 1 : 0;
}
