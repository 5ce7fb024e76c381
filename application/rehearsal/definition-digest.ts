import { createHash } from "node:crypto";

/** Names a stored definition by what it says, so that a change of it is noticed whoever has made it, and in what way. */
export const digestDefinition = ({ definition }: { definition: object }): string =>
  createHash("sha256").update(JSON.stringify(definition)).digest("base64url");
