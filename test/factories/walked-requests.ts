import type { AnyOperation } from "../../api/http/operation.ts";
import { parametersOf } from "../harness/operation-walk.ts";
import { validBodies } from "./request-bodies.ts";
import { signSignIn } from "./sign-ins.ts";
import type { TenantRows } from "./tenant-rows.ts";

/** The same for every organization. */
const PLATFORM_PARAMETERS: Record<string, string> = {
  name: "startCall",
  template_id: "order-status",
  slug: "help-desk",
  level: "0",
  tile: "000",
  rest: "000",
  width: "000",
};

/** Names that have another meaning in an area. */
const slugOf = ({ id }: AnyOperation): Record<string, string> =>
  id.startsWith("tools.connectors.") ? { slug: "slack" } : {};

/** Path parameters that name no row: the number of a person, whom any organization may call. */
const NAMES_NO_ROW: Record<string, readonly string[]> = { "contacts.put": ["phone_number"] };

/** Tells whether a path parameter names something that is not of one organization. */
export const isOfPlatform = (operation: AnyOperation, parameter: string): boolean =>
  parameter in PLATFORM_PARAMETERS || (NAMES_NO_ROW[operation.id] ?? []).includes(parameter);

/** Queries of operations that need one. */
const QUERIES: Record<string, Record<string, string>> = {
  "calls.search": { q: "an appointment" },
  "channels.draft": { assistant: "true" },
  "channels.draft.stream": { assistant: "true" },
  "contacts.consents.get": { phone_number: "+12025550100" },
  "campaigns.calendar": { from: "2026-12-01T00:00:00Z", to: "2027-01-01T00:00:00Z" },
  "people.get": { phone_number: "+12025550100" },
  "people.history": { phone_number: "+12025550100" },
  "contacts.doNotCall.check": { phone_number: "+12025550100" },
  "campaigns.previewBackFill": { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
};

export const walkedQuery = ({ id }: AnyOperation): Record<string, string> =>
  id === "keys.readSignIn" ? { request: signSignIn() } : (QUERIES[id] ?? {});

/** Returns values for an operation's path parameters, each of the organization that `ownerOf` names. */
export const walkedParams = (operation: AnyOperation, ownerOf: (parameter: string) => TenantRows) =>
  Object.fromEntries(
    parametersOf(operation).map((parameter) => {
      const value =
        { ...PLATFORM_PARAMETERS, ...slugOf(operation) }[parameter] ?? ownerOf(parameter).pathParameters[parameter];
      if (value === undefined)
        throw new Error(`no row for the path parameter ${parameter}: see test/factories/tenant-rows.ts`);
      return [parameter, value];
    }),
  );

/** Returns a body that the operation accepts, with ids of this organization. */
export const walkedBody = (operation: AnyOperation, rows: TenantRows): unknown => {
  if (!operation.body || operation.bodyKind === "raw") return undefined;
  const body = validBodies(rows)[operation.id] ?? {};
  const parsed = operation.body.safeParse(body);
  if (!parsed.success) throw new Error(`no valid body for ${operation.id}: see test/factories/request-bodies.ts`);
  return body;
};
