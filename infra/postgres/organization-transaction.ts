import type { Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** A transaction inside one organization: rows of other organizations are invisible to it. */
export type OrganizationTransaction = Transaction<Tables>;
