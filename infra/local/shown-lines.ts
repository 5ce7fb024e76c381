/** How a line of the logger begins that says what goes well. */
const QUIET_LINE = /^\{"level":"(?:trace|debug|info)"/;

/**
 * Tells whether a line of a process's log belongs on the terminal: warnings, errors, and what did not come from the logger,
 * such as the last words of a process that crashed.
 */
export const isWorthShowing = (line: string): boolean => !QUIET_LINE.test(line);
