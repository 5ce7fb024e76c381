import { z } from "zod";
import { toolDefinition } from "../../../../domain/tool/tool-definition.ts";

interface Schema {
  $defs?: Record<string, Schema>;
  type?: string;
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Every field that a definition of a tool may have: `http_api.parameters[].name`, read from the schema itself. */
export const toolFields = (): string[] =>
  toolDefinition.options.flatMap((option) => {
    // A variant has a name of its own in the document, under which it is found here.
    const made: Schema = JSON.parse(JSON.stringify(z.toJSONSchema(option, { io: "input" })));
    const [variant = made] = Object.values(made.$defs ?? {});
    const { type, schema_version: _version, config } = variant.properties ?? {};
    const category = String(type?.const);
    return [`${category}.schema_version`, ...(config ? fieldsIn(config, category) : [])];
  });

const variantsOf = ({ anyOf, oneOf }: Schema): Schema[] => anyOf ?? oneOf ?? [];

const fieldsIn = (schema: Schema, path: string): string[] => {
  const known = [schema, ...variantsOf(schema)];
  const object = known.find(({ properties }) => properties);
  if (object)
    return Object.entries(object.properties ?? {}).flatMap(([name, inner]) => fieldsIn(inner, `${path}.${name}`));
  const list = known.find(({ items }) => items?.properties);
  return list?.items ? fieldsIn(list.items, `${path}[]`) : [path];
};
