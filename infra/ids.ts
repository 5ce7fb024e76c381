import { randomUUID } from "node:crypto";

/** Sources of fresh identifiers, as an argument: tests make them predictable. */
export interface Ids {
  uuid(): string;
}

export const randomIds: Ids = { uuid: () => randomUUID() };
