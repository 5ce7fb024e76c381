import { isDeepStrictEqual } from "node:util";
import type { Command } from "commander";
import type { Agent } from "../src/index.ts";
import { ConflictError } from "../src/index.ts";
import { type AgentParts, partsOf, readAgentFiles, writeAgentFiles } from "./agent-files.ts";
import { CommandError, EXIT } from "./command-error.ts";
import { openFolder } from "./folder-files.ts";
import { differencesWithContext } from "./line-differences.ts";
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

/** Writes the agent's files, and takes away those of prompts that the folder had before and the agent has no longer. */
const writeFolder = (folder: string, agent: Agent): void => {
  const files = writeAgentFiles(partsOf(agent));
  const written = [...files.keys(), PULLED];
  const place = openFolder(folder);
  // Before the first is written: a pull that is refused leaves the folder as it was.
  for (const path of written) place.requireOwn(path);
  for (const path of promptsIn(folder)) if (!files.has(path)) place.remove(path);
  for (const [path, text] of files) place.write(path, text);
  notePulled(folder, agent);
};

/** The prompts that the folder's own files name; none where they cannot be read. */
const promptsIn = (folder: string): string[] => {
  const named: string[] = [];
  try {
    readAgentFiles((path) => {
      const text = openFolder(folder).read(path);
      if (path.endsWith(".md")) named.push(path);
      return text;
    });
    return named;
  } catch {
    return [];
  }
};

const notePulled = (folder: string, { id, definition_digest, settings_digest }: Agent): void => {
  const pulled: Pulled = { id, definition_digest, settings_digest };
  openFolder(folder).write(PULLED, `${JSON.stringify(pulled, null, 2)}\n`);
};

const readParts = (folder: string): AgentParts => readAgentFiles((path) => openFolder(folder).read(path));

const readPulled = (folder: string): Pulled => {
  try {
    return JSON.parse(openFolder(folder).read(PULLED));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${folder}/${PULLED} is no JSON: pull the agent again`);
  }
};

const push = async (folder: string, { profile, terminal }: SharedOptions & { terminal: Terminal }): Promise<void> => {
  const { id, definition_digest, settings_digest } = readPulled(folder);
  const parts = readParts(folder);
  const digests = { expected_digest: definition_digest, expected_settings_digest: settings_digest };
  try {
    const agent = await openClient(terminal, profile).agents.update({ workflow_id: id, ...parts, ...digests });
    // Comments, and the names that people gave files, stay where the platform keeps it as it was sent.
    if (isDeepStrictEqual(partsOf(agent), parts)) notePulled(folder, agent);
    else writeFolder(folder, agent);
    terminal.err(`The draft of ${agent.name} is saved. Publish it with: ringdown agents publish ${id}\n`);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const advice = `pull it into another folder and carry your changes over: ringdown agents pull ${id} other`;
    throw new CommandError(`${error.message}. Nothing was overwritten; ${advice}`, EXIT.refused);
  }
};

const diff = async (folder: string, { profile, terminal }: SharedOptions & { terminal: Terminal }): Promise<void> => {
  const { id } = readPulled(folder);
  const ours = writeAgentFiles(readParts(folder));
  const theirs = writeAgentFiles(partsOf(await openClient(terminal, profile).agents.get({ workflow_id: id })));
  let differs = false;
  for (const file of new Set([...theirs.keys(), ...ours.keys()])) {
    const lines = differencesWithContext(theirs.get(file) ?? "", ours.get(file) ?? "");
    if (lines.length === 0) continue;
    differs = true;
    terminal.out(`--- ${theirs.has(file) ? `platform/${file}` : "none"}\n`);
    terminal.out(`+++ ${ours.has(file) ? `${folder}/${file}` : "none"}\n`);
    for (const line of lines) terminal.out(`${paint(line, COLOURS[line.slice(0, 1)] ?? 0, terminal)}\n`);
  }
  if (differs) throw new CommandError(`${folder} differs from the agent`, EXIT.differs);
};

const COLOURS: Readonly<Record<string, number>> = { "+": 32, "-": 31, "@": 36 };
