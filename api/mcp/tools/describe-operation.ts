import { z } from "zod";
import { listConsequences } from "../../../domain/access/consequences.ts";
import { isRecord } from "../../../domain/json/json-value.ts";
import { ToolRefusal } from "../mcp-errors.ts";
import { defineTool } from "../tool.ts";

export const describeOperation = defineTool({
  name: "describe_operation",
  title: "Describe an operation",
  description: "The parameters and the body of one operation as JSON schemas, who may use it and what it brings about.",
  effect: "reads",
  input: z.object({ operation: z.string().max(100) }),
  run: async (call, { operation: id }) => {
    const operation = call.operations.find((one) => one.id === id);
    if (!operation) throw new ToolRefusal(`There is no operation ${id}: look it up with find_operation.`);
    return {
      operation: operation.id,
      does: operation.summary,
      role: operation.permission,
      sandbox: operation.sandbox,
      consequences: listConsequences(operation),
      params: schemaOf(operation.params),
      query: schemaOf(operation.query),
      body: schemaOf(operation.body),
      refuses: Object.fromEntries(
        Object.entries(operation.errors ?? {}).map(([status, error]) => [
          status,
          typeof error === "string" ? error : error.description,
        ]),
      ),
    };
  },
});

const schemaOf = (schema: z.ZodType | undefined): unknown =>
  schema &&
  withoutRootReference(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", target: "draft-2020-12" }));

const DEFINITIONS = "#/$defs/";

/** Writes a named schema in the place of the reference to it: clients read the fields of a body at its root. */
export const withoutRootReference = (schema: object): object => {
  const { $ref: reference, $defs, ...own }: { $ref?: unknown; $defs?: unknown } = { ...schema };
  if (typeof reference !== "string" || !reference.startsWith(DEFINITIONS) || !isRecord($defs)) return schema;
  const { [reference.slice(DEFINITIONS.length)]: named, ...others } = $defs;
  if (!isRecord(named)) return schema;
  // One that contains itself is referred to from within.
  const isAskedAgain = JSON.stringify([named, others]).includes(JSON.stringify(reference));
  const left = isAskedAgain ? $defs : others;
  return withoutRootReference({ ...named, ...own, ...(Object.keys(left).length > 0 && { $defs: left }) });
};
