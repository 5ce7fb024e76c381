import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";

/** An API process that runs, or that has ended without a word a short while ago. */
export type ApiProcess = Row<typeof ApiProcess>;
export const ApiProcess = defineEntity({
  name: "ApiProcess",
  tableName: "api_processes",
  properties: { uuid: p.uuid().primary(), told_at: p.datetime().defaultRaw("now()") },
});

/** What all API processes have let through of a subject's requests in a window of time. */
export type RequestWindow = Row<typeof RequestWindow>;
export const RequestWindow = defineEntity({
  name: "RequestWindow",
  tableName: "request_windows",
  properties: {
    /** A hash. */
    subject: p.blob().$type<Buffer>().primary(),
    /** May be more than `most`. */
    asked: p.integer(),
    most: p.integer(),
    length_ms: p.integer(),
    ends_at: p.datetime(),
  },
});

/** What API processes have given out of a limit of simultaneous things. */
export type SharedPermit = Row<typeof SharedPermit>;
export const SharedPermit = defineEntity({
  name: "SharedPermit",
  tableName: "shared_permits",
  properties: {
    subject: p.text().primary(),
    /** By the uuid of a process. */
    holders: p.json().$type<Record<string, number>>(),
  },
});
