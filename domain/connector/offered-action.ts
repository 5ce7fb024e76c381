import { z } from "zod";
import type { ActionParameters, ConnectorAction } from "./connector.ts";

/** An action as a model is offered it. */
export interface OfferedAction {
  description: string;
  /** JSON Schema of what the model gives. */
  parameters: Record<string, unknown>;
}

/** Without what the tool itself fills: the model can neither see nor change it. */
export const offeredAction = (
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

/** Why a tool cannot fill a parameter with this, a sentence; null: nothing speaks against it. Variables are known in a call alone. */
export const presetFault = ({ properties }: ActionParameters, name: string, value: unknown): string | null => {
  const schema = properties[name];
  if (!schema) return `The action has no parameter of this name; it has ${Object.keys(properties).join(", ")}`;
  if (JSON.stringify(value)?.includes("{{")) return null;
  const checked = z.fromJSONSchema({ ...schema }).safeParse(value);
  return checked.success ? null : checked.error.issues.map(({ message }) => message).join("; ");
};
