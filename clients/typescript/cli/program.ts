import { Command, CommanderError } from "commander";
import { VERSION } from "../src/index.ts";
import { addAgentFolder } from "./agent-folder.ts";
import { addCampaignWatch } from "./campaign-watch.ts";
import { EXIT, exitCodeOf } from "./command-error.ts";
import { addCompletion } from "./completion.ts";
import { addContactImport } from "./contact-import.ts";
import { COMMANDS } from "./generated/commands.ts";
import { addListen } from "./listen.ts";
import { addMcpBridge } from "./mcp-bridge.ts";
import { addOperationCommand, kebab, type OperationCommand } from "./operation-command.ts";
import { writeError } from "./output.ts";
import { InterruptedError } from "./progress-bar.ts";
import { addRehearse } from "./rehearse-command.ts";
import { addSignIn } from "./sign-in.ts";
import type { Terminal } from "./terminal.ts";
import { addVerify } from "./verify-command.ts";

/** Runs one command line, without the program's name, and returns how it ends. */
export const runProgram = async (words: readonly string[], terminal: Terminal): Promise<number> => {
  const program = buildProgram(terminal);
  try {
    await program.parseAsync(words, { from: "user" });
    return EXIT.done;
  } catch (error) {
    // Commander has said it already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof InterruptedError) return EXIT.interrupted;
    writeError(error, { terminal, asJson: words.includes("--json") || !terminal.isTty });
    return exitCodeOf(error);
  }
};

const buildProgram = (terminal: Terminal): Command => {
  const program = new Command("ringdown")
    .description("The API of Ringdown from the command line. Each operation is a command; see `ringdown AREA --help`.")
    .version(VERSION)
    .option("--json", "JSON, also on a terminal; a pipe gets it always")
    .option("--field <name>", "only this field of the answer, without quotes")
    .option("--profile <name>", "the profile of `ringdown login`")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  addSignIn(program, terminal);
  for (const operation of COMMANDS.map(besideJourneys))
    addOperationCommand(areaOf(program, operation.names), operation, terminal);
  addCampaignWatch(areaOf(program, ["campaigns", ""]), terminal);
  addContactImport(areaOf(program, ["contacts", ""]), terminal);
  addAgentFolder(areaOf(program, ["agents", ""]), terminal);
  addListen(program, terminal);
  addRehearse(program, terminal);
  addVerify(program, terminal);
  addMcpBridge(program, terminal);
  addCompletion(program, terminal);
  return program;
};

/** `contacts import FILE` uploads and follows; the operation of that name imports what was uploaded already. */
const besideJourneys = (operation: OperationCommand): OperationCommand =>
  operation.names.join(".") === "contacts.import"
    ? { ...operation, names: ["contacts", "importUploaded"], method: operation.names }
    : operation;

/** Returns the command of an operation's area, which is made where it is missing. */
const areaOf = (program: Command, names: readonly string[]): Command =>
  names.slice(0, -1).reduce((area, name) => {
    const found = area.commands.find((each) => each.name() === kebab(name));
    return found ?? area.command(kebab(name)).description(`operations of ${name}`);
  }, program);
