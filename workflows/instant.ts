/** Formats an instant for operators: `2026-11-21 08:01:12 UTC`. */
export const formatInstant = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
