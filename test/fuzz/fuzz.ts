import { describeStackError } from "../../infra/local/failure.ts";
import { type FuzzArguments, readArguments, USAGE, UsageError } from "./fuzz-arguments.ts";
import { openFuzzPlatform } from "./fuzz-platform.ts";
import { installSchemathesis, runSchemathesis } from "./schemathesis.ts";

/** Asks a running platform what its own description allows, and what it does not; true when every answer was in order. */
const fuzz = async (options: FuzzArguments): Promise<boolean> => {
  const packages = await installSchemathesis();
  if (packages === null) return true;
  console.log("starting the platform, with rate limits lifted by configuration");
  const platform = await openFuzzPlatform();
  try {
    return await runSchemathesis(packages, { platform, options, print: (text) => void process.stdout.write(text) });
  } finally {
    await platform.close();
  }
};

try {
  const options = readArguments(process.argv.slice(2));
  if (options.help) console.log(USAGE);
  else process.exitCode = (await fuzz(options)) ? 0 : 1;
} catch (error) {
  const sentence = error instanceof UsageError ? `${error.message}\n${USAGE}` : describeStackError(error);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
