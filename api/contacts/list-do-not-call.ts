import { listDoNotCall as listEntries } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { DoNotCallEntry } from "../../infra/postgres/contact/do-not-call-entry.entity.ts";
import { invalidCursor } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { doNotCallQuery } from "./do-not-call.schemas.ts";

/** Lists entries in the order of numbers; the cursor is the last number of the page. */
export const listDoNotCall = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof doNotCallQuery }>,
) => {
  const { limit } = query;
  const digits = query.q?.replaceAll(/[^\d+]/g, "");
  if (digits === "") return { do_not_call: [], next_cursor: null };
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const rows = await context.inOrganization((tx) => listEntries(tx, { digits, after, limit: limit + 1 }));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { do_not_call: page, next_cursor: last ? writeCursor(last) : null };
};

type EntryName = Pick<DoNotCallEntry, "phone_number" | "environment">;

const writeCursor = ({ phone_number, environment }: EntryName): string =>
  Buffer.from(`${phone_number} ${environment}`).toString("base64url");

const readCursor = (cursor: string): EntryName => {
  const [, phone_number, environment] =
    /^(\+\d+) (production|sandbox)$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  if (phone_number === undefined || environment === undefined) throw invalidCursor();
  return { phone_number, environment: environment === "sandbox" ? "sandbox" : "production" };
};
