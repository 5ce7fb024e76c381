import { appendFileSync } from "node:fs";
import type { Operation } from "../../api/http/operation.ts";

/** A request as a test made it, with what the API answered. */
export interface Exchange {
  id: string;
  params?: object | undefined;
  query?: object | undefined;
  request?: unknown;
  status: number;
  answer?: unknown;
}

/** A JSON line for each exchange goes there: `scripts/examples.ts` makes the examples of the OpenAPI document from them. */
const FILE = process.env["RECORD_EXCHANGES"];

export const recordExchange = ({ id }: Operation, exchange: Omit<Exchange, "id">): void => {
  if (FILE) appendFileSync(FILE, `${JSON.stringify({ id, ...exchange })}\n`);
};
