import { z } from "zod";
import { agentSettings } from "../../../../domain/agent/agent-settings.ts";

interface Schema {
  $ref?: string;
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
  const defs = described.$defs ?? {};
  return pathsIn(defs["AgentConfigurations"] ?? {}, [], defs).sort();
};

const pathsIn = (schema: Schema, path: readonly string[], defs: Record<string, Schema>): string[] => {
  const name = path.join(".");
  const named = (each: Schema): Schema => defs[each.$ref?.split("/").at(-1) ?? ""] ?? each;
  const fields = [schema, ...(schema.anyOf ?? [])].map(named).find(({ properties }) => properties)?.properties;
  if (!fields || WHOLE.includes(name)) return [name];
  return Object.entries(fields).flatMap(([key, inner]) => pathsIn(inner, [...path, key], defs));
};
