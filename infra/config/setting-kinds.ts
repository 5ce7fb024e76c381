import { z } from "zod";

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
export const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, "must start with postgresql://");
export const livekitUrl = z
  .url({ protocol: /^(https?|wss?)$/, error: "must start with ws://, wss://, http:// or https://" })
  .transform((text) => text.replace(/\/+$/, ""));
export const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ""));
