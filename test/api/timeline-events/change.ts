import type { TenantRows } from "../../factories/tenant-rows.ts";
import type { EventsPlatform } from "./events-platform.ts";

export interface Place {
  platform: EventsPlatform;
  tenant: TenantRows;
}

/** The differences from the organization's row in the path and from the body of `test/factories/request-bodies.ts`. */
export interface Change {
  params?: Record<string, string | number>;
  body?: object;
  /** The token of a session, where a key does not serve. */
  token?: string;
}

export type Changes = Record<string, (place: Place) => Promise<Change | void> | Change>;
