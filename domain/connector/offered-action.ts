import { z } from "zod";
import type { ActionParameters, ConnectorAction } from "./connector.ts";

/** An action in the form that a model is offered. */
export interface OfferedAction {
  description: string;
  /** JSON Schema of the model's arguments. */
  parameters: Record<string, unknown>;
}

/** Returns the action without the parameters that the tool fills itself: the model can neither see nor change them. */
export const describeOfferedAction = (
  { description, parameters }: Pick<ConnectorAction, "description" | "parameters">,
  presetNames: readonly string[],
): OfferedAction => ({
  description,
  parameters: {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(parameters.properties).filter(([name]) => !presetNames.includes(name)),
    ),
    required: parameters.required.filter((name) => !presetNames.includes(name)),
  },
});

/**
 * Returns why a tool cannot fill a parameter with this value; null: it can. Variables are not checked: their values are
 * known only in a call.
 */
export const findPresetFault = ({ properties }: ActionParameters, name: string, value: unknown): string | null => {
  const schema = properties[name];
  if (!schema) return `The action has no parameter of this name; it has ${Object.keys(properties).join(", ")}`;
  if (JSON.stringify(value)?.includes("{{")) return null;
  const checked = z.fromJSONSchema({ ...schema }).safeParse(value);
  return checked.success ? null : checked.error.issues.map(({ message }) => message).join("; ");
};
