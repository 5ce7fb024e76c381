import type { z } from "zod";
import { toStorable } from "../../domain/json/storable.ts";
import { LONGEST_SCENARIO_CHARACTERS, scenarioContent } from "../../domain/rehearsal/scenario.ts";
import type { WrittenScenario } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { scenarioBody } from "./rehearsals.schemas.ts";

/** Returns the columns of a scenario in a request; throws 422 for one that is too long to be kept with each conversation. */
export const readWrittenScenario = ({
  name,
  runs,
  must_pass: mustPass,
  ...content
}: z.output<typeof scenarioBody>): WrittenScenario => {
  const kept = scenarioContent.parse(toStorable(content));
  const length = JSON.stringify(kept).length;
  if (length > LONGEST_SCENARIO_CHARACTERS)
    throw invalidField(
      [],
      `The scenario has ${length} characters of JSON, and at most ${LONGEST_SCENARIO_CHARACTERS} are kept: shorten its documents, answers or lines`,
    );
  return { name, content: kept, runs, mustPass };
};
