import { type Config, readConfig } from "../infra/config/config.ts";
import { checkDatabase, checkMigrationsLogin, checkSchema } from "../infra/doctor/check-database.ts";
import { checkDisk } from "../infra/doctor/check-disk.ts";
import { checkMail } from "../infra/doctor/check-mail.ts";
import { checkObjectStore } from "../infra/doctor/check-object-store.ts";
import { checkOutside } from "../infra/doctor/check-outside.ts";
import { checkPublicAddress } from "../infra/doctor/check-public-address.ts";
import { checkSearch } from "../infra/doctor/check-search.ts";
import { checkSound } from "../infra/doctor/check-sound.ts";
import { checkTemporal } from "../infra/doctor/check-temporal.ts";
import { examine } from "../infra/doctor/examine.ts";
import type { Check } from "../infra/doctor/finding.ts";
import { writeReport } from "../infra/doctor/report.ts";
import { printSentence } from "../infra/print-sentence.ts";
import { runCommand } from "../infra/run-command.ts";
import { WORKFLOW_QUEUE } from "../workflows/task-queues.ts";

/** Everything that the processes of an installation reach, from where this one runs. */
export const listChecks = (config: Config): Check[] => [
  checkDatabase(config),
  checkSchema(config),
  ...checkMigrationsLogin(config),
  checkTemporal(config, WORKFLOW_QUEUE),
  checkObjectStore(config),
  checkSearch(config),
  checkPublicAddress(config),
  checkMail(config),
  checkSound(config),
  ...checkOutside(config),
  checkDisk(config),
];

/** `npm run doctor [-- --json]`: exits with 1 where there is a fault. */
if (import.meta.main)
  await runCommand(async () => {
    const findings = await examine(listChecks(readConfig(process.env)));
    printSentence(process.argv.includes("--json") ? JSON.stringify(findings, null, 2) : writeReport(findings));
    if (findings.some(({ level }) => level === "fault")) process.exitCode = 1;
  });
