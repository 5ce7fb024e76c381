import { existsSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { describeFindings, holds, verifyRecord } from "../verify/verify.ts";
import { CommandError, EXIT } from "./command-error.ts";
import type { Terminal } from "./terminal.ts";

interface VerifyOptions {
  key: string[];
  checkpoint?: string[];
  witness?: string[];
  json?: boolean;
}

/** Adds `verify`: checks the record of a campaign without asking the platform anything. */
export const addVerify = (program: Command, terminal: Terminal): void => {
  program
    .command("verify")
    .argument("<file>", "the record of a campaign, as `campaigns record` downloads it")
    .description("Check the record of a campaign, promise by promise; it asks nobody")
    .requiredOption("--key <keys...>", "verifier keys of the record, or files that hold one each")
    .option("--checkpoint <files...>", "checkpoints that you kept from earlier")
    .option("--witness <keys...>", "keys of witnesses that must have cosigned it, or files that hold one each")
    .action(async (file: string, _: unknown, command: Command) => verify(file, command.optsWithGlobals(), terminal));
};

const verify = async (
  file: string,
  { key, checkpoint = [], witness = [], json = false }: VerifyOptions,
  terminal: Terminal,
) => {
  const keys = key.map(readKey);
  const witnesses = witness.map(readKey);
  const checkpoints = checkpoint.map((each) => readGiven(each).toString("utf8"));
  const archive = new Uint8Array(readGiven(file));
  const findings = await verifyRecord(archive, { keys, checkpoints, witnesses }).catch((error: unknown) => {
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : String(error)}`, EXIT.failed);
  });
  terminal.out(json ? `${JSON.stringify(findings, null, 2)}\n` : describeFindings(findings));
  if (!holds(findings)) throw new CommandError("The record does not keep every promise", EXIT.failed);
};

const readKey = (given: string): string => (existsSync(given) ? readFileSync(given, "utf8") : given);

/** A file that cannot be read must not look like a record that keeps no promise: it ends as a wrong command line. */
const readGiven = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
};
