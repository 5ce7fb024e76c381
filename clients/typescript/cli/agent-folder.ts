import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import type { Agent, AgentsUpdateBody } from "../src/index.ts";
import { ConflictError } from "../src/index.ts";
import { CommandError, EXIT } from "./command-error.ts";
import { lineDifferences } from "./line-differences.ts";
import type { SharedOptions } from "./operation-command.ts";
import { paint } from "./output.ts";
import { openClient } from "./profiles.ts";
import type { Terminal } from "./terminal.ts";

/** What `push` needs to know of the agent that was pulled. */
interface Pulled {
  id: number;
  definition_digest: string;
  settings_digest: string;
}

const PULLED = "pulled.json";
/** The files that people edit and review, by the field of the agent. */
const FILES = {
  "definition.json": "workflow_definition",
  "settings.json": "workflow_configurations",
  "variables.json": "template_context_variables",
} as const;

/** Adds `agents pull`, `push` and `diff`: agents as files in a repository. */
export const addAgentFolder = (agents: Command, terminal: Terminal): void => {
  agents
    .command("pull")
    .argument("<agent-id>")
    .argument("[folder]", "default: agent-ID")
    .description("Write an agent into a folder that people can review")
    .action(async (id: string, folder: string | undefined, _, command: Command) => {
      const { profile } = command.optsWithGlobals<SharedOptions>();
      const agent = await openClient(terminal, profile).agents.get({ workflow_id: Number(id) });
      writeFolder(folder ?? `agent-${id}`, agent);
      terminal.err(`${agent.name} is in ${folder ?? `agent-${id}`}\n`);
    });
  agents
    .command("push")
    .argument("<folder>")
    .description("Save the folder as the agent's draft, unless somebody else changed the agent since the pull")
    .action(async (folder: string, _, command: Command) => push(folder, { ...command.optsWithGlobals(), terminal }));
  agents
    .command("diff")
    .argument("<folder>")
    .description("Show what a push would change; ends with 7 where something differs")
    .action(async (folder: string, _, command: Command) => diff(folder, { ...command.optsWithGlobals(), terminal }));
};

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const writeFolder = (folder: string, agent: Agent): void => {
  const { id, definition_digest, settings_digest } = agent;
  mkdirSync(folder, { recursive: true });
  for (const [file, field] of Object.entries(FILES)) writeFileSync(join(folder, file), textOf(agent[field]));
  writeFileSync(join(folder, "agent.json"), textOf({ name: agent.name, disposition_codes: agent.disposition_codes }));
  const pulled: Pulled = { id, definition_digest, settings_digest };
  writeFileSync(join(folder, PULLED), textOf(pulled));
};

const readJson = (folder: string, file: string) => {
  const path = join(folder, file);
  if (!existsSync(path)) throw new CommandError(`${path} is missing: \`ringdown agents pull\` writes it`);
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new CommandError(`${path} is no JSON`);
  }
};

const push = async (folder: string, { profile, terminal }: SharedOptions & { terminal: Terminal }): Promise<void> => {
  const { id, definition_digest, settings_digest }: Pulled = readJson(folder, PULLED);
  const { name, disposition_codes }: Agent = readJson(folder, "agent.json");
  const body: AgentsUpdateBody = {
    name,
    disposition_codes,
    ...Object.fromEntries(Object.entries(FILES).map(([file, field]) => [field, readJson(folder, file)])),
    expected_digest: definition_digest,
    expected_settings_digest: settings_digest,
  };
  try {
    const agent = await openClient(terminal, profile).agents.update({ workflow_id: id, ...body });
    writeFolder(folder, agent);
    terminal.err(`The draft of ${agent.name} is saved. Publish it with: ringdown agents publish ${id}\n`);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const advice = `pull it into another folder and carry your changes over: ringdown agents pull ${id} other`;
    throw new CommandError(`${error.message}. Nothing was overwritten; ${advice}`, EXIT.refused);
  }
};

const diff = async (folder: string, { profile, terminal }: SharedOptions & { terminal: Terminal }): Promise<void> => {
  const { id }: Pulled = readJson(folder, PULLED);
  const agent = await openClient(terminal, profile).agents.get({ workflow_id: id });
  let differs = false;
  const texts: [string, string, string][] = [
    ...Object.entries(FILES).map(([file, field]): [string, string, string] => [
      file,
      textOf(agent[field]),
      textOf(readJson(folder, file)),
    ]),
    [
      "agent.json",
      textOf({ name: agent.name, disposition_codes: agent.disposition_codes }),
      textOf(readJson(folder, "agent.json")),
    ],
  ];
  for (const [file, platform, ours] of texts) {
    const lines = lineDifferences(platform, ours);
    if (lines.length === 0) continue;
    differs = true;
    terminal.out(`--- platform/${file}\n+++ ${join(folder, file)}\n`);
    for (const line of lines) terminal.out(`${paint(line, line.startsWith("+") ? 32 : 31, terminal)}\n`);
  }
  if (differs) throw new CommandError(`${folder} differs from the agent`, EXIT.differs);
};
