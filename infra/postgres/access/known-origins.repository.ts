import { hash } from "node:crypto";
import { sql } from "kysely";
import { ORIGIN_KNOWN_FOR_MS } from "../../../domain/access/login-slowdown.ts";
import type { Database } from "../database.ts";

/** Where somebody logs in. */
export interface LoginOrigin {
  /** The network address, as `toCallerNetwork` returns it. */
  address: string;
  /** The secret that a browser got at an earlier log-in, hashed; null: none. */
  browser: string | null;
}

/** Tells whether the person has logged in from this network, or in this browser, in the last half year. */
export const knowsOrigin = async (
  { withoutOrganization: db }: Database,
  { userId, place, now }: { userId: number; place: LoginOrigin; now: Date },
): Promise<boolean> => {
  const since = new Date(now.getTime() - ORIGIN_KNOWN_FOR_MS);
  const { rows } = await sql<{ known: boolean }>`
    select auth_knows_place(${userId}, ${hashPlaces(userId, place)}::bytea[], ${since}) as known`.execute(db);
  return rows[0]?.known === true;
};

/** Remembers the network and the browser of a log-in. */
export const rememberOrigin = async (
  { withoutOrganization: db }: Database,
  { userId, place, now }: { userId: number; place: LoginOrigin; now: Date },
): Promise<void> => {
  for (const hashed of hashPlaces(userId, place))
    await sql`select auth_remember_place(${userId}, ${hashed}, ${now})`.execute(db);
};

/** Hashed together with the person, so that rows do not tell who shares a network. */
const hashPlaces = (userId: number, { address, browser }: LoginOrigin): Buffer[] =>
  [`address:${address}`, ...(browser === null ? [] : [`browser:${browser}`])].map((place) =>
    hash("sha256", `${userId} ${place}`, "buffer"),
  );
