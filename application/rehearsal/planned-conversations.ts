import { createHash } from "node:crypto";
import { type RehearsedScenario, rehearsedScenario } from "../../domain/rehearsal/scenario.ts";
import type { Scenario } from "../../infra/postgres/rehearsal/scenario.entity.ts";

/** A scenario as a rehearsal plays it. */
export interface PlannedScenario {
  scenarioId: number;
  scenario: RehearsedScenario;
  runs: number;
}

export const readPlanned = ({ id, name, content, runs, must_pass }: Scenario): PlannedScenario => ({
  scenarioId: id,
  scenario: rehearsedScenario.parse({ ...content, name, must_pass }),
  runs,
});

/** Names a scenario by what it plays and expects, so that a result is known to be of an older one. */
export const digestScenario = ({ name: _name, must_pass: _mustPass, ...content }: RehearsedScenario): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("base64url");
