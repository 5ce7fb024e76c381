import type { Command } from "commander";
import { Ringdown } from "../src/index.ts";
import { CommandError } from "./command-error.ts";
import type { SharedOptions } from "./operation-command.ts";
import { writeAnswer } from "./output.ts";
import { nameOfProfile, profilesFile, readProfiles, writeProfiles } from "./profiles.ts";
import type { Terminal } from "./terminal.ts";

/** Adds `login`, `logout` and `profiles`: which platform and key the other commands use. */
export const addSignIn = (program: Command, terminal: Terminal): void => {
  program
    .command("login")
    .description("Keep an API key under the name of a profile, after it was tried")
    .requiredOption("--url <address>", "where the platform answers", terminal.env["RINGDOWN_URL"])
    .option("--api-key <key>", "by default it is read from RINGDOWN_API_KEY, or from the input, which no history keeps")
    .action(async (_, command: Command) => login(command.optsWithGlobals(), terminal));
  program
    .command("logout")
    .description("Forget the key of a profile; archive it with `keys archive` to end it for everybody")
    .action((_, command: Command) => {
      const name = nameOfProfile(terminal, command.optsWithGlobals<SharedOptions>().profile);
      const { [name]: found, ...others } = readProfiles(terminal);
      if (!found) throw new CommandError(`There is no profile ${name}`);
      writeProfiles(terminal, others);
      terminal.err(`The key of ${name} is forgotten\n`);
    });
  program
    .command("profiles")
    .description("List the profiles")
    .action((_, command: Command) => {
      const asJson = command.optsWithGlobals<SharedOptions>().json === true || !terminal.isTty;
      const rows = Object.entries(readProfiles(terminal)).map(([name, { url, api_key }]) => ({
        name,
        url,
        api_key: `${api_key.slice(0, 12)}…`,
      }));
      writeAnswer(rows, { terminal, asJson });
    });
};

const login = async (given: SharedOptions & { url: string; apiKey?: string }, terminal: Terminal): Promise<void> => {
  const name = nameOfProfile(terminal, given.profile);
  if (terminal.isTty && !given.apiKey && !terminal.env["RINGDOWN_API_KEY"])
    terminal.err("Paste the API key and end the input with Ctrl-D:\n");
  const apiKey = (given.apiKey ?? terminal.env["RINGDOWN_API_KEY"] ?? (await terminal.readInput())).trim();
  if (apiKey === "") throw new CommandError("An API key is needed: the console makes one under API keys");
  const baseUrl = given.url.replace(/\/+$/, "");
  const client = new Ringdown({ baseUrl, apiKey, ...(terminal.fetch && { fetch: terminal.fetch }) });
  const { organization_id, role } = await client.service.me();
  writeProfiles(terminal, { ...readProfiles(terminal), [name]: { url: baseUrl, api_key: apiKey } });
  terminal.err(`Logged in to organization ${organization_id} as ${role}. The key is in ${profilesFile(terminal)}\n`);
};
