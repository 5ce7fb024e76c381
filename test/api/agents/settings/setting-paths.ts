import { z } from "zod";
import { agentSettings } from "../../../../domain/agent/agent-settings.ts";

interface Schema {
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

/** Settings that are refused as a whole, whatever they hold. */
const WHOLE = ["ambient_noise_configuration"];

/** Every setting that a request may send, in order: `voice.gender`, read from the schema itself. */
export const settingPaths = (): string[] => {
  const described: { $defs?: Record<string, Schema> } = JSON.parse(
    JSON.stringify(z.toJSONSchema(agentSettings, { io: "input" })),
  );
  return pathsIn(described.$defs?.["AgentConfigurations"] ?? {}, []).sort();
};

const pathsIn = (schema: Schema, path: readonly string[]): string[] => {
  const name = path.join(".");
  const fields = [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties)?.properties;
  if (!fields || WHOLE.includes(name)) return [name];
  return Object.entries(fields).flatMap(([key, inner]) => pathsIn(inner, [...path, key]));
};
