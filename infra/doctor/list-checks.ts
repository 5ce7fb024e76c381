import type { Config } from "../config/config.ts";
import { checkDatabase, checkMigrationsLogin, checkSchema } from "./check-database.ts";
import { checkDisk } from "./check-disk.ts";
import { checkMail } from "./check-mail.ts";
import { checkObjectStore } from "./check-object-store.ts";
import { checkOutside } from "./check-outside.ts";
import { checkPublicAddress } from "./check-public-address.ts";
import { checkSearch } from "./check-search.ts";
import { checkSound } from "./check-sound.ts";
import { checkTemporal } from "./check-temporal.ts";
import type { Check } from "./finding.ts";

/** Everything that the processes of an installation reach, from where this one runs. `workflowQueue`: the one that workers poll. */
export const listChecks = (config: Config, workflowQueue: string): Check[] => [
  checkDatabase(config),
  checkSchema(config),
  ...checkMigrationsLogin(config),
  checkTemporal(config, workflowQueue),
  checkObjectStore(config),
  checkSearch(config),
  checkPublicAddress(config),
  checkMail(config),
  checkSound(config),
  ...checkOutside(config),
  checkDisk(config),
];
