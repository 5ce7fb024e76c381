interface Named {
  name: string;
  hint: string;
}

/** The API describes the kinds of steps and their fields in English, so this file needs no sentences. */
export const steps = {
  kinds: {} as Record<string, Named>,
  /** By the name of the field; `.` leads to the fields of what a field lists. */
  fields: {} as Record<string, Named>,
  options: {} as Record<string, string>,
  addEntry: "Add one",
  removeEntry: (number: string, field: string) => `Remove no. ${number}: ${field}`,
  noEntries: "None yet.",
};
