import { type SandboxRule } from "../environment/sandbox.rules.ts";
/**
 * The word of each area of operations in scopes. Operations of the areas without a word take no key: carriers call them with
 * signatures of their own.
 */
export const SCOPE_AREAS = {
  Service: "account",
  Organization: "organization",
  "API keys": "keys",
  Telephony: "telephony",
  Numbers: "numbers",
  Agents: "agents",
  Rehearsals: "rehearsals",
  "Channels and timeline": "channels",
  Contacts: "contacts",
  People: "people",
  Campaigns: "campaigns",
  Calls: "calls",
  Messages: "messages",
  Originals: "sensitive",
  "Text sessions": "text_sessions",
  "Web calls": "web_calls",
  Supervision: "supervision",
  Models: "models",
  "Carrier callbacks": null,
  Credentials: "credentials",
  "Tools and connectors": "tools",
  Webhooks: "webhooks",
  Knowledge: "knowledge",
  Recordings: "recordings",
  Marketplace: "marketplace",
  Team: "team",
} as const;

/** An area of operations; a new one needs its word above. */
export type OperationArea = keyof typeof SCOPE_AREAS;
type ScopeArea = NonNullable<(typeof SCOPE_AREAS)[OperationArea]>;

/** What a narrowed API key may do: read or write in one area. Writing does not include reading. */
export type Scope = `${Exclude<ScopeArea, ReadArea>}:${"read" | "write"}` | `${ReadArea}:read`;

/** Areas in which nothing can be changed. `sensitive:read` is the permission to see what redaction has left out. */
const READ_AREAS = ["sensitive"] as const;
type ReadArea = (typeof READ_AREAS)[number];
const isReadArea = (area: ScopeArea): area is ReadArea => READ_AREAS.some((each) => each === area);

const areas = Object.values(SCOPE_AREAS).filter((area) => area !== null);

/** Every scope, in the order of the areas. */
export const SCOPES: readonly Scope[] = areas.flatMap((area): Scope[] =>
  isReadArea(area) ? [`${area}:read`] : [`${area}:read`, `${area}:write`],
);

/**
 * Tells what the operation needs of a narrowed key; null: it takes no key. An operation that changes nothing and shows no secret reads, and
 * that is what a sandbox key may read as well.
 */
export const requiredScope = (operation: { area: OperationArea; sandbox: SandboxRule }): Scope | null => {
  const area = SCOPE_AREAS[operation.area];
  if (area === null || operation.sandbox === "public") return null;
  if (isReadArea(area)) return `${area}:read`;
  return `${area}:${operation.sandbox === "read" ? "read" : "write"}`;
};
