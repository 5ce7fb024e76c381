import { fillVariables } from "../agent/agent-definition.ts";
import { createCuttingBudget } from "../agent/value-budget.ts";
import type { DefinitionOf } from "../tool/tool-definition.ts";
import { readTransferNumber } from "../tool/transfer-number.ts";
import { readTurnVariables, type Turn } from "./turn.ts";

/** No destination is as long; a value that is cut here leads nowhere. */
const LONGEST_VALUE = 1_000;

type TransferConfig = DefinitionOf<"transfer_call">["config"];

/**
 * Returns the destination of a transfer: from the tool, the context of the call, or the resolver's answer; null: none.
 */
export const resolveTransferDestination = (
  config: TransferConfig,
  { turn, found }: { turn: Pick<Turn, "run" | "position">; found: string | null },
): string | null => {
  const context = readTurnVariables(turn);
  return readTransferNumber(fillValues(templateOf(config, { context, found }) ?? "", context));
};

const fillValues = (template: string, context: Record<string, unknown>): string =>
  fillVariables(template, context, createCuttingBudget(LONGEST_VALUE));

const templateOf = (
  config: TransferConfig,
  { context, found }: { context: Record<string, unknown>; found: string | null },
): string | null => {
  if (config.destination_source === "static") return config.destination;
  if (config.destination_source === "dynamic") return destinationIn(found);
  for (const { context_path, routes } of rulesOf(config)) {
    const value = fillValues(`{{${context_path}}}`, context).toLowerCase();
    const route = routes.find(({ context_value }) => context_value.toLowerCase() === value);
    if (route) return route.destination;
  }
  return config.context_mapping?.fallback_destination ?? null;
};

type Rule = NonNullable<TransferConfig["context_mapping"]>["rules"][number];

const rulesOf = ({ context_mapping: mapping }: TransferConfig): Rule[] => {
  if (!mapping) return [];
  const { rules, context_path, routes } = mapping;
  return [...rules, ...(context_path && routes ? [{ context_path, routes }] : [])];
};

/** The resolver's answer is JSON with `destination`, at the top or one level down. */
const destinationIn = (found: string | null): string | null => {
  const answer = recordOf(parse(found));
  const inner = [answer, recordOf(answer["data"]), recordOf(answer["transfer"])];
  const destination = inner.map((each) => each["destination"]).find((each) => typeof each === "string");
  return typeof destination === "string" ? destination : null;
};

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
};

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
