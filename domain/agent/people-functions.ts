/**
 * The requests that agents may make to people. Each is both a field of the nodes that allow it and the name of the
 * function.
 */
export const PEOPLE_FUNCTIONS = [
  "ask_people",
  "propose_action",
  "propose_edit",
  "request_secret",
  "hand_over",
] as const;
export type PeopleFunction = (typeof PEOPLE_FUNCTIONS)[number];
