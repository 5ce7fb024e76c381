import { createConnection } from "./connection.ts";
import { Areas } from "./generated/areas.ts";
import { readSettings, type RingdownOptions } from "./settings.ts";

/** A client of one platform: every operation of its API, by area. */
export class Ringdown extends Areas {
  constructor(options: RingdownOptions) {
    super(createConnection(readSettings(options)));
  }
}
