import { z } from "zod";
import { MOST_RETENTION_DAYS, RETENTION_KINDS, type RetentionKind } from "../../domain/removal/retention.rules.ts";

/** The kinds of values that variables hold. */
export const port = z.coerce.number().int().min(0).max(65535);
export const count = z.coerce.number().int().min(1);
export const text = z.string().min(1);
export const flag = z.stringbool();
export const connections = (usual: number) => z.coerce.number().int().min(2).max(200).default(usual);
export const encryptionKey = z.string().regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal digits: 32 random bytes");
export const separatedByCommas = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
/** Days by kind: `words=90,recordings=30`. */
export const ceilings = z
  .string()
  .default("")
  .transform((given, context) => {
    const days: Partial<Record<RetentionKind, number>> = {};
    for (const part of separatedByCommas(given)) {
      const [, name, number] = /^(\w+)=(\d+)$/.exec(part) ?? [];
      const kind = CEILED_KINDS.find((each) => each === name);
      if (!kind || Number(number) < 1 || Number(number) > MOST_RETENTION_DAYS) {
        const message = `${part} is no kind with its days, such as words=90; kinds are ${CEILED_KINDS.join(", ")}, and KEEP_RUNS_DAYS is for calls`;
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      }
      days[kind] = Number(number);
    }
    return days;
  });
const CEILED_KINDS = RETENTION_KINDS.filter((kind) => kind !== "runs");

export const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, "must start with postgresql://");
export const livekitUrl = z
  .url({ protocol: /^(https?|wss?)$/, error: "must start with ws://, wss://, http:// or https://" })
  .transform((text) => text.replace(/\/+$/, ""));
export const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ""));
