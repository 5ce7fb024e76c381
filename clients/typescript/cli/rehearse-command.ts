import { readFileSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import type { Rehearsal, Ringdown } from "../src/index.ts";
import { pause } from "../src/pause.ts";
import { CommandError, EXIT } from "./command-error.ts";
import type { SharedOptions } from "./operation-command.ts";
import { paint } from "./output.ts";
import { openClient } from "./profiles.ts";
import { createProgress, survivingInterrupt } from "./progress-bar.ts";
import type { Terminal } from "./terminal.ts";

interface RehearseOptions extends SharedOptions {
  agentVersion?: string;
  scenario?: string[];
  junit?: string;
  from?: string;
}

const LOOK_EVERY_MS = 500;
const GREEN = 32;
const RED = 31;

/** Adds `rehearse`: plays an agent's scenarios and ends with 8 where one is not green, for continuous integration. */
export const addRehearse = (program: Command, terminal: Terminal): void => {
  program
    .command("rehearse")
    .argument("<agent-id>")
    .description("Play the scenarios of an agent; ends with 8 where one is not green")
    .option("--agent-version <number>", "the version; default: the draft, or else the published one")
    .option("--scenario <ids...>", "only these scenarios")
    .option("--from <file>", "take the scenarios of this YAML file first, and play only them")
    .option("--junit <file>", "write the results as JUnit XML")
    .action(async (id: string, _: unknown, command: Command) => rehearse(id, command.optsWithGlobals(), terminal));
};

const rehearse = async (id: string, options: RehearseOptions, terminal: Terminal): Promise<void> => {
  const client = openClient(terminal, options.profile);
  const taken = options.from === undefined ? undefined : await takeScenarios(client, Number(id), options.from);
  const scenarios = options.scenario?.map(Number) ?? taken;
  const started = await client.rehearsals.create({
    workflow_id: Number(id),
    ...(options.agentVersion !== undefined && { version: Number(options.agentVersion) }),
    ...(scenarios && { scenario_ids: scenarios }),
  });
  const over = await follow(client, started, { options, terminal });
  const address = { workflow_id: started.workflow_id, rehearsal_id: started.id };
  if (options.junit !== undefined) writeFileSync(options.junit, await (await client.rehearsals.junit(address)).text());
  if (options.json === true || !terminal.isTty) terminal.out(`${JSON.stringify(over, null, 2)}\n`);
  else for (const line of describe(over, terminal)) terminal.out(`${line}\n`);
  const { green, red, failed, canceled } = over.counts;
  if (over.passed !== true)
    throw new CommandError(`${red + failed + canceled} of ${green + red + failed + canceled} are not green`, EXIT.red);
};

/** Takes scenarios from a file; returns their ids. */
const takeScenarios = async (client: Ringdown, workflow_id: number, file: string): Promise<number[]> => {
  const { scenarios } = await client.scenarios.import({ workflow_id, yaml: readFileSync(file, "utf8") });
  return scenarios.map(({ id }) => id);
};

const follow = async (
  client: Ringdown,
  { id, workflow_id }: Rehearsal,
  { options, terminal }: { options: RehearseOptions; terminal: Terminal },
): Promise<Rehearsal> => {
  // A pipe gets the rehearsal once, when it is over.
  const isShown = options.json !== true && terminal.isTty;
  const progress = createProgress(terminal, false);
  const read = () => client.rehearsals.get({ workflow_id, rehearsal_id: id });
  let last = await read();
  try {
    await survivingInterrupt(
      async (signal) => {
        while (last.state === "running" || last.state === "paused") {
          const { green, red, failed } = last.counts;
          const text = `${last.state}, ${green} green, ${red + failed} red`;
          const done = green + red + failed;
          if (isShown) progress.show({ done, total: last.conversations.length, text, state: last });
          await pause(LOOK_EVERY_MS, signal);
          last = await read();
        }
      },
      {
        terminal,
        comeBack: () => `The rehearsal goes on. Look at it with: ringdown rehearsals get ${workflow_id} ${id}`,
      },
    );
  } finally {
    progress.end();
  }
  return last;
};

const describe = ({ conversations }: Rehearsal, terminal: Terminal): string[] =>
  conversations.flatMap(({ scenario_name, state, checks, error }) => [
    `${paint(state, state === "green" ? GREEN : RED, terminal)} ${scenario_name}`,
    ...checks.filter(({ passed }) => !passed).map(({ expected, found }) => `  ${expected}: ${found ?? ""}`),
    ...(error === null ? [] : [`  ${error}`]),
  ]);
