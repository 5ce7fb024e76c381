/** Prints a sentence for the person at the terminal; a command that is run by hand has no log. */
export const printSentence = (sentence: string): void => void process.stdout.write(`${sentence}\n`);
