import type { TemplateHireInput } from "./template-hire.contract.ts";

/**
 * What a hire needs done outside. Each may run twice and does its work once: what it makes has its id from the hire. One
 * that fails for good throws a failure that is not tried again.
 */
export interface TemplateHireActivities {
  makeHiredAgent(input: TemplateHireInput): Promise<{ agentId: number }>;
  addHiredTools(input: TemplateHireInput): Promise<void>;
  addHiredDocuments(input: TemplateHireInput): Promise<void>;
  /** Tells the timeline that the agent is there, with what it still needs from people. */
  concludeHire(input: TemplateHireInput): Promise<void>;
  /** What there is of the step is taken back; of a step that made nothing, nothing. */
  undoHiredAgent(input: TemplateHireInput): Promise<void>;
  undoHiredTools(input: TemplateHireInput): Promise<void>;
  undoHiredDocuments(input: TemplateHireInput): Promise<void>;
  /** Keeps the reason, and tells the timeline. */
  failHire(input: TemplateHireInput & { reason: string }): Promise<void>;
}
