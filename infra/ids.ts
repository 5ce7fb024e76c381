import { createHash, randomUUID } from "node:crypto";

/** Sources of new identifiers as a parameter, so that tests can make them predictable. */
export interface Ids {
  uuid(): string;
}

export const randomIds: Ids = { uuid: () => randomUUID() };

/** Returns a UUID (version 8, custom) that depends on the text alone, so that something is created under it only once. */
export const deriveUuid = (text: string): string => {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
