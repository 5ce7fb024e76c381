import type { ToolDefinition } from "./tool-definition.ts";

/** The categories of tools that act elsewhere, so that people may have to confirm a call first. */
const CONFIRMED_CATEGORIES: readonly ToolDefinition["type"][] = ["http_api", "mcp", "connector"];

/** Returns why people cannot confirm the calls of a tool; null: they can. */
export const findConfirmationFault = ({ type }: Pick<ToolDefinition, "type">): string | null => {
  const [last = "", ...others] = CONFIRMED_CATEGORIES.toReversed();
  return CONFIRMED_CATEGORIES.includes(type)
    ? null
    : `Only tools of the categories ${others.toReversed().join(", ")} and ${last} are confirmed by people`;
};
