import { expect, it } from "@jest/globals";
import {
  type AgentStanding,
  chooseAgentVersion,
  findWithdrawal,
  isAgentObstacle,
  isKnown,
} from "../../../domain/agent/usable-agent-version.ts";

const PUBLISHED = 11;
const DRAFT = 12;
const agent: AgentStanding = {
  name: "Mira",
  status: "active",
  is_hidden: false,
  published_version_id: PUBLISHED,
  draft_version_id: null,
};
const archived = { ...agent, status: "archived" as const };
const unpublished = { ...agent, published_version_id: null };

it.each([
  ["an active agent", agent, PUBLISHED, PUBLISHED],
  ["an agent with a draft", { ...agent, draft_version_id: DRAFT }, PUBLISHED, DRAFT],
  ["an agent that has a draft alone", { ...unpublished, draft_version_id: DRAFT }, "unpublished", DRAFT],
  ["an agent without any version", unpublished, "unpublished", "unpublished"],
  ["an archived agent", archived, "archived", "archived"],
  ["an archived agent that has nothing published", { ...archived, published_version_id: null }, "archived", "archived"],
  ["the platform's own agent", { ...archived, is_hidden: true }, "unknown", "unknown"],
  ["no agent", undefined, "unknown", "unknown"],
])("of %s the published version and the draft are used, or it is said why not", (_what, standing, published, tried) => {
  const used = (choice: "published" | "draft_or_published") => {
    const chosen = chooseAgentVersion(standing, choice);
    return isAgentObstacle(chosen) ? chosen.reason : chosen.versionId;
  };
  expect([used("published"), used("draft_or_published")]).toEqual([published, tried]);
});

it("a run that has its version begins unless its agent is archived meanwhile, also with the platform's own agent", () => {
  expect(findWithdrawal({ ...agent, is_hidden: true } as AgentStanding)).toBeNull();
  expect(findWithdrawal(archived)).toEqual({
    reason: "archived",
    sentence: "The agent Mira is archived: make it active again",
  });
});

it("an organization knows its agents, archived or not, and not the platform's own", () => {
  expect([agent, archived, { ...agent, is_hidden: true }, undefined].map(isKnown)).toEqual([true, true, false, false]);
});
