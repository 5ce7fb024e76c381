/** Commands of the guides that are not carried out line by line, and why. */
const ELSEWHERE: readonly (readonly [command: RegExp, why: string])[] = [
  [
    /^npm start\b|\bnpm start$|^node (?:api|worker|media)\/start\.ts\b/,
    "it runs until it is stopped: the platform here",
  ],
  [/^npm run demo\b/, "it plays for a minute: infra/local/demo has tests of its own"],
  [/^npm run dev\b/, "it runs until it is stopped: test/infra/local/dev.test.ts"],
  [/^npm run new\b/, "it adds files: test/scripts/generators.test.ts carries it out in a copy"],
  [/^npm run hooks\b/, "it changes the checkout: test/scripts/pre-commit.test.ts"],
  [/^npm run (?:check|format)\b/, "what every change has to pass"],
  [/^(?:RECORD_HISTORIES=1 )?npm (?:test|run test:\w+)\b/, "tests"],
  [/^npm run (?:chaos|fuzz|mutation|livekit)\b/, "it works for minutes up to hours, on servers of its own"],
  [/^npm run bench -- (?!--help)/, "it measures for minutes"],
  [/^temporal worker deployment\b/, "the worker here has no version: test/worker/worker-version.test.ts has some"],
  [/--inspect-brk\b/, "it waits for a debugger"],
  [/^(?:\w+=\S+ )*node examples\//, "test/examples carries them out"],
  [/^npm run config-table\b/, "it writes a guide: test/architecture/guides/texts.test.ts compares it"],
];

/** Returns the commands of a block, a command each: a line that ends with a backslash goes on in the next. */
const commandsOf = (block: string): string[] =>
  block
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

/** Returns the commands that can be carried out beside a platform that runs. */
export const commandsHere = (block: string): string[] =>
  commandsOf(block).filter((command) => !ELSEWHERE.some(([pattern]) => pattern.test(command)));

/** Returns the reasons that no command of these blocks needs. */
export const needlessReasons = (blocks: readonly string[]): string[] => {
  const commands = blocks.flatMap(commandsOf);
  return ELSEWHERE.filter(([pattern]) => !commands.some((command) => pattern.test(command))).map(([, why]) => why);
};
