import { parseArgs } from "node:util";
import { checkRecord } from "./demo/demo-record.ts";
import { type DemoOutcome, type DemoStage, playDemo } from "./demo/demo-story.ts";
import { type Check, compareDemo, isPassed } from "./demo/demo-verdict.ts";
import { runStackCommand } from "./run-stack-command.ts";
import { type RunningStack, startStack } from "./stack.ts";

const say = (sentence: string) => console.log(sentence);

/** Runs the whole platform: a campaign from a contact file to its report, compared with the carrier's own record. */
const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { exit: { type: "boolean", default: false } } });
  const leaving = leaveOnSignal();
  say("Starting Ringdown …");
  const stack = await startStack({ onEvent: say, signal: leaving.signal });
  try {
    const stage = stageOf(stack);
    const outcome = await playDemo(stage);
    const checks = await compareDemo(stage, outcome);
    printVerdict(checks);
    printLinks(stack, outcome);
    const isProven = await printRecords(outcome);
    if (!checks.every(isPassed) || !isProven) process.exitCode = 1;
    if (!values.exit) await leaving.asked;
  } finally {
    await stack.stop();
  }
};

const leaveOnSignal = () => {
  const controller = new AbortController();
  const asked = new Promise<void>((resolve) => {
    const leave = () => {
      if (controller.signal.aborted) process.exit(1);
      say("Stopping …");
      controller.abort();
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  });
  return { signal: controller.signal, asked };
};

const stageOf = ({ addresses, environment, dataDir }: RunningStack): DemoStage => ({
  apiUrl: addresses.api,
  simulatorUrl: addresses.simulator ?? "",
  simulatorKey: environment["SIMULATOR_SIGNING_KEY"] ?? "",
  dataDir,
  say,
});

const printVerdict = (checks: Check[]): void => {
  say("\nWhat the platform says, and what the carrier's own record says:");
  const width = Math.max(...checks.map(({ what }) => what.length));
  for (const check of checks) {
    const { what, platform, carrier } = check;
    say(
      `  ${isPassed(check) ? "✓" : "✗"} ${what.padEnd(width)}  ${String(platform).padStart(5)}  ${String(carrier).padStart(5)}`,
    );
  }
  const wrong = checks.filter((check) => !isPassed(check)).length;
  say(wrong === 0 ? "Every figure agrees." : `${wrong} figures do not agree.`);
};

/** Ends with what somebody finds who trusts nobody: the verifier's lines about each signed record. */
const printRecords = async ({ records }: DemoOutcome): Promise<boolean> => {
  let isProven = true;
  for (const record of records) {
    const { lines, holds } = await checkRecord(record);
    say(`\nringdown verify ${record.file} --key ${record.key}`);
    say(lines.trimEnd());
    isProven &&= holds;
  }
  return isProven;
};

const printLinks = ({ addresses, dataDir }: RunningStack, { campaigns, reports, talkUrl }: DemoOutcome): void => {
  const [first] = campaigns;
  say("\nThe reports:");
  for (const report of reports) say(`  ${report}`);
  say("Look around:");
  if (addresses.console) say(`  Console      ${addresses.console}`);
  if (addresses.console) say(`  Talk         ${talkUrl} (with the agent of the campaign, in your browser)`);
  say(`  API page     ${addresses.api}/docs`);
  if (addresses.temporalUi && first) {
    const query = encodeURIComponent(`CampaignId=${first.id}`);
    say(`  Temporal UI  ${addresses.temporalUi}/namespaces/default/workflows?query=${query}`);
  }
  say(`  Data, logs   ${dataDir}`);
};

await runStackCommand(main, say);
