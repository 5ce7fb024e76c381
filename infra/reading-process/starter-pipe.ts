/** The descriptor of a pipe that nothing is written to: it is open for as long as the program that started the process lives. */
export const STARTER_PIPE = 3;
