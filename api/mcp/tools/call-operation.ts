import { z } from "zod";
import { confirm, defineTool } from "../tool.ts";

const fields = z.record(z.string(), z.unknown()).optional();

export const callOperation = defineTool({
  name: "call_operation",
  title: "Call an operation",
  description:
    "Calls one operation of the API, as describe_operation shows it. An operation that dials, spends, deletes or publishes is described first and needs confirm, as start_campaign does.",
  effect: "confirms",
  input: z.object({ operation: z.string().max(100), params: fields, query: fields, body: fields, confirm }),
  run: async (call, { operation, params, query, body }) => {
    const { data, isCut } = await call.askWhole(operation, { params, query, body });
    return isCut ? { data, note: "The answer was longer than a megabyte and ends here" } : data;
  },
});
