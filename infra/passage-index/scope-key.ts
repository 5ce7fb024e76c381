import type { PassageScope } from "./passage-index.ts";

/** `org`, `channel:12`: a scope as the engines hold it. */
export const scopeKey = (scope: PassageScope): string => ("id" in scope ? `${scope.kind}:${scope.id}` : scope.kind);
