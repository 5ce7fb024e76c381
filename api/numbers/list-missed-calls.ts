import type { MissedCall } from "../../infra/postgres/call/missed-call.entity.ts";
import { listMissedCalls as readMissedCalls } from "../../infra/postgres/call/missed-calls.repository.ts";
import { invalidCursor } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { missedCallsQuery } from "./missed-calls.schemas.ts";

/** Lists callers who were not answered, newest first. The cursor is the last call of the page. */
export const listMissedCalls = async (
  context: OperationContext,
  { query: { since, cursor, limit } }: OperationInput<{ query: typeof missedCallsQuery }>,
) => {
  const rows = await context.inOrganization((tx) =>
    readMissedCalls(tx, {
      since: since === undefined ? null : new Date(since),
      after: cursor === undefined ? null : readCursor(cursor),
      limit: limit + 1,
    }),
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { missed_calls: page, next_cursor: last ? writeCursor(last) : null };
};

const writeCursor = ({ at, id }: MissedCall): string => Buffer.from(`${at.getTime()}.${id}`).toString("base64url");

const CURSOR = /^(\d{1,15})\.(\d{1,15})$/;

const readCursor = (cursor: string): { at: Date; id: number } => {
  const [, at, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  if (!at || !id) throw invalidCursor();
  return { at: new Date(Number(at)), id: Number(id) };
};
