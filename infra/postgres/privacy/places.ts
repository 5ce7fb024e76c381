import type { Tables } from "../tables.ts";
import { callPlaces } from "./call-places.ts";
import { contactPlaces } from "./contact-places.ts";
import { otherPlaces } from "./other-places.ts";
import type { TablePlaces } from "./table-places.ts";

/**
 * The one list of what the database holds about the people whom an organization calls or who call it. Erasure and export walk it. A
 * column that it does not name fails `test/infra/postgres/privacy/places.test.ts`: say there how rows about a person are found, or that it
 * holds nothing of one.
 */
export const PLACES: Readonly<Record<keyof Tables, TablePlaces>> = { ...contactPlaces, ...callPlaces, ...otherPlaces };
