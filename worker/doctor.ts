import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "../infra/config/config.ts";
import { examine } from "../infra/doctor/examine.ts";
import { tellFinding } from "../infra/doctor/finding.ts";
import { listChecks } from "../infra/doctor/list-checks.ts";
import { sumUp, writeReport } from "../infra/doctor/report.ts";
import { DOCTOR_LANGUAGES, languageOfTerminal, readDoctorLanguage } from "../infra/doctor/sentences/doctor-language.ts";
import type { Logger } from "../infra/logger.ts";
import { printSentence } from "../infra/print-sentence.ts";
import { runCommand } from "../infra/run-command.ts";
import { version } from "../infra/version.ts";
import { WORKFLOW_QUEUE } from "../workflows/task-queues.ts";

/** The other parts of a release start beside this one: they are looked at when they had time to. */
const EXAMINES_AFTER_MS = 20_000;
const LANGUAGE_OF_LOGS = "en";

/**
 * Looks at everything once, after a while, and logs what is wrong with what mends it, and a sum. Never rejects: a start that works
 * goes on whatever it finds.
 */
export const examineAfterStart = async (
  config: Config,
  { logger, stopping, afterMs = EXAMINES_AFTER_MS }: { logger: Logger; stopping: AbortSignal; afterMs?: number },
): Promise<void> => {
  if (!config.DOCTOR_AT_START) return;
  await delay(afterMs, undefined, { signal: stopping }).catch(() => {});
  if (stopping.aborted) return;
  const findings = await examine(listChecks(config, WORKFLOW_QUEUE));
  for (const { level, part, text, ...mending } of findings.map((finding) => tellFinding(finding, LANGUAGE_OF_LOGS))) {
    if (level === "fault") logger.error({ part, ...mending }, `the doctor found a fault: ${part}: ${text}`);
    if (level === "warning") logger.warn({ part, ...mending }, `the doctor warns: ${part}: ${text}`);
  }
  logger.info({ version }, `the doctor looked at this installation: ${sumUp(findings, LANGUAGE_OF_LOGS)}`);
};

const readArguments = () => {
  const options = { json: { type: "boolean" }, language: { type: "string" } } as const;
  const { json = false, language } = parseArgs({ options }).values;
  if (language === undefined) return { json, language: languageOfTerminal(process.env) };
  const known = readDoctorLanguage(language);
  if (known === null) throw new Error(`--language ${language}: the doctor speaks ${DOCTOR_LANGUAGES.join(" and ")}.`);
  return { json, language: known };
};

/** `npm run doctor [-- --json] [--language de]`: exits with 1 where there is a fault. */
if (import.meta.main)
  await runCommand(async () => {
    const { json, language } = readArguments();
    const findings = await examine(listChecks(readConfig(process.env), WORKFLOW_QUEUE));
    const told = () => findings.map((finding) => tellFinding(finding, language));
    printSentence(json ? JSON.stringify(told(), null, 2) : writeReport(findings, language));
    if (findings.some(({ level }) => level === "fault")) process.exitCode = 1;
  });
