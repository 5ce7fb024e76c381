import { z } from "zod";
import { toStorable } from "../json/storable.ts";

/** An organization's own system answers with variables within this time: a person waits on the line and has heard nothing yet. */
export const VARIABLES_WITHIN_MS = 2_000;

const answer = z.record(z.string(), z.unknown());
const NO_OBJECT = { fault: "its answer is no JSON object" };

/** Reads what the system has answered: a JSON object, whose fields are variables of the call. `fault`: why there are none. */
export const readFetchedVariables = ({
  status,
  body,
}: {
  status: number;
  body: string;
}): { variables: Record<string, unknown> } | { fault: string } => {
  if (status < 200 || status >= 300) return { fault: `it answered with status ${status}` };
  try {
    const read = answer.safeParse(toStorable(JSON.parse(body)));
    return read.success ? { variables: read.data } : NO_OBJECT;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return NO_OBJECT;
  }
};
