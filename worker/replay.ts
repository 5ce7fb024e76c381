import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ConfigurationError, readConfig } from "../infra/config/config.ts";
import { describeHistory, summarizeHistory } from "./replay/describe-history.ts";
import { findHistories } from "./replay/find-history.ts";
import { formatHistoryFile, listPrivateEvents, NoHistoryError, type RecordedHistory } from "./replay/history-file.ts";
import { prepareReplay, type Replay, silenceRuntime } from "./replay/replay-histories.ts";
import type { Verdict } from "./replay/verdict.ts";

const USAGE = `Replays workflows with the workflow code of this checkout: would it decide the same?

  npm run replay -- <workflow id or history file> …
  npm run replay -- --query 'WorkflowType="campaign" AND ExecutionStatus="Running"'

  --run-id ID     this run of the workflow; without it the newest
  --all-runs      the runs before it too: a long workflow continues as new
  --query QUERY   the workflows that a filter of Temporal's lists, the newest first
  --limit N       so many of them (100)
  --events        what happened, an event a line
  --save FILE     keeps the history, for test/workflows/histories

Workflows come from the embedded Temporal of DATA_DIR, or from TEMPORAL_ADDRESS (docs/operators/configuration.md).
Exit status: 0 every replay decides the same, 1 one does not, 2 nothing could be judged.`;

const OPTIONS = {
  "run-id": { type: "string" },
  "all-runs": { type: "boolean", default: false },
  query: { type: "string" },
  limit: { type: "string", default: "100" },
  events: { type: "boolean", default: false },
  save: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

const say = (text: string) => console.log(text);

const main = async (): Promise<number> => {
  const { values, positionals } = readArguments();
  if (values.help) {
    say(USAGE);
    return 0;
  }
  const wanted = {
    sources: positionals,
    query: values.query,
    limit: Number(values.limit),
    runId: values["run-id"],
    allRuns: values["all-runs"],
  };
  let replay: Replay | undefined;
  const verdicts: Verdict[] = [];
  for await (const history of findHistories(readConfig(process.env), wanted)) {
    introduce(history);
    if (values.events) narrate(history);
    if (values.save !== undefined) await save(history, values.save);
    replay ??= await prepareSilently();
    const verdict = await replay(history);
    verdicts.push(verdict);
    say(`${inWords(verdict)}\n`);
  }
  if (verdicts.length === 0) throw new NoHistoryError("The query lists no workflow.");
  const different = verdicts.filter(({ kind }) => kind !== "same").length;
  if (verdicts.length > 1) say(`${verdicts.length} replayed, ${different} of them with another result.`);
  return different === 0 ? 0 : 1;
};

/**
 * Silences the runtime only now, when histories were found: once it is set up, the process does not end before it has
 * replayed something.
 */
const prepareSilently = async (): Promise<Replay> => {
  const prepared = await prepareReplay();
  silenceRuntime();
  return prepared;
};

const readArguments = () => {
  const parsed = parseOptions();
  const { positionals, values } = parsed;
  const limitHolds = /^[1-9]\d*$/.test(values.limit);
  const isComplete = positionals.length > 0 || values.query !== undefined || values.help;
  const oneRun = positionals.length === 1 && values.query === undefined;
  const needsOneRun = values["run-id"] !== undefined || values.save !== undefined;
  const fits = limitHolds && isComplete && (oneRun || !needsOneRun || values.help);
  if (!fits || (values.save !== undefined && values["all-runs"])) throw new NoHistoryError(USAGE);
  return parsed;
};

const parseOptions = () => {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new NoHistoryError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, { cause: error });
  }
};

const introduce = (history: RecordedHistory): void => {
  const { workflowType, startedAt, end, pending } = summarizeHistory(history);
  say(`${workflowType} ${history.workflowId}, run ${history.runId}`);
  say(`  ${history.events.length} events since ${startedAt.slice(0, 19)}Z, ${end}`);
  for (const each of pending) say(`  waits for ${each}`);
};

const narrate = (history: RecordedHistory): void => {
  for (const { eventId, time, sentence } of describeHistory(history)) {
    say(`  ${time.slice(11, 23).padEnd(12)}  ${eventId.padStart(5)}  ${sentence}`);
  }
};

const save = async (history: RecordedHistory, file: string): Promise<void> => {
  const doubtful = listPrivateEvents(history);
  if (doubtful.length > 0) {
    throw new NoHistoryError(
      `Not saved: event ${doubtful.join(", ")} contains text that looks like a telephone number or a secret.`,
    );
  }
  await writeFile(resolve(process.env["INIT_CWD"] ?? "", file), formatHistoryFile(history));
  say(`  saved as ${file}`);
};

const inWords = (verdict: Verdict): string => {
  if (verdict.kind === "same") return "  replays: this code would decide the same";
  if (verdict.kind === "fails")
    return `  DOES NOT REPLAY: ${verdict.detail}${verdict.at ? `\n    at ${verdict.at}` : ""}`;
  const { eventId, historyHas, codeWants, detail } = verdict;
  const where = eventId === null ? "" : ` at event ${eventId}`;
  return [
    `  DOES NOT REPLAY: this code decides otherwise${where}`,
    `    the history has  ${historyHas}`,
    `    this code wants  ${codeWants}`,
    `    Temporal says    ${detail}`,
  ].join("\n");
};

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NoHistoryError || error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
