import type { PassageScope } from "./passage-index.ts";

/** Returns a scope as the engines store it: `org`, `channel:12`. */
export const buildScopeKey = (scope: PassageScope): string =>
  "id" in scope ? `${scope.kind}:${scope.id}` : scope.kind;
