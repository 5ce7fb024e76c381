import type { Database } from "../infra/postgres/database.ts";

/** The part of the room found that is used without counting. */
const PART = 10;
/** Too short for other processes to fill what was found. */
const REMEMBERED_MS = 100;
const MOST_ROOMS = 10_000;

interface Room {
  /** How many may be added without counting. */
  left: number;
  /** With so many left one addition counts, so that not all that come at once do when none is left. */
  countAt: number;
  untilMs: number;
}

/** By organization and kind, oldest first, for each database that this process uses. */
const remembered = new WeakMap<Database, Map<string, Room>>();

/** Takes a place of the room that was found a moment ago; false: it has to be counted. */
export const takeRememberedQuota = (database: Database, name: string, nowMs = performance.now()): boolean => {
  const room = remembered.get(database)?.get(name);
  if (room === undefined || room.left < 1 || nowMs > room.untilMs) return false;
  if (room.left <= room.countAt) {
    room.countAt = 0;
    return false;
  }
  room.left -= 1;
  return true;
};

/** Remembers a tenth of the room found for a tenth of a second: close to a limit every addition is counted. */
export const rememberQuota = (database: Database, name: string, found: number, nowMs = performance.now()): void => {
  const rooms = remembered.get(database) ?? new Map<string, Room>();
  remembered.set(database, rooms);
  const left = Math.floor(found / PART);
  rooms.delete(name);
  rooms.set(name, { left, countAt: Math.floor(left / 2), untilMs: nowMs + REMEMBERED_MS });
  if (rooms.size <= MOST_ROOMS) return;
  const [oldest] = rooms.keys();
  if (oldest !== undefined) rooms.delete(oldest);
};
