import type { AnyOperation } from "../../api/http/operation.ts";
import { parametersOf } from "../harness/operation-walk.ts";
import { validBodies } from "./request-bodies.ts";
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

/** Tells whether a path parameter names something of the platform, not of an organization. */
export const isOfPlatform = (parameter: string): boolean => parameter in PLATFORM_PARAMETERS;

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
