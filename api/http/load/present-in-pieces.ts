import { setImmediate } from "node:timers/promises";
import { z } from "zod";

/** So long a long answer is worked on at once; other requests have the thread in between. */
const SLICE_MS = 4;

/**
 * Presents a result by its schema and writes it as JSON, one entry of a list after another: a page of a hundred long texts is
 * checked and written without keeping everybody else waiting for all of it.
 */
export const presentInPieces = async (schema: z.ZodType, result: unknown): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let sliceEndsAtMs = performance.now() + SLICE_MS;
  for (const piece of writeJson(schema, result)) {
    pieces.push(Buffer.from(piece));
    if (performance.now() < sliceEndsAtMs) continue;
    await setImmediate();
    sliceEndsAtMs = performance.now() + SLICE_MS;
  }
  return Buffer.concat(pieces);
};

function* writeJson(schema: z.ZodType, value: unknown): Generator<string> {
  if (isPlainList(schema) && Array.isArray(value)) yield* writeList(schema, value);
  else if (isPlainObject(schema) && typeof value === "object" && value !== null) yield* writeObject(schema, value);
  else yield JSON.stringify(schema.parse(value));
}

function* writeList(schema: z.ZodArray<z.ZodType>, list: readonly unknown[]): Generator<string> {
  yield "[";
  for (const [index, item] of list.entries())
    yield `${index === 0 ? "" : ","}${JSON.stringify(schema.element.parse(item))}`;
  yield "]";
}

function* writeObject(schema: z.ZodObject<Record<string, z.ZodType>>, object: object): Generator<string> {
  let isFirst = true;
  yield "{";
  for (const [name, part] of Object.entries(schema.shape)) {
    const value: unknown = Reflect.get(object, name);
    if (value === undefined && part.parse(value) === undefined) continue;
    yield `${isFirst ? "" : ","}${JSON.stringify(name)}:`;
    yield* writeJson(part, value);
    isFirst = false;
  }
  yield "}";
}

/** Nothing but its entries is checked. */
const isPlainList = (schema: z.ZodType): schema is z.ZodArray<z.ZodType> =>
  schema instanceof z.ZodArray && hasNoChecks(schema);

/** Nothing but its fields is checked, and what it does not name is left out. */
const isPlainObject = (schema: z.ZodType): schema is z.ZodObject<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined && hasNoChecks(schema);

const hasNoChecks = ({ def }: z.ZodType): boolean => (def.checks ?? []).length === 0;
