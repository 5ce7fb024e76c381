import { Context } from "@temporalio/activity";
import type { JourneyActivities } from "../../workflows/journey/journey.ports.ts";
import { withHeartbeat } from "../heartbeat.ts";
import type { JourneyDependencies } from "./ask-outside.ts";
import { workOnJourney } from "./work-on-journey.ts";

export const createJourneyActivities = (deps: JourneyDependencies): JourneyActivities => ({
  workOnJourney: (input) => withHeartbeat(() => workOnJourney(deps, input, Context.current().cancellationSignal)),
});
