/** The most that a list of Plivo's answers at once. */
export const PLIVO_PAGE = 20;
