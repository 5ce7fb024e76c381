import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import type { Ringdown } from "../src/index.ts";
import { CommandError } from "./command-error.ts";
import { type SharedOptions, showerOf } from "./operation-command.ts";
import { writeAnswer } from "./output.ts";
import { openClient } from "./profiles.ts";
import { createProgress, survivingInterrupt } from "./progress-bar.ts";
import type { Terminal } from "./terminal.ts";

interface ImportOptions extends SharedOptions {
  list?: string;
  newList?: string;
  defaultCountry?: string;
}

const MOST_REFUSED_SHOWN = 10;

/** Adds `contacts import`: upload, import, follow, and the refused rows. */
export const addContactImport = (contacts: Command, terminal: Terminal): void => {
  contacts
    .command("import")
    .argument("<file>", "a .csv or .xlsx")
    .description("Upload a file of contacts, import it into a list and show the rows that were refused")
    .option("--list <id>", "the list")
    .option("--new-list <name>", "make a list of this name")
    .option("--default-country <code>", "of numbers without +")
    .action(async (file: string, _, command: Command) => importFile(file, { ...command.optsWithGlobals(), terminal }));
};

const importFile = async (file: string, options: ImportOptions & { terminal: Terminal }): Promise<void> => {
  const { terminal, json, profile, defaultCountry } = options;
  const client = openClient(terminal, profile);
  const asJson = json === true || !terminal.isTty;
  const progress = createProgress(terminal, false);
  const data = { name: basename(file), data: await openAsBlob(file) };
  const list = await listOf(client, options);
  const ended = await survivingInterrupt(
    (signal) =>
      client.contacts.importFile(list, data, {
        ...(defaultCountry !== undefined && { default_country: defaultCountry }),
        onProgress: (state) => {
          const done = state.imported + state.updated + state.skipped + state.invalid;
          if (!asJson) progress.show({ done, total: state.total_rows, text: state.status, state });
        },
        signal,
      }),
    { terminal, comeBack: () => `The import goes on. Come back with: ringdown contacts imports list ${list}` },
  ).finally(progress.end);
  writeAnswer(ended, showerOf(options, terminal));
  if (ended.errors_url && ended.invalid > 0) await showRefused(ended.errors_url, terminal);
};

const listOf = async (client: Ringdown, { list, newList }: ImportOptions): Promise<number> => {
  if (list !== undefined && newList === undefined) return Number(list);
  if (newList === undefined || list !== undefined) throw new CommandError("Say either --list ID or --new-list NAME");
  return (await client.contacts.lists.create({ name: newList })).id;
};

const showRefused = async (url: string, terminal: Terminal): Promise<void> => {
  const response = await fetch(url);
  if (!response.ok) return;
  const [head = "", ...rows] = (await response.text()).trim().split("\n");
  const shown = rows.slice(0, MOST_REFUSED_SHOWN);
  terminal.err(`Refused rows:\n${[head, ...shown].join("\n")}\n`);
  if (rows.length > shown.length) terminal.err(`and ${rows.length - shown.length} more: ${url}\n`);
};
