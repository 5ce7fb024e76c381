import { expect, it } from "@jest/globals";
import { explainNoEndOfJoining } from "../../../domain/campaign/enrolment.ts";

it.each([
  [{ enrolment: "live", state: "running", hasBegun: true }, null],
  [{ enrolment: "live", state: "paused", hasBegun: true }, null],
  [{ enrolment: "snapshot", state: "running", hasBegun: true }, /completes by itself/],
  [{ enrolment: "live", state: "scheduled", hasBegun: false }, /a scheduled campaign before it has begun/],
  [{ enrolment: "live", state: "canceled", hasBegun: true }, /a canceled campaign any more/],
  [{ enrolment: "live", state: "canceled", hasBegun: false }, /a canceled campaign any more/],
] as const)("joining %j can be ended, or not: %s", (campaign, refusal) => {
  const explained = explainNoEndOfJoining(campaign);
  if (refusal === null) expect(explained).toBeNull();
  else expect(explained).toMatch(refusal);
});
