/** What is said in a sample call of a template, and the step of the agent in which it is said. */
export interface PlayedLine {
  speaker: "agent" | "person";
  text: string;
  step: string;
}

/** Sample calls by their titles. */
export type PlayedCalls = Readonly<Record<string, readonly PlayedLine[]>>;
