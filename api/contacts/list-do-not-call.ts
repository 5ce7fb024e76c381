import type { z } from "zod";
import { listDoNotCall as listEntries } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { doNotCallQuery } from "./do-not-call.schemas.ts";

/** Lists entries in the order of numbers; the cursor is the last number of the page. */
export const listDoNotCall = async (
  context: OperationContext,
  { query }: { query: z.output<typeof doNotCallQuery> },
) => {
  const { limit } = query;
  const digits = query.q?.replaceAll(/[^\d+]/g, "");
  if (digits === "") return { do_not_call: [], next_cursor: null };
  const after =
    query.cursor === undefined
      ? undefined
      : Buffer.from(query.cursor, "base64url").toString("utf8").replaceAll("\0", "");
  const rows = await context.inOrganization((tx) => listEntries(tx, { digits, after, limit: limit + 1 }));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { do_not_call: page, next_cursor: last ? Buffer.from(last.phone_number).toString("base64url") : null };
};
