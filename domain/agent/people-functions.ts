/** What agents may ask of people; each is a field of the nodes that allow it, and the function's name. */
export const PEOPLE_FUNCTIONS = [
  "ask_people",
  "propose_action",
  "propose_edit",
  "request_secret",
  "hand_over",
] as const;
export type PeopleFunction = (typeof PEOPLE_FUNCTIONS)[number];
