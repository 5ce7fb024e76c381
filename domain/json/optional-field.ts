import type { z } from "zod";

/** An optional field: absent and null mean the same. */
export const optional = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined);

/** An optional field with a default; null takes the default too. */
export const withDefault = <S extends z.ZodType>(schema: S, fallback: z.output<S>) =>
  schema.nullish().transform((value) => value ?? fallback);

/** An optional field that is null when it is absent. */
export const orNull = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null);
