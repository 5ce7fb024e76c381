import { Argument, type Command } from "commander";
import type { Terminal } from "./terminal.ts";

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_ringdown() { COMPREPLY=($(compgen -W "$(ringdown complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "\${COMP_WORDS[COMP_CWORD]}")); }
complete -o default -F _ringdown ringdown
`,
  zsh: `#compdef ringdown
_ringdown() { compadd -- $(ringdown complete -- \${words[2,CURRENT-1]}) }
compdef _ringdown ringdown
`,
  fish: `complete -c ringdown -a "(ringdown complete -- (commandline -opc)[2..])"
`,
};

/** Adds `completion SHELL`, whose output a shell reads at its start, and `complete`, which that asks at each tab. */
export const addCompletion = (program: Command, terminal: Terminal): void => {
  program
    .command("completion")
    .addArgument(new Argument("<shell>").choices(Object.keys(SCRIPTS)))
    .description('Print what completes commands in a shell: eval "$(ringdown completion bash)"')
    .action((shell: string) => terminal.out(SCRIPTS[shell] ?? ""));
  program
    .command("complete", { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .action((words: string[]) => terminal.out(`${candidatesOf(program, words).join("\n")}\n`));
};

/** Returns what may follow these words. */
const candidatesOf = (program: Command, words: readonly string[]): string[] => {
  let command = program;
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command;
  const names = command.commands.map((each) => each.name()).filter((name) => name !== "complete");
  const flags = command.options.flatMap(({ long }) => (long ? [long] : []));
  return names.length > 0 ? names : [...flags, "--json", "--profile"];
};
