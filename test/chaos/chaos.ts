import { describeStackError } from "../../infra/local/failure.ts";
import { campaignScenario } from "./campaign.scenario.ts";
import { type ChaosArguments, readArguments, UsageError, usage } from "./chaos-arguments.ts";
import type { ChaosScenario } from "./chaos-scenario.ts";
import { deadCarrierScenario } from "./dead-carrier.scenario.ts";
import { failoverScenario } from "./failover.scenario.ts";
import { journeyScenario } from "./journey.scenario.ts";
import { latePricesScenario } from "./late-prices.scenario.ts";
import { movedDataScenario } from "./moved-data.scenario.ts";
import { recoveryScenario } from "./recovery.scenario.ts";
import { requestsScenario } from "./requests.scenario.ts";
import { rollsScenario } from "./rolls.scenario.ts";
import { sideBySideScenario } from "./side-by-side.scenario.ts";
import { soakScenario } from "./soak.scenario.ts";

const SCENARIOS: readonly ChaosScenario[] = [
  campaignScenario,
  recoveryScenario,
  sideBySideScenario,
  movedDataScenario,
  requestsScenario,
  latePricesScenario,
  rollsScenario,
  failoverScenario,
  deadCarrierScenario,
  journeyScenario,
  soakScenario,
];

/** Runs the scenarios one after another; true when every promise was kept. */
const chaos = async ({ scenarios, size, ...options }: ChaosArguments): Promise<boolean> => {
  let holds = true;
  for (const scenario of scenarios) {
    console.log(`\n${scenario.name}: ${scenario.title}`);
    const outcome = await scenario.run({
      ...options,
      size: size ?? scenario.usualSize,
      say: (sentence) => console.log(`  ${sentence}`),
    });
    console.log(`\n${outcome.table}`);
    holds &&= outcome.holds;
  }
  return holds;
};

try {
  const args = readArguments(SCENARIOS, process.argv.slice(2));
  if (args.help) console.log(usage(SCENARIOS));
  else process.exitCode = (await chaos(args)) ? 0 : 1;
} catch (error) {
  const sentence = error instanceof UsageError ? `${error.message}\n${usage(SCENARIOS)}` : describeStackError(error);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
