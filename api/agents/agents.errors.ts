import type { AgentDefinition } from "../../domain/agent/agent-definition.ts";
import { type DefinitionError, describeNodeError } from "../../domain/agent/definition-error.ts";
import type { AgentObstacle } from "../../domain/agent/usable-agent-version.ts";
import { badRequest, conflict, HttpError, notFound } from "../http/http-error.ts";

export const agentNotFound = () => notFound("Agent");

/**
 * The error for a definition that cannot take calls: 422 where it would go live, 409 where it would replace the draft.
 */
export const invalidDefinition = (status: 422 | 409, errors: DefinitionError[]) =>
  new HttpError(status, "invalid_definition", { is_valid: false, errors });

/**
 * The error for references of a definition that do not exist or may not be used, each with its place in the request.
 */
export const unknownReferences = ({
  definition: { nodes, edges },
  errors,
  loc,
}: {
  definition: AgentDefinition;
  errors: DefinitionError[];
  loc: (string | number)[];
}) => {
  const placeOf = ({ kind, id, field }: DefinitionError): (string | number)[] => {
    const list = kind === "edge" ? edges : nodes;
    const path = (field ?? "").split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    return [...loc, kind === "edge" ? "edges" : "nodes", list.findIndex((item) => item.id === id), ...path];
  };
  const faults = errors.map((error) => ({ loc: placeOf(error), msg: error.message, type: "unknown_reference" }));
  return new HttpError(422, "validation_error", faults);
};

export const definitionChanged = () =>
  conflict(
    "definition_changed",
    "Somebody has changed this agent since you read it: read it again, and send what both of you mean",
  );

export const settingsChanged = () =>
  conflict(
    "settings_changed",
    "Somebody has changed the name or the settings of this agent since you read them: read them again, and send what both of you mean",
  );

/** The error does not name the agent that has the path, because it may be another organization's. */
export const triggerTaken = (definition: AgentDefinition) => {
  const errors = definition.nodes
    .filter((node) => node.type === "trigger")
    .map((node) =>
      describeNodeError(node.id, "This trigger path is in use; choose another or leave it empty", "data.trigger_path"),
    );
  return new HttpError(409, "trigger_path_taken", { is_valid: false, errors });
};

/** The error for an agent that may not be used now. */
export const agentNotUsable = ({ reason, sentence }: AgentObstacle) =>
  reason === "unknown" ? agentNotFound() : badRequest("agent_not_ready", sentence);
