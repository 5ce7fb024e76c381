/** What is known of people, and their erasure. */
export const PEOPLE = {
  erasure_id: "The erasure",
  erasures: "The erasures, newest first",
  step: "The step under way; null: none has begun, or all are done",
  steps: "How many steps it has",
  steps_done: "How many steps are done",
  keep_do_not_call: "A do-not-call entry goes on to bind, under an HMAC in place of the number",
  requested_by: "Who asked for it: `user:7`, `api_key:12`",
  receipt: "What was removed or emptied, and where",
  calls_under_way: "Calls of the person that would be ended",
  do_not_call: "The number is on the do-not-call list",
  found: "What is known of the person, and where",
  numbers: "How many numbers belong to the person",
  place: "A table, or a kind of file or history; with `_mentions`: text in which others name the person",
  count: "How many rows, files or histories",
  email: "An e-mail address that a contact of the person has among its attributes",
} as const;
