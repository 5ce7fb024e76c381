import type { HireNeed } from "../../domain/template/hire-progress.rules.ts";
import type { TemplateHireInput } from "./template-hire.contract.ts";

/**
 * The activities of a hire. Each may run twice and does its work once, because ids are derived from the hire. A
 * permanent fault is a failure that is not retried.
 */
export interface TemplateHireActivities {
  makeHiredAgent(input: TemplateHireInput): Promise<{ agentId: number }>;
  addHiredTools(input: TemplateHireInput): Promise<void>;
  addHiredDocuments(input: TemplateHireInput): Promise<void>;
  addHiredScenarios(input: TemplateHireInput): Promise<void>;
  /** Announces the agent on the timeline, and returns what it still needs from people. */
  concludeHire(input: TemplateHireInput): Promise<{ missing: HireNeed["kind"][] }>;
  /** Removes what the step has made, if anything. */
  undoHiredAgent(input: TemplateHireInput): Promise<void>;
  undoHiredTools(input: TemplateHireInput): Promise<void>;
  undoHiredDocuments(input: TemplateHireInput): Promise<void>;
  undoHiredScenarios(input: TemplateHireInput): Promise<void>;
  /** Stores the reason and writes it to the timeline. */
  failHire(input: TemplateHireInput & { reason: string }): Promise<void>;
}
