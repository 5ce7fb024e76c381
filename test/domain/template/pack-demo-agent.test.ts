import { expect, it } from "@jest/globals";
import { isCalling } from "../../../domain/template/pack.ts";
import { listPackDemoAgents, listUnansweredVariables } from "../../../domain/template/pack-demo-agent.ts";
import { listFirstPartyPacks } from "../../../domain/template/packs.ts";

it("each pack with calls has an agent to try, with an answer for each required variable, and without tools", () => {
  expect(listUnansweredVariables()).toEqual([]);
  const demos = listPackDemoAgents((slug) => slug);
  expect(demos.map(({ slug }) => slug)).toEqual(
    listFirstPartyPacks({})
      .filter(isCalling)
      .map(({ slug }) => slug),
  );
  expect(JSON.stringify(demos)).not.toMatch(/"tool_uuids":\["/);
});
