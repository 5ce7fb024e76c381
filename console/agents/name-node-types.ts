import type { NodeProperty, NodeType } from "../api/routes.ts";
import { words } from "../words/words.ts";

const { kinds, fields, options } = words.steps;

/** Names kinds of steps and their fields in the viewer's language; what has no word there keeps the API's. */
export const nameNodeTypes = <Answer extends { node_types: readonly NodeType[] }>(answer: Answer) => ({
  ...answer,
  node_types: answer.node_types.map(
    (type): NodeType => ({
      ...type,
      display_name: kinds[type.name]?.name ?? type.display_name,
      description: kinds[type.name]?.hint ?? type.description,
      properties: type.properties.map((property) => nameProperty(property, "")),
    }),
  ),
});

const nameProperty = (property: NodeProperty, inside: string): NodeProperty => {
  const path = `${inside}${property.name}`;
  return {
    ...property,
    display_name: fields[path]?.name ?? property.display_name,
    description: fields[path]?.hint ?? property.description,
    ...(property.options && {
      options: property.options.map(({ value, label }) => ({ value, label: options[label] ?? label })),
    }),
    ...(property.properties && { properties: property.properties.map((part) => nameProperty(part, `${path}.`)) }),
  };
};
