import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { presentAct } from "../../domain/audit/present-act.ts";
import { type ActFilter, listActs } from "../../infra/postgres/audit/acts.repository.ts";
import { fileTypeFor } from "../http/file-type.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { createRawAnswer } from "../http/raw-answer.ts";
import type { auditExportQuery } from "./audit.schemas.ts";
import { readActFilter } from "./list-acts.ts";

export const JSON_LINES = "application/x-ndjson";
const ACTS_AT_A_TIME = 1_000;

/** Answers with every act that matches, newest first, one JSON object on a line. */
export const exportActs = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof auditExportQuery }>,
) => {
  const filter = readActFilter(context, query);
  return createRawAnswer((response) => {
    response.set({
      "Content-Type": fileTypeFor(response, JSON_LINES),
      "Content-Disposition": 'attachment; filename="audit.jsonl"',
      "Cache-Control": "no-store",
    });
    return pipeline(Readable.from(writeLines(context, filter)), response);
  });
};

async function* writeLines(context: OperationContext, filter: ActFilter): AsyncGenerator<string> {
  let beforeId: number | undefined;
  for (;;) {
    const from = beforeId;
    const rows = await context.inOrganization((tx) => listActs(tx, { ...filter, beforeId: from }, ACTS_AT_A_TIME));
    yield rows.map((row) => `${JSON.stringify(presentAct(row))}\n`).join("");
    beforeId = rows.at(-1)?.id;
    if (rows.length < ACTS_AT_A_TIME) return;
  }
}
